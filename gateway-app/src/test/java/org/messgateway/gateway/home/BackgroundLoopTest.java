package org.messgateway.gateway.home;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Work beside the gateway goes on, whatever happens to one step of it. */
@Timeout(60)
final class BackgroundLoopTest {

  /** One wait of a loop, which a test ends. */
  private record Wait(Duration delay, Runnable end) {}

  private final BlockingQueue<Wait> waits = new LinkedBlockingQueue<>();
  private final BlockingQueue<Integer> steps = new LinkedBlockingQueue<>();
  private int step;

  private Runnable alarm(Duration delay, Runnable end) {
    waits.add(new Wait(delay, end));
    return () -> {};
  }

  private BackgroundLoop loop(int failing) {
    return BackgroundLoop.stepping(
        "work",
        () -> {
          step++;
          steps.add(step);
          if (step <= failing) {
            throw new IllegalStateException("not yet");
          }
          return Duration.ofSeconds(7);
        },
        Duration.ofMillis(300),
        this::alarm);
  }

  @Test
  void aStepThatFailsIsTriedAgainAfterPausesThatDoubleUpToALimit() throws InterruptedException {
    try (BackgroundLoop loop = loop(3)) {
      loop.start();
      for (int pause : new int[] {100, 200, 300}) {
        Wait wait = waits.take();
        assertEquals(Duration.ofMillis(pause), wait.delay());
        wait.end().run();
      }
      assertEquals(Duration.ofSeconds(7), waits.take().delay(), "and rests when it went well");
      assertEquals(0, loop.failures());
    }
  }

  @Test
  void wakingItEndsARestAndNoPause() throws InterruptedException {
    try (BackgroundLoop loop = loop(1)) {
      loop.start();
      Wait pause = waits.take();
      loop.wake();
      assertEquals(1, steps.take());
      assertTrue(steps.isEmpty());
      pause.end().run();
      assertEquals(2, steps.take());
      // The signal of before is still there and ends the first rest; the next one is waited for.
      assertEquals(3, steps.take());
      waits.take();
      loop.wake();
      assertEquals(4, steps.take());
    }
  }

  @Test
  void portionsAreDoneWithoutARestBetweenThem() throws InterruptedException {
    CountDownLatch third = new CountDownLatch(3);
    try (BackgroundLoop loop =
        BackgroundLoop.whileMore(
            "portions",
            Duration.ofHours(1),
            () -> {
              third.countDown();
              return third.getCount() > 0;
            })) {
      loop.start();
      loop.wake();
      assertTrue(third.await(30, TimeUnit.SECONDS));
    }
  }

  @Test
  void oneThatWasNeverStartedCanBeClosed() {
    BackgroundLoop.every("never", Duration.ofHours(1), () -> {}).close();
    assertTrue(steps.isEmpty());
  }
}
