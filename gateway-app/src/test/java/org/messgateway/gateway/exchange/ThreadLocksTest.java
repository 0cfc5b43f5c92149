package org.messgateway.gateway.exchange;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.messgateway.gateway.exchange.ExchangeWriteException.Reason;

/** Who writes a thread is alone, among the threads of this process and among gateways. */
final class ThreadLocksTest {

  private static final Ref REF = new Ref("2026-11-21-001");

  /** Locks that note what is done with them, and can be lost or had by another. */
  private static final class Noted implements ClusterLocks {

    private final List<String> said = new ArrayList<>();
    private boolean taken;
    private boolean lost;

    @Override
    public Optional<Held> take(Ref ref, Duration patience) {
      said.add("take");
      return taken ? Optional.empty() : Optional.of(new Lock());
    }

    private final class Lock implements Held {

      @Override
      public boolean stands() {
        return !lost;
      }

      @Override
      public void close() {
        said.add("close");
      }
    }
  }

  private final Noted shared = new Noted();
  private final ThreadLocks locks = new ThreadLocks(shared);

  @Test
  void amongGatewaysItIsTakenOnceHoweverOftenItIsEntered() throws IOException {
    int result = locks.under(REF, () -> locks.under(REF, () -> 7));
    assertEquals(7, result);
    assertEquals(List.of("take", "close"), shared.said);
  }

  @Test
  void whatAnotherGatewayHoldsIsBusy() {
    shared.taken = true;
    ExchangeWriteException busy =
        assertThrows(ExchangeWriteException.class, () -> locks.under(REF, () -> 7));
    assertEquals(Reason.BUSY, busy.reason());
  }

  @Test
  void whereSeveralAreWrittenAtOnceThoseThatOthersWriteAreLeftOut() throws Exception {
    Ref other = new Ref("2026-11-21-002");
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Boolean> writer =
          threads.submit(() ->
              locks.<Boolean>under(
                  other,
                  () -> {
                    entered.countDown();
                    return awaits(over);
                  }));
      assertTrue(entered.await(10, TimeUnit.SECONDS));
      List<Ref> free = new ArrayList<>();
      locks.tryUnder(
          List.of(REF, other),
          refs -> {
            free.addAll(refs);
            assertDoesNotThrow(() -> locks.requireHeld(REF));
            assertThrows(IllegalStateException.class, () -> locks.requireHeld(other));
          });
      over.countDown();
      assertTrue(writer.get(10, TimeUnit.SECONDS));
      assertEquals(List.of(REF), free);
    }
    assertEquals(7, locks.<Integer>under(REF, () -> 7));
  }

  private static boolean awaits(CountDownLatch latch) {
    try {
      return latch.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whatAnotherGatewayHoldsIsLeftOut() throws IOException {
    shared.taken = true;
    List<Ref> free = new ArrayList<>();
    locks.tryUnder(List.of(REF), free::addAll);
    assertEquals(List.of(), free);
  }

  @Test
  void aLockThatWasLostIsNoticedBeforeAFileIsReplaced() throws IOException {
    boolean _ =
        locks.<Boolean>under(
            REF,
            () -> {
              locks.requireHeld(REF);
              shared.lost = true;
              assertThrows(ExchangeWriteException.class, () -> locks.requireHeld(REF));
              return true;
            });
    assertEquals(List.of("take", "close"), shared.said);
  }
}
