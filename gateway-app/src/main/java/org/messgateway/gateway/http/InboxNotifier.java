package org.messgateway.gateway.http;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.messgateway.gateway.dispatch.DeliveryEvents;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;

/**
 * Wakes requests that wait at an inbox when this node delivered something to it; deliveries of
 * other nodes are found at the next poll.
 */
public final class InboxNotifier implements DeliveryEvents {

  private static final Duration OTHER_NODES = Duration.ofSeconds(2);

  private final DeliveryEvents next;
  private final Map<String, Set<Semaphore>> waiting = new ConcurrentHashMap<>();

  /**
   * @param next listener that is called as well
   */
  public InboxNotifier(DeliveryEvents next) {
    this.next = next;
  }

  @Override
  public void settled(Identity identity, DeliveryState state) {
    next.settled(identity, state);
    if (state == DeliveryState.DELIVERED) {
      waiting.getOrDefault(identity.executor(), Set.of()).forEach(Semaphore::release);
    }
  }

  @Override
  public void waits(Identity identity, Instant until) {
    next.waits(identity, until);
  }

  Inbox.Waiting waiting(String executor) {
    Semaphore rung = new Semaphore(0);
    waiting.compute(
        executor,
        (_, others) -> {
          Set<Semaphore> all = others == null ? ConcurrentHashMap.newKeySet() : others;
          all.add(rung);
          return all;
        });
    return new Inbox.Waiting() {
      @Override
      public void await(Duration longest) throws InterruptedException {
        Duration limit = longest.compareTo(OTHER_NODES) < 0 ? longest : OTHER_NODES;
        if (rung.tryAcquire(limit.toNanos(), TimeUnit.NANOSECONDS)) {
          rung.drainPermits();
          // What was delivered just now is not shown before.
          Thread.sleep(ExecutorInbox.UNSETTLED);
        }
      }

      @Override
      public void close() {
        waiting.computeIfPresent(
            executor,
            (_, all) -> {
              all.remove(rung);
              return all.isEmpty() ? null : all;
            });
      }
    };
  }
}
