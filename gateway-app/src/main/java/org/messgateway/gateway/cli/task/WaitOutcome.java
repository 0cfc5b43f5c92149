package org.messgateway.gateway.cli.task;

import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.protocol.OpenQuestion;

/** How a task stands for a script, and its exit status. */
enum WaitOutcome {
  /** Done, in part too; or answered while it goes on. */
  ANSWERED(0),
  /** It ended without being done: failed, declined, expired, or passed on to nobody. */
  NOT_DONE(3),
  /** It was withdrawn. */
  CANCELLED(4),
  /** Somebody waits for a reply of the requestor. */
  QUESTION(5),
  /** Nothing of these yet. */
  OPEN(6);

  private final int status;

  WaitOutcome(int status) {
    this.status = status;
  }

  /** Exit status of a command. */
  int status() {
    return status;
  }

  /** What a command waits for. A task that has ended ends each wait. */
  enum WaitGoal {
    /** A response, a question, or the end. */
    ANSWERED,
    /** The end, whatever is asked meanwhile. */
    ENDED,
    /** A question, or the end. */
    QUESTION
  }

  /** How a task stands for somebody with that goal. */
  static WaitOutcome of(FoundTask task, WaitGoal goal) {
    ThreadStatus status = task.thread().envelope().status();
    if (status.ended()) {
      return ended(status);
    }
    if (goal == WaitGoal.ENDED) {
      return OPEN;
    }
    if (asks(task)) {
      return QUESTION;
    }
    return goal == WaitGoal.ANSWERED && responded(task) ? ANSWERED : OPEN;
  }

  private static WaitOutcome ended(ThreadStatus status) {
    return status.succeeded() ? ANSWERED : status == ThreadStatus.CANCELLED ? CANCELLED : NOT_DONE;
  }

  private static boolean asks(FoundTask task) {
    OpenQuestion question = task.conversation().question();
    return question == OpenQuestion.INPUT
        || question == OpenQuestion.CONFIRMATION
        || !task.suggestions().isEmpty();
  }

  private static boolean responded(FoundTask task) {
    return task.thread().messages().stream()
        .filter(message -> !Conversation.EXCHANGE.equals(message.from()))
        .anyMatch(message -> !message.payloads(Payload.Response.class).isEmpty());
  }
}
