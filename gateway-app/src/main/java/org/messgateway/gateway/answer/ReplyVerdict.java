package org.messgateway.gateway.answer;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.ServiceReply;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.queue.AttemptRow;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.QueueView;

/** What became of the answer in the body of a webhook's response, in words for its maker. */
public final class ReplyVerdict {

  private static final String REFUSED = "refused ";

  private ReplyVerdict() {}

  /** The idempotency key of an answer in the response to an attempt. */
  static String key(String delivery, int attempt) {
    return "reply:" + delivery + ":" + attempt;
  }

  /** The result that the journal keeps of one that was refused. */
  static String refused(String sentence) {
    return REFUSED + sentence;
  }

  /**
   * A sentence about an attempt's answer; empty where the attempt has none.
   *
   * @param identity of the delivery
   */
  public static Optional<String> of(QueueView queue, Identity identity, AttemptRow attempt) {
    return Optional.ofNullable(attempt.reply())
        .map(reply -> verdict(queue, identity, attempt, reply));
  }

  private static String verdict(
      QueueView queue, Identity identity, AttemptRow attempt, ServiceReply reply) {
    try {
      List<Map<String, @Nullable Object>> mess = MessBody.answer(reply);
      return mess.isEmpty()
          ? "No MESS list, so it counts for nothing."
          : queue
              .answerResult(
                  identity.exchange(),
                  identity.ref(),
                  identity.executor(),
                  key(attempt.delivery(), attempt.number()))
              .map(ReplyVerdict::sentence)
              .orElse("Not decided yet, or forgotten: the thread and the gateway's log tell.");
    } catch (ThreadFormatException e) {
      return "No MESS message: " + e.getMessage();
    }
  }

  private static String sentence(String result) {
    if (result.startsWith(REFUSED)) {
      return "Refused: " + result.substring(REFUSED.length());
    }
    String[] words = result.lines().findFirst().orElse("").split(" ", 3);
    boolean kept = words.length > 1 && Boolean.parseBoolean(words[1]);
    String rest = kept ? " What it says is in the thread." : "";
    return switch (words[0]) {
      case "taken" -> "It is in the thread.";
      case "held" -> "Too late: " + words[words.length - 1] + " had the task." + rest;
      case "over" -> "Too late: the task had ended." + rest;
      default -> "Not in the thread.";
    };
  }
}
