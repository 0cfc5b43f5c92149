package org.messgateway.gateway.exchange.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CoalescedFlushTest {

  private static final int MANY = 50;

  @Test
  void whoComesWhileOneIsUnderWaySharesTheNext() throws Exception {
    AtomicInteger flushes = new AtomicInteger();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    CoalescedFlush shared =
        new CoalescedFlush(() -> {
          flushes.incrementAndGet();
          begun.countDown();
          await(goOn);
        });
    try (ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> waiting = new ArrayList<>();
      waiting.add(all.submit(() -> flush(shared)));
      await(begun);
      CountDownLatch come = new CountDownLatch(MANY);
      for (int i = 0; i < MANY; i++) {
        waiting.add(
            all.submit(() -> {
              come.countDown();
              flush(shared);
            }));
      }
      await(come);
      goOn.countDown();
      for (Future<?> each : waiting) {
        each.get();
      }
    }
    // Who had come and not asked yet when the first ended may need one more.
    assertTrue(flushes.get() >= 2 && flushes.get() < MANY / 2, flushes + " flushes");
  }

  @Test
  void nobodyGoesOnBeforeWhatItDidIsFlushed() throws Exception {
    Set<Integer> renamed = ConcurrentHashMap.newKeySet();
    Set<Integer> durable = ConcurrentHashMap.newKeySet();
    CoalescedFlush shared = new CoalescedFlush(() -> durable.addAll(Set.copyOf(renamed)));
    List<Future<Boolean>> results = new ArrayList<>();
    try (ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 100 * MANY; i++) {
        int mine = i;
        results.add(
            all.submit(() -> {
              renamed.add(mine);
              flush(shared);
              return durable.contains(mine);
            }));
      }
      for (Future<Boolean> each : results) {
        assertTrue(each.get());
      }
    }
  }

  @Test
  void aFailureIsToldToWhoeverFlushedAndNotTakenForSuccessByOthers() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    CoalescedFlush shared =
        new CoalescedFlush(() -> {
          if (tries.incrementAndGet() == 1) {
            throw new IOException("disk full");
          }
        });
    assertThrows(IOException.class, shared::flush);
    shared.flush();
    assertEquals(2, tries.get());
  }

  private static void flush(CoalescedFlush shared) {
    try {
      shared.flush();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(20, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
