package org.messgateway.gateway.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.messgateway.gateway.exchange.FairBudget.Share;

@Timeout(30)
class FairBudgetTest {

  private static final Duration LONG = Duration.ofSeconds(20);

  private static Share share(FairBudget budget, String caller, long wanted) throws Exception {
    return budget.take(caller, wanted, Duration.ZERO).orElseThrow();
  }

  private static boolean fits(FairBudget budget, String caller, long wanted) throws Exception {
    Optional<Share> share = budget.take(caller, wanted, Duration.ZERO);
    share.ifPresent(Share::close);
    return share.isPresent();
  }

  @Test
  void whatFitsTogetherIsTakenTogetherAndNoMore() throws Exception {
    FairBudget budget = new FairBudget(10, 1);
    Share first = share(budget, "ana", 6);
    assertTrue(fits(budget, "ben", 4));
    assertTrue(!fits(budget, "ben", 5));
    first.close();
    first.close();
    assertTrue(fits(budget, "ben", 10));
    assertTrue(!fits(new FairBudget(10, 0), "ben", 1));
  }

  @Test
  void whatIsLargerThanAllThereIsIsTakenAlone() throws Exception {
    FairBudget budget = new FairBudget(10, 1);
    Share small = share(budget, "ana", 1);
    assertTrue(!fits(budget, "ben", 1000));
    small.close();
    try (Share _ = share(budget, "ben", 1000)) {
      assertTrue(!fits(budget, "ana", 1));
    }
    assertTrue(fits(budget, "ana", 10));
  }

  @Test
  void oneCallerWaitsForItselfAndNotInFrontOfOthers() throws Exception {
    FairBudget budget = new FairBudget(10, 1);
    Share first = share(budget, "ana", 8);
    List<String> turns = Collections.synchronizedList(new ArrayList<>());
    List<Thread> waiting = new ArrayList<>();
    for (String caller : List.of("ana", "ana", "ben")) {
      Thread thread = Thread.startVirtualThread(() -> turn(budget, caller, turns));
      while (thread.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
      waiting.add(thread);
    }
    first.close();
    for (Thread each : waiting) {
      each.join();
    }
    assertEquals(List.of("ben", "ana", "ana"), turns);
  }

  private static void turn(FairBudget budget, String caller, List<String> turns) {
    try (Share _ = budget.take(caller, 8, LONG).orElseThrow()) {
      turns.add(caller);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void whoGivesUpLeavesNothingBehind() throws Exception {
    FairBudget budget = new FairBudget(10, 1);
    CountDownLatch ended = new CountDownLatch(1);
    try (Share _ = share(budget, "ana", 10)) {
      Thread thread =
          Thread.ofVirtual()
              .start(() -> {
                turn(budget, "ben", new ArrayList<>());
                ended.countDown();
              });
      while (thread.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
      thread.interrupt();
      ended.await();
    }
    assertTrue(fits(budget, "ben", 10));
    assertTrue(fits(budget, "ana", 10));
  }
}
