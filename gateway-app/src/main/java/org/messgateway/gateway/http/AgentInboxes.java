package org.messgateway.gateway.http;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.ExchangeHandle;
import org.messgateway.gateway.exchange.Exchanges;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.links.StoredToken;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.queue.ThreadFilter;
import org.messgateway.gateway.queue.ThreadRow;

/**
 * Has an agent told of what happened before it had a token: its open tasks are looked at again when
 * a token asks for the first time while this gateway runs. Thread-safe.
 */
public final class AgentInboxes {

  private static final int PAGE = 500;

  /** Tokens that are remembered; the work of one that was forgotten is done again. */
  private static final int TOKENS = 10_000;

  private final Exchanges exchanges;
  private final QueueView queue;
  private final Set<String> known =
      Collections.newSetFromMap(
          Collections.synchronizedMap(
              new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                  return size() > TOKENS;
                }
              }));

  public AgentInboxes(Exchanges exchanges, QueueView queue) {
    this.exchanges = exchanges;
    this.queue = queue;
  }

  /**
   * Begins with a token.
   *
   * @return whether items may come of it
   */
  boolean begin(StoredToken agent) {
    boolean news = false;
    if (known.add(agent.id())) {
      for (ExchangeHandle exchange : exchanges.all()) {
        news |= lookAgain(exchange, agent.name());
      }
    }
    return news;
  }

  private boolean lookAgain(ExchangeHandle exchange, String agent) {
    boolean news = false;
    ThreadFilter filter =
        new ThreadFilter(
            exchange.id(), agent, List.of(), List.of(), Set.of(), true, null, null, List.of(), "");
    List<ThreadRow> page = queue.find(filter, PAGE);
    while (!page.isEmpty()) {
      for (ThreadRow row : page) {
        exchange.changed().again(new Ref(row.ref()), Duration.ZERO);
        news |= !row.status().equals(ThreadStatus.PENDING.code());
      }
      page = queue.find(filter.after(page.getLast().ref()), PAGE);
    }
    return news;
  }
}
