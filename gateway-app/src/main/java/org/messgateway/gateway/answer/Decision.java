package org.messgateway.gateway.answer;

import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;

/** What is to become of something said, decided on a thread as it stands. */
sealed interface Decision {

  /**
   * It goes into the thread.
   *
   * @param edit of the envelope; empty when no status changes
   * @param status of the thread afterwards
   * @param holder afterwards
   * @param claims whether it makes the speaker the holder
   * @param silent whether there is nothing in it that the thread does not say already
   */
  record Accept(
      EnvelopeEdit edit,
      ThreadStatus status,
      @Nullable String holder,
      boolean claims,
      boolean silent)
      implements Decision {}

  /**
   * Somebody else has it; content goes into the thread as text.
   *
   * @param repair of an envelope that does not know of its holder yet
   */
  record HeldByOther(String holder, EnvelopeEdit repair) implements Decision {}

  /** It has ended; content goes into the thread as text. */
  record Over(ThreadStatus status) implements Decision {}

  /** Nothing of it is taken. */
  record Refuse(String sentence) implements Decision {}
}
