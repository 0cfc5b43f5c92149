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
 * Finds an agent's own threads: those in the index, and those created a moment ago that the index
 * may not have yet. Used by one thread at a time.
 */
final class OwnTasks {

  private static final int MOST = 10_000;

  private final AgentThreads agentThreads;
  private final ThreadWriter writer;

  /** Threads created a moment ago; by agent and id, or by agent alone. */
  private final Map<List<String>, String> fresh = new LinkedHashMap<>();

  OwnTasks(AgentThreads agentThreads, ThreadWriter writer) {
    this.agentThreads = agentThreads;
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
    if (re.equals(ThreadReferences.LAST)) {
      return Optional.ofNullable(fresh.get(List.of(agent))).or(() -> agentThreads.last(agent));
    }
    String id = re.substring(re.lastIndexOf(':') + 1);
    Optional<String> named =
        Optional.ofNullable(fresh.get(List.of(agent, re)))
            .or(() -> agentThreads.named(agent, re))
            .or(() -> id.isEmpty() ? Optional.empty() : agentThreads.named(agent, id));
    return named.isPresent() ? named : byRef(agent, re);
  }

  /** By the thread's ref, or the ref of one of its messages. */
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
