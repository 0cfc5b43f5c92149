package org.messgateway.gateway.protocol;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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
 * The state of a thread as its envelope, history and messages tell it together: status, holder,
 * round, declines and replies. The only place that decides who the holder is. Source:
 * docs/rules.md#claims.
 *
 * <ul>
 *   <li>The executor in the envelope of a thread that is not pending has the task.
 *   <li>Where the envelope names nobody, the first claim of this round in document order holds,
 *       whoever claims later; programs without locks write so. {@code in_progress}, {@code
 *       retrying}, {@code needs_input} and {@code needs_confirmation} claim, too. {@code waiting}
 *       and {@code held} prove no holder.
 *   <li>On a pending thread such a claim counts only while history does not know of it: a pending
 *       envelope whose history ends with a claim was set free by hand.
 *   <li>The holder's decline sets the task free and begins a round, and counts as a pass in it.
 *   <li>A round also begins when history says so and no message does.
 * </ul>
 *
 * @param status the envelope's; {@link ThreadStatus#CLAIMED} for a pending thread with a claim that
 *     counts
 * @param holder executor who has the task or had it when it ended; null for nobody or unknown
 * @param claim message document that claims the task for this round, in document order the first
 *     that counts; null when there is none
 * @param round the thread's present round
 * @param declined executors who passed on the task in this round; they are not asked again in it
 * @param endedBy sender of the message that ended the thread; null while the thread is open, or
 *     when no message ended it
 * @param replies answers of the requestor, in document order
 * @param heard last message with a time of anybody but the exchange; null when there is none
 * @param unconfirmed whether the task must not be completed yet, because the requestor wants to
 *     confirm first and has not (protocol v1.1)
 */
public record Conversation(
    ThreadStatus status,
    @Nullable String holder,
    @Nullable ThreadMessage claim,
    Round round,
    Set<String> declined,
    @Nullable String endedBy,
    List<Reply> replies,
    @Nullable SignOfLife heard,
    boolean unconfirmed) {

  /** Sender of the exchange's own messages. */
  public static final String EXCHANGE = "exchange";

  public Conversation {
    declined = Set.copyOf(declined);
    replies = List.copyOf(replies);
  }

  /**
   * An answer of the requestor.
   *
   * @param position of its message document
   * @param to executor whom the reply concerns: the last asker, else the holder at that time; null
   *     for nobody
   */
  public record Reply(int position, @Nullable String to, @Nullable Instant at) {}

  /**
   * A message document as a sign of life.
   *
   * @param eta when the speaker expects to be done; null when the message does not say
   */
  public record SignOfLife(int position, Instant at, @Nullable Instant eta) {}

  public static Conversation of(MessThread thread) {
    return new ConversationReader(thread).read();
  }

  private static final class ConversationReader {

    private record Claim(String by, ThreadMessage message) {}

    private final MessThread thread;
    private final Envelope envelope;
    private final String requestor;
    private final boolean pending;
    private final Round.InHistory history;

    /** Of this round, in document order. */
    private final List<Claim> claims = new ArrayList<>();

    private final Set<String> declined = new HashSet<>();
    private final List<Reply> replies = new ArrayList<>();
    private int rounds;
    private boolean historyApplied;
    private @Nullable String asker;
    private @Nullable String worker;
    private @Nullable String endedBy;
    private @Nullable SignOfLife heard;
    private boolean toConfirm;
    private boolean confirmed;

    ConversationReader(MessThread thread) {
      this.thread = thread;
      this.envelope = thread.envelope();
      this.requestor = thread.requestor().orElse("");
      this.pending = envelope.status() == ThreadStatus.PENDING;
      this.history = Round.inHistory(envelope);
    }

    Conversation read() {
      for (ThreadMessage message : thread.messages()) {
        if (history.freedBefore(message)) {
          freedInHistory();
        }
        read(message);
      }
      freedInHistory();
      Optional<Claim> claim =
          claims.stream().filter(each -> !(pending && history.knowsClaimOf(each.by))).findFirst();
      @Nullable String claimant = claim.map(Claim::by).orElse(null);
      return new Conversation(
          pending && claimant != null ? ThreadStatus.CLAIMED : envelope.status(),
          pending ? claimant : heldBy(claimant),
          claim.map(Claim::message).orElse(null),
          Round.of(thread),
          declined,
          envelope.status().ended() && !requestor.equals(endedBy) ? endedBy : null,
          replies,
          heard,
          confirmFirst() && !confirmed);
    }

    private @Nullable String heldBy(@Nullable String claimant) {
      if (envelope.executor() != null) {
        return envelope.executor();
      }
      if (claimant != null) {
        return claimant;
      }
      // A blocked thread may have no holder; of all others somebody must have the task.
      boolean blocked =
          envelope.status() == ThreadStatus.WAITING || envelope.status() == ThreadStatus.HELD;
      if (worker == null || blocked || worker.equals(EXCHANGE) || worker.equals(requestor)) {
        return null;
      }
      return envelope.status().ended() || !declined.contains(worker) ? worker : null;
    }

    private boolean confirmFirst() {
      return envelope.confirmBefore()
          || thread.request().map(Payload.Request::confirmBefore).orElse(false);
    }

    private void read(ThreadMessage message) {
      @Nullable Instant eta = null;
      for (Payload payload : message.payloads()) {
        switch (payload) {
          case Payload.Status status -> {
            status(status, message);
            eta = eta(status, message);
          }
          case Payload.Response response -> worker = speaker(response.executor(), message);
          case Payload.Reply reply -> reply(reply, message);
          case Payload.Cancel _ -> endedBy = message.from();
          case Payload.Request _, Payload.Ack _, Payload.UnknownPayload _ -> {}
        }
      }
      hear(message, eta);
    }

    private static @Nullable String speaker(@Nullable String named, ThreadMessage message) {
      return named != null ? named : message.from();
    }

    private void status(Payload.Status said, ThreadMessage message) {
      ThreadStatus status = said.code().equals(StatusCodes.RECEIVED) ? null : said.status();
      @Nullable String by = speaker(said.executor(), message);
      toConfirm |= status == ThreadStatus.NEEDS_CONFIRMATION;
      if (status == null || by == null) {
        return;
      }
      switch (status) {
        case PENDING -> free(by);
        case CLAIMED, IN_PROGRESS, RETRYING -> claim(status, by, message);
        case NEEDS_INPUT, NEEDS_CONFIRMATION -> {
          asker = by;
          claim(status, by, message);
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
          pass(by);
        }
        case CANCELLED, EXPIRED, DELEGATED, SUPERSEDED -> endedBy = by;
      }
    }

    private @Nullable String first() {
      return claims.isEmpty() ? null : claims.getFirst().by;
    }

    private void claim(ThreadStatus status, String by, ThreadMessage message) {
      boolean named = status == ThreadStatus.CLAIMED || !by.equals(requestor);
      if (named && !by.equals(EXCHANGE)) {
        claims.add(new Claim(by, message));
      }
    }

    private void decline(String by) {
      endedBy = by;
      if (by.equals(first())) {
        free(by);
      } else {
        pass(by);
      }
    }

    /** A decline or failure of an executor that is not the holder. */
    private void pass(String by) {
      if (!by.equals(first())) {
        claims.removeIf(claim -> claim.by.equals(by));
        declined.add(by);
      }
    }

    /** A holder that gives the task back counts as a pass; a release by anybody else does not. */
    private void free(String by) {
      @Nullable String holder = first();
      if (holder != null) {
        begin();
        if (by.equals(holder)) {
          declined.add(by);
        }
      }
      asker = null;
      worker = null;
    }

    private void begin() {
      rounds++;
      claims.clear();
      declined.clear();
      asker = null;
      worker = null;
    }

    /**
     * Begins the last round of history unless a message did. Entries without a time can be trusted
     * for a pending thread alone.
     */
    private void freedInHistory() {
      boolean told =
          history.freedAt() == null
              ? !pending || rounds >= history.rounds()
              : claims.isEmpty() && rounds >= history.rounds();
      if (!historyApplied && !told) {
        begin();
      }
      historyApplied = true;
    }

    private void reply(Payload.Reply reply, ThreadMessage message) {
      // Chosen executors stand in the envelope alone.
      @Nullable String holder = first();
      String to = asker != null ? asker : holder != null ? holder : envelope.executor();
      boolean toItself = to == null || to.equals(message.from());
      replies.add(new Reply(message.position(), toItself ? null : to, message.received()));
      asker = null;
      if (toConfirm && reply.confirm() != null) {
        confirmed = reply.confirm();
      }
    }

    /** Messages of the exchange itself are no sign of life. */
    private void hear(ThreadMessage message, @Nullable Instant eta) {
      Instant at = message.received();
      if (at != null && !EXCHANGE.equals(message.from())) {
        heard = new SignOfLife(message.position(), InstantRange.clamp(at), eta);
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
  }
}
