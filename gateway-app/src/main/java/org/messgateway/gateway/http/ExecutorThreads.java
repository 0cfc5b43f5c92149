package org.messgateway.gateway.http;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadCache;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.queue.ThreadRow;

/**
 * Which programs a thread concerns: executors with a delivery of it, its holder, the executor whom
 * the exchange chose, and the agent that requested it. For the threads of one exchange.
 */
public final class ExecutorThreads implements AccessibleThreads {

  /**
   * Requestors may use one id of their own several times; the latest threads are looked through.
   */
  private static final int RECENT = 100;

  /** A second in all. */
  private static final int MOST_LOOKS = 50;

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

  private final String exchangeId;
  private final ThreadCache threads;
  private final QueueView queue;

  public ExecutorThreads(String exchangeId, ThreadCache threads, QueueView queue) {
    this.exchangeId = exchangeId;
    this.threads = threads;
    this.queue = queue;
  }

  @Override
  public Optional<String> executor(String executor, String id) {
    return Ref.of(id)
        .filter(ref ->
            concerns(ref, executor)
                || (isUndecided(ref) && decided(ref) && concerns(ref, executor)))
        .map(Ref::value)
        .or(() -> byClientId(executor, id));
  }

  private boolean concerns(Ref ref, String executor) {
    return hasDelivery(ref.value(), executor) || holds(ref, executor);
  }

  /**
   * Waits for a thread that was just made: it is there before the gateway has decided whom it
   * tells. False where that took too long.
   */
  private boolean decided(Ref ref) {
    for (int look = 0; look < MOST_LOOKS && isUndecided(ref); look++) {
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
    }
    return !isUndecided(ref);
  }

  private boolean isUndecided(Ref ref) {
    return queue.thread(exchangeId, ref.value()).isEmpty()
        && threads.load(ref) instanceof ThreadReadResult.Complete;
  }

  private Optional<String> byClientId(String executor, String clientId) {
    return queue.threadsByClientId(exchangeId, clientId, RECENT).stream()
        .map(ThreadRow::ref)
        .filter(ref -> hasDelivery(ref, executor))
        .findFirst();
  }

  private boolean hasDelivery(String ref, String executor) {
    return queue.deliveries(exchangeId, ref).stream()
        .anyMatch(row -> row.identity().executor().equals(executor));
  }

  private boolean holds(Ref ref, String executor) {
    if (!(threads.load(ref) instanceof ThreadReadResult.Complete complete)) {
      return false;
    }
    MessThread thread = complete.thread().thread();
    return executor.equals(Conversation.of(thread).holder())
        || executor.equals(thread.envelope().executor());
  }

  @Override
  public Optional<String> agent(String agent, String id) {
    return queue
        .thread(exchangeId, id)
        .filter(thread -> thread.isOf(agent))
        .or(() -> queue.threadByClientId(exchangeId, agent, id))
        .map(ThreadRow::ref);
  }
}
