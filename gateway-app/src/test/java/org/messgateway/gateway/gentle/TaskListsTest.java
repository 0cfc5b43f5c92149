package org.messgateway.gateway.gentle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.messgateway.api.Receipt;

class TaskListsTest {

  private static final Instant NOW = Instant.parse("2026-11-21T09:00:00Z");
  private static final Place ANA = new Place("slack", "U1", "ana");

  private final TaskLists lists = new TaskLists();

  @Test
  void aListIsStaleUntilItWasSaidAndAgainWhenItsNumberChanges() {
    lists.holdBack(ANA, "a", NOW);
    lists.holdBack(ANA, "b", NOW);
    TaskList list = lists.stale(NOW).getFirst();
    assertEquals(List.of("a", "b"), List.copyOf(list.deliveries()));
    lists.saying(list.ref(), 1, NOW);
    assertEquals(List.of(), lists.stale(NOW));
    lists.release("a");
    assertEquals(1, lists.stale(NOW).size());
    assertFalse(lists.heldBack("a"));
    assertTrue(lists.heldBack("b"));
  }

  @Test
  void theSameNightIsTheSameListInAnotherProcess() {
    TaskList first = lists.night(ANA, List.of("a", "b"), NOW);
    TaskList second = new TaskLists().night(ANA, List.of("a", "b"), NOW.plusSeconds(60));
    assertEquals(first.ref(), second.ref());
    assertEquals(first.serial(), second.serial());
    assertEquals(
        first.ref(),
        lists.night(ANA, List.of("b", "c"), NOW).ref(),
        "a task that is in a list already stays in that one");
  }

  @Test
  void aNightsListKeepsItsTasksWhenTheyWereTold() {
    TaskList night = lists.night(ANA, List.of("a", "b"), NOW);
    lists.release("a");
    assertEquals(night.ref(), lists.nightOf("a").orElseThrow().ref());
    lists.sent(night.ref(), Receipt.of("ts", "1"));
    lists.saying(night.ref(), night.serial(), NOW);
    assertEquals(List.of(), lists.stale(NOW));
    lists.changed(night.ref());
    assertEquals(1, lists.stale(NOW).size(), "somebody took one of them");
  }

  @Test
  void listsAreForgottenAfterADayAndBounded() {
    for (int i = 0; i < 5_000; i++) {
      lists.night(new Place("slack", "U" + i, "ana"), List.of("x" + i, "y" + i), NOW);
    }
    assertTrue(lists.stale(NOW).size() <= 1_000);
    assertEquals(List.of(), lists.stale(NOW.plus(Duration.ofHours(25))));
  }
}
