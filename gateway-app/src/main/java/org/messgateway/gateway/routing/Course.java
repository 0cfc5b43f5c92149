package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Durations;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.api.mess.Timestamps;

/**
 * How the conversation went: who has the task, who passed on it, who was answered, when somebody
 * was heard last. Read off the thread alone.
 *
 * <p>The first who claims a free task has it; who has it and declines gives it back, and counts as
 * one who passed on it in the round that begins then. Where the envelope names an executor of a
 * task that is not free, its word counts.
 *
 * @param holder who has it or had it when it ended; null when nobody has, or nobody knows
 * @param declined who passed on it in this round
 * @param endedBy who said the word that ended it; null while it is open, or when nobody said it
 * @param replies what the one who asks answered, in order
 * @param heard the last word that keeps a task from being quiet; null when there is none with a
 *     time
 */
record Course(
    @Nullable String holder,
    Set<String> declined,
    @Nullable String endedBy,
    List<Reply> replies,
    @Nullable Word heard) {

  private static final String EXCHANGE = "exchange";

  Course {
    declined = Set.copyOf(declined);
    replies = List.copyOf(replies);
  }

  /**
   * An answer of the one who asks.
   *
   * @param position of its message document
   * @param to whom it concerns: who asked last, else who had the task then; null for nobody
   */
  record Reply(int position, @Nullable String to, @Nullable Instant at) {}

  /**
   * Something that was said.
   *
   * @param eta when its speaker expects to be done; null when it does not say
   */
  record Word(int position, Instant at, @Nullable Instant eta) {}

  static Course of(MessThread thread) {
    Reader reader = new Reader(thread);
    thread.messages().forEach(reader::read);
    return reader.course();
  }

  private static final class Reader {

    private final MessThread thread;
    private final String requestor;
    private final Set<String> declined = new HashSet<>();
    private final List<Reply> replies = new ArrayList<>();
    private @Nullable String holder;
    private @Nullable String asker;
    private @Nullable String worker;
    private @Nullable String endedBy;
    private @Nullable Word heard;

    Reader(MessThread thread) {
      this.thread = thread;
      this.requestor = thread.requestor().orElse("");
    }

    void read(ThreadMessage message) {
      @Nullable Instant eta = null;
      for (Payload payload : message.payloads()) {
        switch (payload) {
          case Payload.Status status -> {
            status(status, speaker(status.executor(), message));
            eta = eta(status, message);
          }
          case Payload.Response response -> worker = speaker(response.executor(), message);
          case Payload.Reply _ -> reply(message);
          case Payload.Cancel _ -> endedBy = message.from();
          case Payload.Request _, Payload.Ack _, Payload.Other _ -> {}
        }
      }
      hear(message, eta);
    }

    private static @Nullable String speaker(@Nullable String named, ThreadMessage message) {
      return named != null ? named : message.from();
    }

    private void status(Payload.Status said, @Nullable String by) {
      ThreadStatus status = said.code().equals("received") ? null : said.status();
      if (status == null || by == null) {
        return;
      }
      switch (status) {
        case PENDING -> free(holder == null ? declined : by.equals(holder) ? Set.of(by) : Set.of());
        case CLAIMED, IN_PROGRESS, RETRYING -> hold(by);
        case NEEDS_INPUT, NEEDS_CONFIRMATION -> {
          asker = by;
          hold(by);
        }
        case WAITING, HELD -> {}
        case DECLINED -> decline(by);
        case COMPLETED, PARTIAL -> {
          worker = by;
          endedBy = by;
        }
        case FAILED -> {
          worker = by;
          endedBy = by;
          cannot(by);
        }
        case CANCELLED, EXPIRED, DELEGATED, SUPERSEDED -> endedBy = by;
      }
    }

    private void hold(String by) {
      if (holder == null) {
        holder = by;
      }
    }

    private void decline(String by) {
      endedBy = by;
      if (by.equals(holder)) {
        free(Set.of(by));
      } else {
        declined.add(by);
      }
    }

    /** Who does not have it and says that they cannot, passes on it. */
    private void cannot(String by) {
      if (!by.equals(holder)) {
        declined.add(by);
      }
    }

    private void free(Set<String> stillDeclined) {
      holder = null;
      asker = null;
      worker = null;
      declined.retainAll(stillDeclined);
      declined.addAll(stillDeclined);
    }

    private void reply(ThreadMessage message) {
      String to = asker != null ? asker : holder != null ? holder : chosen();
      boolean toItself = to == null || to.equals(message.from());
      replies.add(new Reply(message.position(), toItself ? null : to, message.received()));
      asker = null;
    }

    /** Where claims stand in the envelope alone. */
    private @Nullable String chosen() {
      return thread.envelope().executor();
    }

    /** What people say counts; what the exchange writes does not break a silence. */
    private void hear(ThreadMessage message, @Nullable Instant eta) {
      Instant at = message.received();
      if (at != null && !EXCHANGE.equals(message.from())) {
        heard = new Word(message.position(), InstantRange.clamp(at), eta);
      }
    }

    private static @Nullable Instant eta(Payload.Status status, ThreadMessage message) {
      Object eta = status.fields().get("eta");
      String text = eta == null ? "" : eta.toString();
      Optional<Instant> at = Timestamps.parse(text);
      Instant from = message.received();
      if (at.isEmpty() && from != null) {
        at = Durations.parse(text).map(takes -> InstantRange.plus(from, takes));
      }
      return at.map(InstantRange::clamp).orElse(null);
    }

    Course course() {
      Envelope envelope = thread.envelope();
      ThreadStatus status = envelope.status();
      return new Course(
          status == ThreadStatus.PENDING ? null : heldBy(envelope),
          declined,
          status.ended() && !requestor.equals(Objects.requireNonNullElse(endedBy, ""))
              ? endedBy
              : null,
          replies,
          heard);
    }

    private @Nullable String heldBy(Envelope envelope) {
      if (envelope.executor() != null) {
        return envelope.executor();
      }
      String known = holder != null ? holder : worker;
      return EXCHANGE.equals(known) || requestor.equals(known) ? null : known;
    }
  }
}
