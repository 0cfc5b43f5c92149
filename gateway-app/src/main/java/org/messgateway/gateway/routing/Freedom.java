package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;

/**
 * How often a thread has been free to claim, and since when this time: read off the thread alone,
 * so that it is the same after the queue was deleted.
 *
 * <p>The round grows by one each time somebody had the thread (claimed, in progress, asks, retries)
 * or it had ended, and it is pending again. Waiting and held prove nobody: an exchange says so of
 * threads no one ever had. Neither does a decline without a claim. Writers disagree on whether they
 * write history, messages or both, so both are read and the one that knows of more rounds counts;
 * an envelope that says pending although its history ends in somebody's hands was set free by hand.
 *
 * @param since null when the thread does not say it
 */
record Freedom(int round, @Nullable Instant since) {

  static Freedom of(MessThread thread) {
    Freedom byHistory = byHistory(thread.envelope());
    Freedom byMessages = byMessages(thread);
    if (byMessages.round > byHistory.round) {
      return byMessages;
    }
    return byHistory.since == null && byHistory.round == byMessages.round
        ? new Freedom(byHistory.round, byMessages.since)
        : byHistory;
  }

  /** When the thread came to be: its envelope's word, else the first time anything in it says. */
  static Optional<Instant> creation(MessThread thread) {
    Envelope envelope = thread.envelope();
    return Stream.of(
            Stream.ofNullable(envelope.created()),
            thread.messages().stream().flatMap(message -> Stream.ofNullable(message.received())),
            envelope.history().stream().flatMap(entry -> Stream.ofNullable(entry.at())))
        .flatMap(instants -> instants)
        .findFirst()
        .map(InstantRange::clamp);
  }

  private static Freedom byHistory(Envelope envelope) {
    Count count = new Count();
    for (HistoryEntry entry : envelope.history()) {
      count.add(entry.action(), entry.by(), entry.at());
    }
    count.standsAt(envelope);
    return count.freedom();
  }

  private static Freedom byMessages(MessThread thread) {
    Count count = new Count();
    for (ThreadMessage message : thread.messages()) {
      for (Payload.Status status : message.payloads(Payload.Status.class)) {
        String by = status.executor() == null ? message.from() : status.executor();
        count.add(status.code(), by, message.received());
      }
    }
    count.givenBackAt(thread.envelope());
    return count.freedom();
  }

  /** Reads statuses in order. */
  private static final class Count {

    private int round;
    private boolean held;
    private @Nullable String holder;
    private boolean over;
    private boolean givenBack;
    private @Nullable Instant givenBackAt;
    private @Nullable Instant since;

    void add(String code, @Nullable String by, @Nullable Instant at) {
      // "received" acknowledges; it reads as pending but sets nothing free.
      if (!code.equals("received")) {
        ThreadStatus.of(code).ifPresent(status -> add(status, by, at));
      }
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
      // Somebody has it again: it was free in between, whether anybody wrote that or not.
      free(givenBack, givenBackAt);
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

    void standsAt(Envelope envelope) {
      givenBackAt(envelope);
      free(held && envelope.status() == ThreadStatus.PENDING, envelope.updated());
    }

    /** A decline that ends the thread sets nothing free. */
    void givenBackAt(Envelope envelope) {
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
      }
    }

    Freedom freedom() {
      return new Freedom(round, since == null ? null : InstantRange.clamp(since));
    }
  }
}
