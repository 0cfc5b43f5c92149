package org.messgateway.gateway.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.messgateway.gateway.protocol.ThreadBuilder.thread;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.ThreadBuilder;
import org.messgateway.gateway.queue.TaskResult;
import org.messgateway.testkit.Conforms;

/** What executors made of a task, as its history tells it. The thread was created at 10:00. */
final class TaskResultsTest {

  private static final String ID = "0123456789abcdef0123456789abcdef";

  private static ThreadBuilder task() {
    return thread().created(Instant.parse("2026-11-20T10:00:00Z")).requires("mop", "x");
  }

  /** {@code ana completed, claimed after 60 s, answered after 300 s}. */
  private static List<String> results(MessThread thread) {
    return TaskResults.of(thread, List.of()).stream()
        .map(result ->
            "%s %s, claimed after %d s, answered after %d s"
                .formatted(
                    result.executor(),
                    result.outcome().code(),
                    result.untilClaim().toSeconds(),
                    result.untilAnswer().toSeconds()))
        .toList();
  }

  @Test
  @Conforms(156)
  void timesCountFromWhenTheExecutorWasTold() {
    MessThread thread =
        task()
            .noted("dispatched", "2026-11-20T10:01:00Z", "notified ana via slack [" + ID + "]")
            .noted("dispatched", "2026-11-20T10:02:00Z", "notified bob via slack [" + ID + "]")
            .history("ana", "claimed", "2026-11-20T10:02:00Z")
            .history("ana", "in_progress", "2026-11-20T10:03:00Z")
            .history("ana", "completed", "2026-11-20T10:06:00Z")
            .status(ThreadStatus.COMPLETED)
            .build();
    assertEquals(
        List.of("ana completed, claimed after 60 s, answered after 300 s"), results(thread));
    TaskResult result = TaskResults.of(thread, List.of()).getFirst();
    assertEquals(List.of("mop", "x"), result.capabilities());
    assertEquals(Duration.ofMinutes(1), result.untilClaim());
  }

  @Test
  void whereNothingSaysWhenItWasToldTimesCountFromWhenItWasFree() {
    assertEquals(
        List.of("ana partial, claimed after 120 s, answered after 120 s"),
        results(
            task()
                .history("ana", "partial", "2026-11-20T10:02:00Z")
                .status(ThreadStatus.PARTIAL)
                .build()));
  }

  @Test
  void whoGaveItBackHasNoResultAndTheNextOneIsCountedFromThen() {
    assertEquals(
        List.of("bob completed, claimed after 60 s, answered after 120 s"),
        results(
            task()
                .history("ana", "claimed", "2026-11-20T10:01:00Z")
                .history("ana", "declined", "2026-11-20T11:00:00Z")
                .history("bob", "claimed", "2026-11-20T11:01:00Z")
                .history("bob", "completed", "2026-11-20T11:02:00Z")
                .status(ThreadStatus.COMPLETED)
                .build()));
  }

  @Test
  @Conforms(156)
  void aFailureThatOthersMakeGoodIsAResultOfItsOwn() {
    assertEquals(
        List.of(
            "ana failed, claimed after 60 s, answered after 180 s",
            "bob completed, claimed after 60 s, answered after 120 s"),
        results(
            task()
                .history("ana", "claimed", "2026-11-20T10:01:00Z")
                .history("ana", "failed", "2026-11-20T10:03:00Z")
                .history("exchange", "pending", "2026-11-20T10:03:00Z")
                .history("bob", "claimed", "2026-11-20T10:04:00Z")
                .history("bob", "completed", "2026-11-20T10:05:00Z")
                .status(ThreadStatus.COMPLETED)
                .build()));
  }

  @Test
  @Conforms(156)
  void whatIsToBeDoneAgainWasNotPreciseAndWhatBecameTooLateInHandFailed() {
    assertEquals(
        List.of("ana redo, claimed after 60 s, answered after 120 s"),
        results(
            task()
                .history("ana", "claimed", "2026-11-20T10:01:00Z")
                .history("ana", "completed", "2026-11-20T10:02:00Z")
                .history("agent", "redo", "2026-11-20T12:00:00Z")
                .status(ThreadStatus.COMPLETED)
                .build()));
    assertEquals(
        List.of("ana failed, claimed after 60 s, answered after 3600 s"),
        results(
            task()
                .history("ana", "claimed", "2026-11-20T10:01:00Z")
                .history("ana", "held", "2026-11-20T10:30:00Z")
                .history("exchange", "expired", "2026-11-20T11:00:00Z")
                .status(ThreadStatus.EXPIRED)
                .build()));
  }

  @Test
  void whatWasCancelledPassedOnOrNeverTakenIsNobodysResult() {
    for (String end : List.of("cancelled", "delegated", "superseded")) {
      assertEquals(
          List.of(),
          results(
              task()
                  .history("ana", "claimed", "2026-11-20T10:01:00Z")
                  .history("agent", end, "2026-11-20T10:02:00Z")
                  .status(ThreadStatus.of(end).orElseThrow())
                  .build()),
          end);
    }
    assertEquals(
        List.of(),
        results(
            task()
                .history("exchange", "expired", "2026-11-20T10:02:00Z")
                .status(ThreadStatus.EXPIRED)
                .build()));
  }

  @Test
  void anEndWithoutHistoryIsReadFromTheMessages() {
    assertEquals(
        List.of("ana completed, claimed after 60 s, answered after 180 s"),
        results(
            task()
                .executor("ana")
                .says("ana", "claimed", "2026-11-20T10:01:00Z")
                .says("ana", "completed", "2026-11-20T10:03:00Z")
                .updated(Instant.parse("2026-11-20T10:03:00Z"))
                .status(ThreadStatus.COMPLETED)
                .build()));
  }
}
