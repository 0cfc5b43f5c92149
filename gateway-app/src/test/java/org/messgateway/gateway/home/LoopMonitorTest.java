package org.messgateway.gateway.home;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A loop that hangs is named; one that rests, works long and says so, or was ended, is not. */
@Timeout(60)
final class LoopMonitorTest {

  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private final AtomicLong nanos = new AtomicLong(-5);
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);

  private BackgroundLoop hanging(String name) {
    return BackgroundLoop.stepping(
        name,
        () -> {
          begun.countDown();
          release.await();
          return Duration.ofHours(1);
        },
        Duration.ofSeconds(1));
  }

  @Test
  void oneThatHasNotTurnedForAMinuteIsNamedUntilItTurnsAgain() throws Exception {
    CountDownLatch again = new CountDownLatch(2);
    BackgroundLoop other =
        BackgroundLoop.stepping(
            "history",
            () -> {
              begun.countDown();
              release.await();
              again.countDown();
              return Duration.ZERO;
            },
            Duration.ofSeconds(1));
    try (BackgroundLoop loop = other) {
      LoopMonitor monitor = new LoopMonitor(List.of(loop), nanos::get);
      assertEquals(List.of(), monitor.standstills(), "not started");
      loop.start();
      begun.await();
      nanos.addAndGet(MINUTE);
      assertEquals(List.of(), monitor.standstills());
      nanos.addAndGet(Duration.ofSeconds(1).toNanos());
      assertEquals(List.of("history has not turned for 61 s"), monitor.standstills());
      release.countDown();
      again.await();
      assertEquals(List.of(), monitor.standstills());
    }
  }

  @Test
  void aStepThatMayBeLongIsGivenItsTime() throws Exception {
    try (BackgroundLoop loop = hanging("figures").mayBeSilentFor(Duration.ofMinutes(10))) {
      LoopMonitor monitor = new LoopMonitor(List.of(loop), nanos::get);
      loop.start();
      begun.await();
      nanos.addAndGet(9 * MINUTE);
      assertEquals(List.of(), monitor.standstills());
      nanos.addAndGet(2 * MINUTE);
      assertEquals(List.of("figures has not turned for 660 s"), monitor.standstills());
      release.countDown();
    }
  }

  @Test
  void aLongStepThatSaysThatItComesOnIsWell() throws Exception {
    CountDownLatch halfway = new CountDownLatch(1);
    try (BackgroundLoop loop =
        BackgroundLoop.stepping(
            "long",
            () -> {
              begun.countDown();
              release.await();
              BackgroundLoop.progress();
              halfway.countDown();
              new CountDownLatch(1).await();
              return Duration.ZERO;
            },
            Duration.ofSeconds(1))) {
      LoopMonitor monitor = new LoopMonitor(List.of(loop), nanos::get);
      loop.start();
      begun.await();
      nanos.addAndGet(2 * MINUTE);
      assertEquals(1, monitor.standstills().size());
      release.countDown();
      halfway.await();
      assertEquals(List.of(), monitor.standstills());
      loop.stop();
      loop.interrupt();
    }
  }

  @Test
  void oneThatWasEndedIsNotMissed() throws Exception {
    BackgroundLoop loop = hanging("people");
    LoopMonitor monitor = new LoopMonitor(List.of(loop), nanos::get);
    loop.start();
    begun.await();
    loop.stop();
    nanos.addAndGet(2 * MINUTE);
    assertEquals(List.of(), monitor.standstills());
    release.countDown();
    loop.close();
  }

  @Test
  void anErrorEndsNoLoopNotEvenOneInTheReportOfAnother() throws Exception {
    AtomicInteger steps = new AtomicInteger();
    CountDownLatch third = new CountDownLatch(3);
    try (BackgroundLoop loop =
        BackgroundLoop.stepping(
            "work",
            () -> {
              third.countDown();
              if (steps.getAndIncrement() < 2) {
                throw new Unspeakable();
              }
              return Duration.ofHours(1);
            },
            Duration.ofMillis(1))) {
      loop.start();
      assertTrue(third.await(30, TimeUnit.SECONDS));
    }
  }

  /** Fails whoever wants to tell of it. */
  private static final class Unspeakable extends Error {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new OutOfMemoryError("not even for that");
    }
  }

  @Test
  void atTheEndWhatIsDueIsDoneWithoutARest() throws Exception {
    AtomicInteger portions = new AtomicInteger();
    BackgroundLoop loop =
        BackgroundLoop.whileMore(
            "history", Duration.ofHours(1), () -> portions.incrementAndGet() < 3);
    loop.start();
    loop.finish();
    loop.awaitEnd(Duration.ofSeconds(30));
    assertEquals(3, portions.get());
  }

  @Test
  void anEndThatDoesNotComeIsNotWaitedForForever() throws Exception {
    BackgroundLoop loop = hanging("history");
    loop.start();
    begun.await();
    loop.finish();
    loop.awaitEnd(Duration.ofMillis(1));
    // It was interrupted; nobody releases it.
    loop.awaitEnd(Duration.ofSeconds(30));
    assertEquals(1, release.getCount());
  }
}
