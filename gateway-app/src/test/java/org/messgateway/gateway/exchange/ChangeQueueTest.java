package org.messgateway.gateway.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ChangeQueueTest {

  private static final Ref A = new Ref("a");
  private static final Ref B = new Ref("b");
  private static final Ref C = new Ref("c");
  private static final Duration LONG = Duration.ofSeconds(10);

  private final AtomicLong nanos = new AtomicLong();
  private final ChangeQueue queue = new ChangeQueue(3, nanos::get);

  private List<Ref> take() throws InterruptedException {
    return queue.take(1, Duration.ZERO);
  }

  @Test
  void aThreadWaitsOnceHoweverOftenItChanges() throws Exception {
    queue.changed(Set.of(A));
    queue.changed(Set.of(A));
    queue.found(Set.of(A));

    assertEquals(1, queue.waiting());
    assertEquals(List.of(A), take());
    assertEquals(List.of(), take());
  }

  @Test
  void whoWaitsForRestWaitsForWhatIsInWorkToo() throws Exception {
    assertTrue(queue.awaitIdle(Duration.ZERO));
    queue.changed(Set.of(A));
    assertFalse(queue.awaitIdle(Duration.ZERO));
    assertEquals(List.of(A), take());
    assertFalse(queue.awaitIdle(Duration.ZERO));
    Thread worker = Thread.ofVirtual().start(() -> queue.done(List.of(A)));
    assertTrue(queue.awaitIdle(LONG));
    worker.join();
  }

  @Test
  void whatChangesGoesBeforeWhatWasListed() throws Exception {
    queue.found(Set.of(A));
    queue.found(Set.of(B));
    queue.changed(Set.of(C));
    queue.changed(Set.of(B));

    assertEquals(List.of(C), take());
    assertEquals(List.of(B), take());
    assertEquals(List.of(A), take());
  }

  @Test
  void aThreadIsInOneHandOnly() throws Exception {
    queue.changed(Set.of(A));
    assertEquals(List.of(A), take());
    queue.changed(Set.of(A));
    queue.changed(Set.of(B));

    assertEquals(List.of(B), take());
    assertEquals(List.of(), take());
    queue.done(List.of(A));
    assertEquals(List.of(A), take());
  }

  @Test
  void againMeansNotBeforeThen() throws Exception {
    queue.again(A, Duration.ofSeconds(2));
    queue.again(A, Duration.ofSeconds(1));
    queue.again(A, Duration.ofSeconds(3));

    nanos.set(Duration.ofMillis(999).toNanos());
    assertEquals(List.of(), take());
    nanos.set(Duration.ofSeconds(1).toNanos());
    assertEquals(List.of(A), take());
    queue.done(List.of(A));
    nanos.set(LONG.toNanos());
    assertEquals(List.of(), take(), "the earliest wish holds, and once");
  }

  @Test
  void whoWaitsIsWokenByAChange() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<List<Ref>> waiting = threads.submit(() -> queue.take(1, LONG));
      queue.changed(Set.of(A));
      assertEquals(List.of(A), waiting.get(10, TimeUnit.SECONDS));
    }
  }

  @Test
  void aFullQueueMakesTheWatcherWaitAndLosesNothing() throws Exception {
    queue.changed(Set.of(A, B, C));
    Ref late = new Ref("late");
    CountDownLatch added = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> watcher =
          threads.submit(() -> {
            queue.changed(Set.of(A));
            queue.changed(Set.of(late));
            added.countDown();
          });
      assertFalse(added.await(50, TimeUnit.MILLISECONDS));
      assertEquals(3, queue.waiting());
      assertTrue(take().size() == 1);
      watcher.get(10, TimeUnit.SECONDS);
    }
    assertEquals(3, queue.waiting());
  }

  @Test
  void whatIsNotLookedAtYetIsListedOnce() throws Exception {
    queue.found(Set.of(A));
    queue.changed(Set.of(B));
    Ref inWork = take().getFirst();
    queue.changed(Set.of(inWork));

    assertEquals(Set.of(A, B), Set.copyOf(queue.unsettled(10)));
    assertEquals(2, queue.unsettled(10).size());
    assertEquals(1, queue.unsettled(1).size());
  }

  @Test
  void whoWaitsHearsOfAThreadThatAnotherGatewayLooksAt() {
    ChangeQueue shared = new ChangeQueue(3, nanos::get, A::equals);
    List<Ref> heard = new ArrayList<>();
    shared.whenDone(heard::add);

    assertTrue(shared.wants(A));
    assertFalse(shared.wants(B));
    shared.elsewhere(B);

    assertEquals(List.of(B), heard);
    assertEquals(0, shared.waiting(), "it is not looked at here");
    assertEquals(0, shared.looks());
  }
}
