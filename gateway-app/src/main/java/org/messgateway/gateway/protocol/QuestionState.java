package org.messgateway.gateway.protocol;

import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;

/** The executor's open question, as messages are read in document order. */
final class QuestionState {

  private OpenQuestion question = OpenQuestion.NONE;
  private @Nullable String asker;

  /** Whether any go-ahead was asked for, in any round. */
  private boolean toConfirm;

  private boolean confirmed;

  /**
   * @param status {@code needs_input} or {@code needs_confirmation}
   */
  void asked(ThreadStatus status, String by) {
    boolean confirmation = status == ThreadStatus.NEEDS_CONFIRMATION;
    question = confirmation ? OpenQuestion.CONFIRMATION : OpenQuestion.INPUT;
    asker = by;
    toConfirm |= confirmation;
  }

  /** Who works on awaits no answer. */
  void worksOn(String by) {
    if (by.equals(asker)) {
      question = OpenQuestion.NONE;
    }
  }

  /** A question for input takes any reply, one for a go-ahead a yes or no. */
  void replied(@Nullable Boolean confirm) {
    if (question == OpenQuestion.INPUT) {
      question = OpenQuestion.NONE;
    } else if (question != OpenQuestion.NONE && confirm != null) {
      question = confirm ? OpenQuestion.NONE : OpenQuestion.REFUSED;
    }
    if (toConfirm && confirm != null) {
      confirmed = confirm;
    }
  }

  /** The task is free again. */
  void forget() {
    question = OpenQuestion.NONE;
    asker = null;
  }

  OpenQuestion now() {
    return question;
  }

  /** The requestor's last yes or no to any go-ahead that was asked for. */
  boolean confirmed() {
    return confirmed;
  }
}
