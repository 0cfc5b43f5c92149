package org.messgateway.gateway;

import java.util.List;
import org.messgateway.gateway.answer.Answers;
import org.messgateway.gateway.answer.Requests;

/** Joins the thread side of the way back: what is said, until it is in the thread. */
final class AnswerSide {

  private final Answers answers;
  private final Requests requests;

  AnswerSide(Parts parts) {
    answers =
        answer -> {
          throw new UnsupportedOperationException("the way back is being built");
        };
    requests =
        message -> {
          throw new UnsupportedOperationException("the way back is being built");
        };
  }

  Answers answers() {
    return answers;
  }

  Requests requests() {
    return requests;
  }

  /** What has to be done again and again. */
  List<Chore> chores() {
    return List.of();
  }
}
