package org.messgateway.gateway.protocol;

import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;

/**
 * The round of a thread: how often the task has become free to claim again, and since when. Derived
 * from the thread alone, so that it is the same after the queue was deleted.
 *
 * <p>A round begins when a thread that had a holder (claimed, in progress, asks, retries) or had
 * ended becomes pending again. {@code waiting} and {@code held} prove no holder: an exchange writes
 * them for threads that were never claimed. A decline without a claim begins none either. Writers
 * disagree on whether they write history, messages or both, so both are read and the one that knows
 * of more rounds counts. A pending envelope whose history ends with a holder was set free by hand.
 *
 * @param number 0 for a thread that was never set free
 * @param since when this round began; null when the thread does not say it
 */
public record Round(int number, @Nullable Instant since) {

  public static Round of(MessThread thread) {
    Round byHistory = byHistory(thread.envelope());
    Round byMessages = byMessages(thread);
    if (byMessages.number > byHistory.number) {
      return byMessages;
    }
    return byHistory.since == null && byHistory.number == byMessages.number
        ? new Round(byHistory.number, byMessages.since)
        : byHistory;
  }

  /**
   * Whether a failure set the thread free before; history has both entries, one after the other.
   */
  public static boolean wasRetried(Envelope envelope) {
    List<String> actions = envelope.history().stream().map(HistoryEntry::action).toList();
    return Collections.indexOfSubList(
            actions, List.of(ThreadStatus.FAILED.code(), ThreadStatus.PENDING.code()))
        >= 0;
  }

  /** The rounds that the entries of history tell. */
  static RoundCounter inHistory(Envelope envelope) {
    RoundCounter count = new RoundCounter();
    for (HistoryEntry entry : envelope.history()) {
      count.add(entry.action(), entry.by(), entry.at());
    }
    count.givenBackAt(envelope);
    return count;
  }

  /**
   * When the thread was created: by its envelope, else the first time that anything in it tells.
   */
  public static Optional<Instant> creation(MessThread thread) {
    Envelope envelope = thread.envelope();
    Instant first = envelope.created();
    for (int i = 0; first == null && i < thread.messages().size(); i++) {
      first = thread.messages().get(i).received();
    }
    for (int i = 0; first == null && i < envelope.history().size(); i++) {
      first = envelope.history().get(i).at();
    }
    return first == null ? Optional.empty() : Optional.of(InstantRange.clamp(first));
  }

  private static Round byHistory(Envelope envelope) {
    RoundCounter count = new RoundCounter();
    for (HistoryEntry entry : envelope.history()) {
      count.add(entry.action(), entry.by(), entry.at());
    }
    count.standsAt(envelope);
    return count.round();
  }

  private static Round byMessages(MessThread thread) {
    RoundCounter count = new RoundCounter();
    for (ThreadMessage message : thread.messages()) {
      for (Payload payload : message.payloads()) {
        if (payload instanceof Payload.Status status) {
          String by = status.executor() == null ? message.from() : status.executor();
          count.add(status.code(), by, message.received());
        }
      }
    }
    count.givenBackAt(thread.envelope());
    return count.round();
  }

  /** Reads statuses in order. */
  static final class RoundCounter {

    private int round;
    private boolean held;
    private @Nullable String holder;
    private boolean over;
    private boolean givenBack;
    private @Nullable Instant givenBackAt;
    private @Nullable Instant since;
    private final Set<String> holders = new HashSet<>();

    /** Number of rounds begun. */
    int rounds() {
      return round;
    }

    /** When the last one began; null when there is none with a time. */
    @Nullable Instant freedAt() {
      return since == null ? null : InstantRange.clamp(since);
    }

    /** Whether the last round began before the message was received. */
    boolean freedBefore(ThreadMessage message) {
      Instant freedAt = freedAt();
      Instant received = message.received();
      return freedAt != null && received != null && received.isAfter(freedAt);
    }

    /** Whether the executor claimed the thread since then. */
    boolean knowsClaimOf(String executor) {
      return holders.contains(executor);
    }

    private void add(String code, @Nullable String by, @Nullable Instant at) {
      // "received" acknowledges; it reads as pending but sets nothing free.
      StatusCodes.status(code).ifPresent(status -> add(status, by, at));
    }

    private void add(ThreadStatus status, @Nullable String by, @Nullable Instant at) {
      switch (status) {
        case PENDING -> free(held || over || givenBack, givenBack ? givenBackAt : at);
        case WAITING, HELD -> {}
        case DECLINED -> decline(by, at);
        case CLAIMED, IN_PROGRESS, NEEDS_INPUT, NEEDS_CONFIRMATION, RETRYING -> hold(by);
        case COMPLETED, PARTIAL, FAILED, CANCELLED, EXPIRED, DELEGATED, SUPERSEDED -> over = true;
      }
    }

    private void hold(@Nullable String by) {
      // A holder after a give-back: the thread was free in between, whether that was written or
      // not.
      free(givenBack, givenBackAt);
      if (by != null) {
        holders.add(by);
      }
      if (!held) {
        held = true;
        holder = by;
      }
    }

    private void decline(@Nullable String by, @Nullable Instant at) {
      if (held && by != null && by.equals(holder)) {
        held = false;
        givenBack = true;
        givenBackAt = at;
      }
    }

    private void standsAt(Envelope envelope) {
      givenBackAt(envelope);
      free(held && envelope.status() == ThreadStatus.PENDING, envelope.updated());
    }

    /** A decline that ends the thread sets nothing free. */
    private void givenBackAt(Envelope envelope) {
      free(givenBack && envelope.status() == ThreadStatus.PENDING, givenBackAt);
    }

    private void free(boolean again, @Nullable Instant at) {
      if (again) {
        round++;
        held = false;
        holder = null;
        over = false;
        givenBack = false;
        since = at;
        holders.clear();
      }
    }

    private Round round() {
      return new Round(round, freedAt());
    }
  }
}
