package org.messgateway.gateway.answer;

import java.util.Optional;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadWriter;

/** Finds the threads that a thread names: those of its own requestor. Thread-safe. */
final class RelatedThreads {

  private final AgentThreads agentThreads;
  private final ThreadWriter writer;

  RelatedThreads(AgentThreads agentThreads, ThreadWriter writer) {
    this.agentThreads = agentThreads;
    this.writer = writer;
  }

  /** Another thread of the same requestor, by its id or ref. */
  Optional<MessThread> other(MessThread thread, String re) {
    String requestor = thread.requestor().orElse("");
    return agentThreads
        .named(requestor, re)
        .or(() -> Optional.of(re))
        .flatMap(Ref::of)
        .flatMap(this::read)
        .filter(other -> !other.ref().equals(thread.ref()))
        .filter(other -> other.requestor().equals(thread.requestor()));
  }

  /** Any thread; empty where it cannot be read now. */
  Optional<MessThread> read(Ref ref) {
    try {
      return Optional.of(writer.read(ref).thread());
    } catch (ExchangeWriteException e) {
      return Optional.empty();
    }
  }
}
