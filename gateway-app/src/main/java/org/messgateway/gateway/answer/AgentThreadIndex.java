package org.messgateway.gateway.answer;

import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.messgateway.api.mess.Envelope;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.queue.ThreadFilter;
import org.messgateway.gateway.queue.ThreadRow;

/**
 * Index of agents' threads over the queue's rows; threads without a row are found by a scan of the
 * exchange.
 */
public final class AgentThreadIndex implements AgentThreads {

  /** Beyond it something is wrong with threads that go on in others. */
  private static final int MOST_STEPS = 20;

  private final String exchangeId;
  private final Exchange exchange;
  private final QueueView queue;

  public AgentThreadIndex(Exchange exchange, QueueView queue) {
    this.exchangeId = exchange.directory().id();
    this.exchange = exchange;
    this.queue = queue;
  }

  @Override
  public Optional<String> named(String agent, String clientId) {
    return queue.threadByClientId(exchangeId, agent, clientId).map(this::latest);
  }

  /** Where the thread goes on in one other, that one. */
  private String latest(ThreadRow row) {
    ThreadRow last = row;
    for (int steps = 0; steps < MOST_STEPS && last.successors().size() == 1; steps++) {
      Optional<ThreadRow> next = queue.thread(exchangeId, last.successors().getFirst());
      if (next.isEmpty()) {
        return last.successors().getFirst();
      }
      last = next.get();
    }
    return last.ref();
  }

  @Override
  public List<String> latest(String agent, int max) {
    ThreadFilter all =
        new ThreadFilter(
            exchangeId, agent, List.of(), List.of(), Set.of(), false, null, null, List.of(), "");
    return queue.find(all, max).stream().map(ThreadRow::ref).toList();
  }

  @Override
  public Optional<String> last(String agent) {
    return queue.lastRefs(exchangeId, agent).stream().max(Ref.CREATION_ORDER);
  }

  @Override
  public List<String> createdAt(String agent, Instant at) throws IOException {
    String date = LocalDate.ofInstant(at, ZoneOffset.UTC).toString();
    List<ThreadLocation> locations = new ArrayList<>();
    exchange
        .scanner()
        .scan(sighting -> {
          if (sighting.location().ref().value().startsWith(date)) {
            locations.add(sighting.location());
          }
        });
    Set<String> refs = new TreeSet<>();
    for (ThreadLocation location : locations) {
      if (created(location, agent, at)) {
        refs.add(location.ref().value());
      }
    }
    return List.copyOf(refs);
  }

  private boolean created(ThreadLocation location, String agent, Instant at) throws IOException {
    try {
      Envelope envelope = exchange.envelopes().load(location);
      return agent.equals(envelope.requestor()) && at.equals(envelope.created());
    } catch (ThreadFormatException e) {
      // The gateway writes whole threads only, so this is not one of them.
      return false;
    }
  }
}
