package org.messgateway.gateway.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.messgateway.gateway.queue.Sample.EXCHANGE;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.thread;
import static org.messgateway.gateway.queue.Sample.wish;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is remembered of threads themselves: how they were seen, and what wakes them. */
public abstract class ThreadRowsContract extends QueueScene {

  @Test
  void aThreadIsRememberedAsItWasSeen() {
    ThreadRow row =
        new ThreadRow(
            EXCHANGE,
            "r1",
            "state=received/r1",
            1L << 40,
            99,
            Instant.parse("2026-11-20T08:59:59.123456789Z"),
            "pending",
            2,
            clock.in(Duration.ofMinutes(3)),
            "nobody can vacuum");
    queue.reconcile(row, Set.of(), List.of(), Set.of());

    assertEquals(Optional.of(row), queue.thread(EXCHANGE, "r1"));
    assertEquals(List.of(row), queue.threads(EXCHANGE, "", 9));
    assertEquals(List.of(), queue.threads(EXCHANGE, "r1", 9));
    assertEquals(List.of(), queue.threads("another exchange", "", 9));
    assertEquals(Optional.empty(), queue.thread(EXCHANGE, "r2"));
  }

  @Test
  void openThreadsAreGivenSomeAtATimeAndThoseThatEndedAreNot() {
    for (int i = 0; i < 5; i++) {
      reconcile(queue, Sample.thread("r" + i, i == 2 ? "completed" : "claimed"));
    }

    assertEquals(List.of("r0", "r1", "r3"), queue.openThreads(EXCHANGE, "", 3));
    assertEquals(List.of("r4"), queue.openThreads(EXCHANGE, "r3", 3));
    assertEquals(List.of(), queue.openThreads(EXCHANGE, "r4", 3));
    assertEquals(List.of(), queue.openThreads("another exchange", "", 3));
  }

  @Test
  void aNameThatRequestorsGaveIsFoundWhosesoeverItIsTheLatestFirst() {
    reconcile(queue, Sample.asked("r1", "claude", "milk"));
    reconcile(queue, Sample.asked("r2", "codex", "milk"));
    reconcile(queue, Sample.asked("r3", "claude", "bread"));

    assertEquals(List.of("r2", "r1"), refs(queue.threadsByClientId(EXCHANGE, "milk", 9)));
    assertEquals(List.of("r2"), refs(queue.threadsByClientId(EXCHANGE, "milk", 1)));
    assertEquals(List.of(), queue.threadsByClientId("another exchange", "milk", 9));
    assertEquals("r1", queue.threadByClientId(EXCHANGE, "claude", "milk").orElseThrow().ref());
  }

  private static List<String> refs(List<ThreadRow> threads) {
    return threads.stream().map(ThreadRow::ref).toList();
  }

  @Test
  void theLastThreadOfARequestorIsFoundAmongThoseOfOthers() {
    reconcile(queue, Sample.asked("2026-11-20-001", "claude", "one"));
    reconcile(queue, Sample.asked("2026-11-21-001", "claude", null));
    reconcile(queue, Sample.asked("2026-11-20-002", "claude", null));
    reconcile(queue, Sample.asked("2026-11-22-001", "codex", null));

    assertEquals(List.of("2026-11-21-001"), queue.lastRefs(EXCHANGE, "claude"));
    assertEquals(List.of(), queue.lastRefs(EXCHANGE, "nobody"));
    assertEquals(List.of(), queue.lastRefs("another exchange", "claude"));
    assertEquals(3, queue.openThreadsOf(EXCHANGE, "claude"));
    assertEquals(1, queue.openThreadsOf(EXCHANGE, "codex"));
    assertEquals(0, queue.openThreadsOf("another exchange", "claude"));
  }

  @Test
  void theLastThreadOfADayWithAThousandIsAmongThoseOfThatDay() {
    reconcile(queue, Sample.asked("2026-11-19-999", "claude", null));
    reconcile(queue, Sample.asked("2026-11-20-150", "claude", null));
    reconcile(queue, Sample.asked("2026-11-20-1000", "claude", null));
    reconcile(queue, Sample.asked("2026-11-20-1001", "codex", null));

    assertEquals(
        Set.of("2026-11-20-150", "2026-11-20-1000"),
        Set.copyOf(queue.lastRefs(EXCHANGE, "claude")));
  }

  @Test
  void threadsAreLookedAtAgainWhenTheirTimeComesEarliestFirst() {
    reconcile(queue, Sample.lookingAgain("late", clock.in(Duration.ofMinutes(2))));
    reconcile(queue, Sample.lookingAgain("soon", clock.in(Duration.ofMinutes(1))));
    reconcile(queue, Sample.lookingAgain("never", null));
    assertEquals(List.of(), queue.dueThreads(EXCHANGE, 9));

    clock.advance(Duration.ofMinutes(2));

    assertEquals(
        List.of("soon", "late"),
        queue.dueThreads(EXCHANGE, 9).stream().map(ThreadRow::ref).toList());
    assertEquals(1, queue.dueThreads(EXCHANGE, 1).size());
    reconcile(queue, Sample.lookingAgain("soon", null));
    assertEquals(
        List.of("late"), queue.dueThreads(EXCHANGE, 9).stream().map(ThreadRow::ref).toList());
  }

  @Test
  void whoWaitsForAnEndedThreadIsFound() {
    queue.reconcile(thread("r1"), Set.of("a", "b"), List.of(), Set.of());
    queue.reconcile(thread("r2"), Set.of("b"), List.of(), Set.of());

    assertEquals(List.of("r1", "r2"), queue.dependents(EXCHANGE, List.of("a", "b")));
    assertEquals(List.of(), queue.dependents("another exchange", List.of("a")));

    queue.reconcile(thread("r1"), Set.of("c"), List.of(), Set.of());
    assertEquals(List.of("r2"), queue.dependents(EXCHANGE, List.of("a", "b")));
    assertEquals(List.of("r1"), queue.dependents(EXCHANGE, List.of("c")));
  }

  @Test
  void whoBeginsToWaitAfterNobodyDidIsFound() {
    assertEquals(List.of(), queue.dependents(EXCHANGE, List.of("a")));

    queue.reconcile(thread("r1"), Set.of(), List.of(), Set.of());
    queue.reconcile(thread("r1"), Set.of("a"), List.of(), Set.of());

    assertEquals(List.of("r1"), queue.dependents(EXCHANGE, List.of("a")));
  }

  @Test
  void aThreadIsFoundByTheNameItsRequestorGaveIt() {
    queue.storeThread(Sample.asked("r1", "agent", "fridge"));
    queue.storeThread(Sample.asked("r2", "agent", "fridge"));
    queue.storeThread(Sample.asked("r3", "other", "fridge"));

    assertEquals(
        Optional.of("r2"), queue.threadByClientId(EXCHANGE, "agent", "fridge").map(ThreadRow::ref));
    assertEquals(Optional.empty(), queue.threadByClientId(EXCHANGE, "agent", "stove"));
    assertEquals(Optional.empty(), queue.threadByClientId("another exchange", "agent", "fridge"));
  }

  @Test
  void aNoteLeavesDeliveriesAndDependenciesAsTheyAre() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    queue.reconcile(thread("r1"), Set.of("b", "a"), List.of(wish.wanted()), Set.of());
    ThreadRow noted = thread("r1").with("unreadable", clock.in(Duration.ofMinutes(1)));

    queue.storeThread(noted);

    assertEquals(Optional.of(noted), queue.thread(EXCHANGE, "r1"));
    assertEquals(DeliveryState.QUEUED, state(wish));
    assertEquals(List.of("a", "b"), queue.dependsOn(EXCHANGE, "r1"));
  }

  @Test
  void anExchangeIsKnownFromTheFirstQuestionOn() {
    Instant first = clock.instant();
    assertEquals(first, queue.knownSince(EXCHANGE));
    clock.advance(Duration.ofHours(1));

    assertEquals(first, queue.knownSince(EXCHANGE));
    assertEquals(clock.instant(), queue.knownSince("another exchange"));
  }
}
