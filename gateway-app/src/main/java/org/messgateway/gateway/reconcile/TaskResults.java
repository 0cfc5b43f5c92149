package org.messgateway.gateway.reconcile;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.protocol.InstantRange;
import org.messgateway.gateway.protocol.Round;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.TaskResult;
import org.messgateway.gateway.queue.TaskResult.TaskOutcome;

/**
 * What executors made of a task, as the thread's history tells it: the same again after the queue
 * was lost. A task that was given back, cancelled or passed on is nobody's result. Source:
 * docs/rules.md#performance.
 */
final class TaskResults {

  /** Capabilities of one thread that results are remembered for. */
  private static final int MOST_CAPABILITIES = 20;

  /** Action of the requestor's entry that asks for a result once more. */
  private static final String REDO = "redo";

  private final MessThread thread;
  private final List<DeliveryRow> rows;
  private final String requestor;
  private final List<TaskResult> results = new ArrayList<>();
  private @Nullable String holder;
  private Instant claimed = Instant.EPOCH;
  private Instant free;

  private TaskResults(MessThread thread, List<DeliveryRow> rows) {
    this.thread = thread;
    this.rows = rows;
    this.requestor = thread.requestor().orElse("");
    this.free = Round.creation(thread).orElse(Instant.EPOCH);
  }

  /**
   * The results of a thread, in order.
   *
   * @param rows its deliveries, which tell when executors were told; history does so, too, later
   */
  static List<TaskResult> of(MessThread thread, List<DeliveryRow> rows) {
    TaskResults read = new TaskResults(thread, rows);
    thread.envelope().history().forEach(read::read);
    read.unrecorded();
    return read.results;
  }

  /** An end that only envelope and messages tell: other programs write so. */
  private void unrecorded() {
    Envelope envelope = thread.envelope();
    ThreadStatus status = envelope.status();
    if (!status.ended()) {
      return;
    }
    boolean recorded =
        envelope.history().stream()
            .anyMatch(entry -> ThreadStatus.of(entry.action()).filter(status::equals).isPresent());
    if (recorded || envelope.updated() == null) {
      return;
    }
    Conversation told = Conversation.of(thread);
    String by = told.holder();
    ThreadMessage claim = told.claim();
    if (by != null && by.equals(told.endedBy())) {
      if (claim != null && claim.received() != null) {
        hold(by, InstantRange.clamp(claim.received()));
      }
      read(status, by, InstantRange.clamp(envelope.updated()));
    }
  }

  private void read(HistoryEntry entry) {
    String by = entry.by();
    if (entry.at() == null || by == null) {
      return;
    }
    Instant at = InstantRange.clamp(entry.at());
    if (entry.action().equals(REDO)) {
      again();
    } else {
      ThreadStatus.of(entry.action()).ifPresent(status -> read(status, by, at));
    }
  }

  private void read(ThreadStatus status, String by, Instant at) {
    switch (status) {
      case CLAIMED, IN_PROGRESS, NEEDS_INPUT, NEEDS_CONFIRMATION, RETRYING -> hold(by, at);
      case COMPLETED -> end(by, at, TaskOutcome.COMPLETED);
      case PARTIAL -> end(by, at, TaskOutcome.PARTIAL);
      case FAILED -> end(by, at, TaskOutcome.FAILED);
      case EXPIRED -> expired(at);
      case PENDING, CANCELLED, DELEGATED, SUPERSEDED -> setFree(at);
      case DECLINED -> {
        if (by.equals(holder)) {
          setFree(at);
        }
      }
      case WAITING, HELD -> {}
    }
  }

  private boolean isExecutor(String by) {
    return !by.equals(requestor) && !by.equals(Conversation.EXCHANGE);
  }

  private void hold(String by, Instant at) {
    if (holder == null && isExecutor(by)) {
      holder = by;
      claimed = at;
    }
  }

  /** Who answers without a claim claims by it. */
  private void end(String by, Instant at, TaskOutcome outcome) {
    hold(by, at);
    String of = holder;
    if (of != null) {
      Instant offered = InstantRange.earlier(offered(of, at), claimed);
      List<String> capabilities = IndexRows.required(thread, MOST_CAPABILITIES);
      results.add(new TaskResult(results.size(), of, offered, claimed, at, outcome, capabilities));
    }
    setFree(at);
  }

  /** Nobody's, unless somebody had it. */
  private void expired(Instant at) {
    if (holder != null) {
      end(holder, at, TaskOutcome.FAILED);
    }
    setFree(at);
  }

  private void setFree(Instant at) {
    holder = null;
    free = at;
  }

  private void again() {
    if (!results.isEmpty() && results.getLast().answered()) {
      TaskResult last = results.removeLast();
      results.add(
          new TaskResult(
              last.number(),
              last.executor(),
              last.offered(),
              last.claimed(),
              last.ended(),
              TaskOutcome.REDO,
              last.capabilities()));
    }
  }

  /** When the executor was first told since the task was free; else since when it was free. */
  private Instant offered(String executor, Instant until) {
    Instant since = free;
    Stream<Instant> sent =
        rows.stream()
            .filter(row ->
                row.identity().kind() == NotificationKind.REQUEST
                    && row.identity().executor().equals(executor)
                    && row.state() == DeliveryState.DELIVERED)
            .flatMap(row -> begun(row).stream());
    Stream<Instant> noted =
        DispatchHistory.delivered(thread.envelope().history()).stream()
            .filter(
                each -> each.kind() == NotificationKind.REQUEST && each.executor().equals(executor))
            .map(DispatchHistory.Notified::at);
    return Stream.concat(sent, noted)
        .filter(at -> !at.isBefore(since) && !at.isAfter(until))
        .min(Instant::compareTo)
        .orElse(since);
  }

  /** When it was due: a service may answer in the response that delivers it. */
  private static Optional<Instant> begun(DeliveryRow row) {
    Instant due = InstantRange.later(row.created(), row.due());
    return Optional.ofNullable(row.settledAt()).map(settled -> InstantRange.earlier(due, settled));
  }

  /** The results of a thread where they may have changed; else none. */
  static List<TaskResult> news(
      MessThread thread, List<DeliveryRow> rows, @Nullable String statusBefore) {
    boolean same = Objects.equals(statusBefore, thread.envelope().status().code());
    return same && !redone(thread) ? List.of() : of(thread, rows);
  }

  private static boolean redone(MessThread thread) {
    for (HistoryEntry entry : thread.envelope().history()) {
      if (entry.action().equals(REDO)) {
        return true;
      }
    }
    return false;
  }
}
