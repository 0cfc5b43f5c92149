package org.messgateway.gateway.answer;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;

/** The effect of a message on the thread, before anything is written. */
sealed interface AnswerDecision {

  /**
   * The message is written into the thread.
   *
   * @param edit of the envelope; empty when no status changes
   * @param status of the thread afterwards
   * @param holder afterwards
   * @param claims whether the message makes the speaker the holder
   * @param silent whether the message adds nothing to the thread
   * @param notes sentences for the sender about what is kept and has no effect
   */
  record Accept(
      EnvelopeEdit edit,
      ThreadStatus status,
      @Nullable String holder,
      boolean claims,
      boolean silent,
      List<String> notes)
      implements AnswerDecision {

    public Accept {
      notes = List.copyOf(notes);
    }
  }

  /**
   * Another executor holds the task; content is written into the thread as text.
   *
   * @param status of the thread
   * @param repair of an envelope that does not name its holder yet
   */
  record LostToHolder(String holder, ThreadStatus status, EnvelopeEdit repair)
      implements AnswerDecision {}

  /**
   * The thread has ended; content is written into the thread as text.
   *
   * @param holder who had the task when it ended; null for nobody
   */
  record AfterEnd(ThreadStatus status, @Nullable String holder) implements AnswerDecision {}

  /**
   * The message is refused and nothing is written.
   *
   * @param example an entry that would be right, as YAML; null for none
   * @param payload index of the payload that is refused
   */
  record Refuse(String sentence, @Nullable String example, int payload) implements AnswerDecision {}
}
