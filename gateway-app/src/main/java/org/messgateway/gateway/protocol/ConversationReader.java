package org.messgateway.gateway.protocol;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.Claims.Claim;
import org.messgateway.gateway.protocol.Conversation.Reply;
import org.messgateway.gateway.protocol.Conversation.SignOfLife;

/** Reads a thread's messages in document order; one use. */
final class ConversationReader {

  private final MessThread thread;
  private final Envelope envelope;
  private final String requestor;
  private final boolean pending;
  private final Round.RoundCounter history;

  private final Claims claims = new Claims();
  private final List<Reply> replies = new ArrayList<>();
  private boolean historyApplied;
  private @Nullable String asker;
  private @Nullable String worker;
  private @Nullable String endedBy;
  private @Nullable SignOfLife heard;

  /** By the ids of their suggestions. */
  private final Map<String, String> suggesters = new HashMap<>();

  private final QuestionState question = new QuestionState();

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
    Optional<Claim> claim = claims.first(by -> !(pending && history.knowsClaimOf(by)));
    @Nullable String claimant = claim.map(Claim::by).orElse(null);
    return new Conversation(
        pending && claimant != null ? ThreadStatus.CLAIMED : envelope.status(),
        pending ? claimant : heldBy(claimant),
        claim.map(Claim::message).orElse(null),
        Round.of(thread),
        claims.passed(),
        endedBy(),
        replies,
        heard,
        confirmFirst() && !question.confirmed(),
        question.now());
  }

  /** By history, which names the end itself; messages may go on after it. */
  private @Nullable String endedBy() {
    if (!envelope.status().ended()) {
      return null;
    }
    @Nullable String by =
        envelope.history().stream()
            .filter(entry -> entry.by() != null)
            .filter(entry ->
                ThreadStatus.of(entry.action()).filter(envelope.status()::equals).isPresent())
            .reduce((_, last) -> last)
            .map(HistoryEntry::by)
            .orElse(endedBy);
    return requestor.equals(by) ? null : by;
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
    if (worker == null
        || blocked
        || worker.equals(Conversation.EXCHANGE)
        || worker.equals(requestor)) {
      return null;
    }
    return envelope.status().ended() || !claims.passed().contains(worker) ? worker : null;
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
        case Payload.Response response -> response(response, message);
        case Payload.Reply reply -> reply(reply, message);
        case Payload.Cancel _ -> endedBy = message.from();
        case Payload.Suggestion suggestion -> suggested(suggestion, message);
        case Payload.Review _ -> told(message, lastWorker(), true);
        case Payload.Request _, Payload.Ack _, Payload.UnknownPayload _ -> {}
      }
    }
    hear(message, eta);
  }

  /** A response that completed the thread stands alone, without a status that says so. */
  private void response(Payload.Response response, ThreadMessage message) {
    worker = speaker(response.executor(), message);
    if (envelope.status() == ThreadStatus.COMPLETED && !response.partial()) {
      endedBy = worker;
    }
  }

  private static @Nullable String speaker(@Nullable String named, ThreadMessage message) {
    return named != null ? named : message.from();
  }

  private void status(Payload.Status said, ThreadMessage message) {
    @Nullable ThreadStatus status = StatusCodes.status(said.code()).orElse(null);
    @Nullable String by = speaker(said.executor(), message);
    if (status == null || by == null) {
      return;
    }
    switch (status) {
      case PENDING -> free(by);
      case CLAIMED, IN_PROGRESS, RETRYING -> {
        question.worksOn(by);
        claim(status, by, message);
      }
      case NEEDS_INPUT, NEEDS_CONFIRMATION -> {
        asker = by;
        question.asked(status, by);
        claim(status, by, message);
      }
      case WAITING, HELD -> {}
      case DECLINED -> decline(by);
      case COMPLETED, PARTIAL -> {
        worker = by;
        endedBy = by;
      }
      case FAILED -> {
        endedBy = by;
        fail(by, Conversation.recoverable(said));
        worker = by;
      }
      case CANCELLED, EXPIRED, DELEGATED, SUPERSEDED -> endedBy = by;
    }
  }

  /** The holder's failure that others may make good counts as a pass, as giving back does. */
  private void fail(String by, boolean recoverable) {
    if (recoverable && by.equals(claims.holder())) {
      free(by);
    } else {
      claims.pass(by);
    }
  }

  private void claim(ThreadStatus status, String by, ThreadMessage message) {
    boolean named = status == ThreadStatus.CLAIMED || !by.equals(requestor);
    if (named && !by.equals(Conversation.EXCHANGE)) {
      claims.add(by, message);
    }
  }

  private void decline(String by) {
    endedBy = by;
    if (by.equals(claims.holder())) {
      free(by);
    } else {
      claims.pass(by);
    }
  }

  private void free(String by) {
    claims.free(by);
    forgetWork();
  }

  private void forgetWork() {
    asker = null;
    worker = null;
    question.forget();
  }

  /**
   * Begins the last round of history unless a message did. Entries without a time can be trusted
   * for a pending thread alone.
   */
  private void freedInHistory() {
    boolean told =
        history.freedAt() == null
            ? !pending || claims.rounds() >= history.rounds()
            : claims.isEmpty() && claims.rounds() >= history.rounds();
    if (!historyApplied && !told) {
      claims.begin();
      forgetWork();
    }
    historyApplied = true;
  }

  /** An answer of somebody else is no answer: only who asked decides. */
  private boolean answers(@Nullable String from) {
    return from == null
        || requestor.isEmpty()
        || from.equals(requestor)
        || from.equals(Conversation.EXCHANGE);
  }

  private void suggested(Payload.Suggestion suggestion, ThreadMessage message) {
    if (message.from() != null) {
      suggesters.put(
          SuggestionState.id(suggestion, thread.ref(), message.position()), message.from());
    }
  }

  /** Who did it; chosen executors stand in the envelope alone. */
  private @Nullable String lastWorker() {
    return envelope.executor() != null ? envelope.executor() : worker;
  }

  private void told(ThreadMessage message, @Nullable String to, boolean always) {
    boolean toItself = to == null || to.equals(message.from());
    replies.add(new Reply(message.position(), toItself ? null : to, message.received(), always));
  }

  private void reply(Payload.Reply reply, ThreadMessage message) {
    if (!answers(message.from())) {
      return;
    }
    if (reply.accept() != null) {
      Optional<String> suggester =
          reply.re().stream().flatMap(re -> Stream.ofNullable(suggesters.get(re))).findFirst();
      if (suggester.isPresent()) {
        told(message, suggester.get(), true);
        return;
      }
    }
    if (Conversation.EXCHANGE.equals(message.from())) {
      told(message, lastWorker(), true);
      return;
    }
    // Chosen executors stand in the envelope alone.
    @Nullable String holder = claims.holder();
    told(message, asker != null ? asker : holder != null ? holder : envelope.executor(), false);
    asker = null;
    question.replied(reply.confirm());
  }

  /** Messages of the exchange itself are no sign of life. */
  private void hear(ThreadMessage message, @Nullable Instant eta) {
    Instant at = message.received();
    if (at != null && !Conversation.EXCHANGE.equals(message.from())) {
      heard = new SignOfLife(message.position(), InstantRange.clamp(at), eta);
    }
  }

  private static @Nullable Instant eta(Payload.Status status, ThreadMessage message) {
    return status.expectedBy(message.received()).map(InstantRange::clamp).orElse(null);
  }
}
