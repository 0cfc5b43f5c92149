package org.messgateway.gateway.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;

/** A queue that is away for an hour does not fill the disk with lines about each thread. */
class ReconcileFailureLogTest {

  private final AtomicLong nanos = new AtomicLong();
  private final ReconcileFailureLog troubles = new ReconcileFailureLog(nanos::get);

  @Test
  void aQueueThatIsAwayIsSaidOnceAMinute() {
    assertEquals(OptionalInt.of(0), away());
    assertEquals(OptionalInt.empty(), away());
    assertEquals(OptionalInt.empty(), away());
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    assertEquals(OptionalInt.of(2), away());
  }

  @Test
  void anotherTroubleIsSaidAtOnce() {
    OptionalInt _ = away();
    assertEquals(OptionalInt.of(0), failed(StoreFailure.FULL));
  }

  @Test
  void whatIsWrongWithOneThreadIsAlwaysSaid() {
    OptionalInt _ = away();
    assertEquals(OptionalInt.of(0), troubles.failed(new IllegalStateException("odd")));
    assertEquals(OptionalInt.of(0), troubles.failed(new IllegalStateException("odd")));
    assertEquals(OptionalInt.of(0), failed(StoreFailure.REFUSED));
    assertEquals(OptionalInt.of(0), failed(StoreFailure.REFUSED));
  }

  private OptionalInt away() {
    return failed(StoreFailure.UNREACHABLE);
  }

  private OptionalInt failed(StoreFailure trouble) {
    return troubles.failed(new QueueException(trouble, "it is so", null));
  }
}
