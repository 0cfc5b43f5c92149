package org.messgateway.gateway.answer;

import java.time.Instant;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.AnswerContext.AbleExecutors;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.protocol.Transitions.HeldBy;

/**
 * Status and holder of a thread as one message of an executor changes them, with the edit of the
 * envelope that says so. Used by one thread.
 */
final class StandingChange {

  private final MessThread thread;
  private final Conversation conversation;
  private final @Nullable Instant at;
  private final String speaker;
  private final AbleExecutors able;
  private ThreadStatus status;
  private @Nullable String holder;
  private EnvelopeEdit edit = EnvelopeEdit.NOTHING;
  private boolean claims;

  /**
   * @param message with sender and time
   */
  StandingChange(
      MessThread thread, Conversation conversation, ThreadMessage message, AbleExecutors able) {
    this.thread = thread;
    this.conversation = conversation;
    this.at = message.received();
    this.speaker = String.valueOf(message.from());
    this.able = able;
    this.status = conversation.status();
    this.holder = conversation.holder();
  }

  ThreadStatus status() {
    return status;
  }

  @Nullable String holder() {
    return holder;
  }

  /** Whether the speaker becomes the holder. */
  boolean claims() {
    return claims;
  }

  HeldBy heldBy() {
    if (holder == null) {
      return HeldBy.NOBODY;
    }
    return holder.equals(speaker) ? HeldBy.SPEAKER : HeldBy.ANOTHER;
  }

  void claim() {
    holder = speaker;
    claims = true;
    edit = edit.executor(speaker);
    become(ThreadStatus.CLAIMED);
  }

  void become(ThreadStatus code) {
    become(code, speaker);
  }

  private void become(ThreadStatus code, String by) {
    status = code;
    edit = edit.status(code).append(entry(code, by));
  }

  /**
   * The holder has the task no more; it is free where others are able.
   *
   * @param said how: declined, or failed
   */
  void giveBack(ThreadStatus said) {
    edit = edit.append(entry(said, speaker));
    if (othersAreAble()) {
      holder = null;
      edit = edit.executor(null);
      become(ThreadStatus.PENDING, Conversation.EXCHANGE);
    } else {
      status = said;
      edit = edit.status(said);
    }
  }

  /** One who does not have the task does not want it. */
  void pass(ThreadStatus code) {
    edit = edit.append(entry(code, speaker));
    if (speaker.equals(thread.envelope().executor())) {
      // The executor was the exchange's choice; now all others may claim.
      edit = edit.executor(null);
    }
    if (!othersAreAble()) {
      status = code;
      edit = edit.status(code);
    }
  }

  private boolean othersAreAble() {
    Set<String> declined = new HashSet<>(conversation.declined());
    declined.add(speaker);
    return !able.able(thread, declined).isEmpty();
  }

  private HistoryEntry entry(ThreadStatus code, String by) {
    return new HistoryEntry(code.code(), at, by, null);
  }

  private Instant now() {
    return Objects.requireNonNull(at);
  }

  /** The edit; empty when nothing changes. */
  EnvelopeEdit edit() {
    return edit.history().isEmpty() && edit.assignments().isEmpty() ? edit : edit.updated(now());
  }

  /** The edit of an envelope that does not name its holder yet, for one who is not the holder. */
  EnvelopeEdit repair() {
    if (thread.envelope().status() != ThreadStatus.PENDING) {
      return EnvelopeEdit.NOTHING;
    }
    String other = String.valueOf(holder);
    return EnvelopeEdit.NOTHING
        .status(ThreadStatus.CLAIMED)
        .executor(other)
        .updated(now())
        .append(entry(ThreadStatus.CLAIMED, other));
  }
}
