package org.messgateway.gateway.answer;

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
   */
  record Accept(
      EnvelopeEdit edit,
      ThreadStatus status,
      @Nullable String holder,
      boolean claims,
      boolean silent)
      implements AnswerDecision {}

  /**
   * Another executor holds the task; content is written into the thread as text.
   *
   * @param repair of an envelope that does not name its holder yet
   */
  record LostToHolder(String holder, EnvelopeEdit repair) implements AnswerDecision {}

  /** The thread has ended; content is written into the thread as text. */
  record AfterEnd(ThreadStatus status) implements AnswerDecision {}

  /** The message is refused and nothing is written. */
  record Refuse(String sentence) implements AnswerDecision {}
}
