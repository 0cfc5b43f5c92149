package org.messgateway.gateway.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Takers here would wait for a minute: a wake-up that is lost makes a test time out. */
@Timeout(20)
class ChangeQueueTakersTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  private final ChangeQueue changed = new ChangeQueue(10_000, System::nanoTime);

  @Test
  void everyChangeIsTakenWhileMoreTakersWaitThanThereAreChanges() throws InterruptedException {
    int many = 2_000;
    Set<Ref> taken = ConcurrentHashMap.newKeySet();
    CountDownLatch left = new CountDownLatch(many);
    try (ExecutorService takers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 16; i++) {
        Future<?> _ =
            takers.submit(() -> {
              while (true) {
                Ref ref = changed.take(1, LONG).getFirst();
                taken.add(ref);
                changed.done(List.of(ref));
                left.countDown();
              }
            });
      }
      for (int i = 0; i < many; i += 4) {
        changed.changed(Set.of(ref(i), ref(i + 1), ref(i + 2), ref(i + 3)));
      }

      assertTrue(left.await(15, TimeUnit.SECONDS), left.getCount() + " were left lying");
      takers.shutdownNow();
    }
    assertEquals(many, taken.size());
  }

  @Test
  void aSetOfChangesWakesAsManyTakersAsItNeeds() throws Exception {
    CountDownLatch allInHand = new CountDownLatch(3);
    try (ExecutorService takers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 3; i++) {
        Future<?> _ =
            takers.submit(() -> {
              assertFalse(changed.take(1, LONG).isEmpty());
              allInHand.countDown();
              return null;
            });
      }
      changed.changed(Set.of(ref(1), ref(2), ref(3)));

      assertTrue(allInHand.await(15, TimeUnit.SECONDS), "nobody gives one back, all are taken");
    }
  }

  @Test
  void whatChangesWhileItIsInHandGoesToAWaitingTakerWhenItIsGivenBack() throws Exception {
    changed.changed(Set.of(ref(1)));
    Ref inHand = changed.take(1, LONG).getFirst();
    changed.changed(Set.of(ref(1)));
    assertEquals(List.of(), changed.take(1, Duration.ZERO), "never in two hands");
    try (ExecutorService takers = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<List<Ref>> other = takers.submit(() -> changed.take(1, LONG));

      changed.done(List.of(inHand));

      assertEquals(List.of(ref(1)), other.get(15, TimeUnit.SECONDS));
    }
  }

  @Test
  void whatIsToBeLookedAtAgainIsTakenInTimeThoughTheFirstTakerIsBusyWithAnother() throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    try (ExecutorService takers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 2; i++) {
        Future<?> _ =
            takers.submit(() -> {
              assertFalse(changed.take(1, LONG).isEmpty());
              both.countDown();
              return null;
            });
      }
      changed.again(ref(1), Duration.ofMillis(50));
      changed.changed(Set.of(ref(2)));

      assertTrue(both.await(15, TimeUnit.SECONDS), "the later one, too");
    }
  }

  @Test
  void whoWaitsForRoomGoesOnWhenOneIsTaken() throws Exception {
    ChangeQueue small = new ChangeQueue(1, System::nanoTime);
    small.changed(Set.of(ref(1)));
    try (ExecutorService others = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> watcher = others.submit(() -> small.changed(Set.of(ref(2))));

      assertEquals(List.of(ref(1)), small.take(1, LONG));

      watcher.get(15, TimeUnit.SECONDS);
      assertEquals(List.of(ref(2)), small.take(1, LONG));
    }
  }

  private static Ref ref(int number) {
    return new Ref("thread-" + number);
  }
}
