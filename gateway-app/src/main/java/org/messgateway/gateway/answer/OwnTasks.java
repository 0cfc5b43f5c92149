package org.messgateway.gateway.answer;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadWriter;

/**
 * Which threads are an agent's own: those it created a moment ago, and those that are known. Used
 * by one thread at a time.
 */
final class OwnTasks {

  private static final int MOST = 10_000;

  private final AgentThreads known;
  private final ThreadWriter writer;

  /** Created a moment ago, perhaps not looked at yet; by agent and id, or agent alone. */
  private final Map<List<String>, String> fresh = new LinkedHashMap<>();

  OwnTasks(AgentThreads known, ThreadWriter writer) {
    this.known = known;
    this.writer = writer;
  }

  void created(String agent, @Nullable String id, String ref) {
    fresh.put(List.of(agent), ref);
    if (id != null) {
      fresh.put(List.of(agent, id), ref);
    }
    if (fresh.size() > MOST) {
      fresh.remove(fresh.keySet().iterator().next());
    }
  }

  Optional<String> ref(String agent, String re) throws IOException {
    if (re.equals(References.LAST)) {
      return Optional.ofNullable(fresh.get(List.of(agent))).or(() -> known.last(agent));
    }
    String id = re.substring(re.lastIndexOf(':') + 1);
    Optional<String> named =
        Optional.ofNullable(fresh.get(List.of(agent, re)))
            .or(() -> known.named(agent, re))
            .or(() -> id.isEmpty() ? Optional.empty() : known.named(agent, id));
    return named.isPresent() ? named : byRef(agent, re);
  }

  /** The ref itself, or that of one of its messages. */
  private Optional<String> byRef(String agent, String re) throws IOException {
    int slash = re.indexOf('/');
    Optional<Ref> ref = Ref.of(slash < 0 ? re : re.substring(0, slash));
    if (ref.isEmpty()) {
      return Optional.empty();
    }
    try {
      MessThread thread = writer.read(ref.get()).thread();
      return thread.requestor().filter(agent::equals).map(_ -> thread.ref());
    } catch (ExchangeWriteException e) {
      if (e.reason() == ExchangeWriteException.Reason.ABSENT) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
