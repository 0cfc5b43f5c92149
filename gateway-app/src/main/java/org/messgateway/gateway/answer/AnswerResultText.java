package org.messgateway.gateway.answer;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.messgateway.api.mess.ThreadStatus;

/**
 * An answer's result as text in the journal, so that a repeated answer gets the same result for 30
 * days.
 */
final class AnswerResultText {

  private static final String SPACE = " ";

  private AnswerResultText() {}

  /** Only of results that the journal keeps: accepted, held by another, thread ended. */
  static String of(AnswerResult result) {
    return switch (result) {
      case AnswerResult.Accepted taken ->
          "taken " + taken.status().code() + SPACE + (taken.holder() == null ? "" : taken.holder());
      case AnswerResult.HeldByOther held -> "held " + held.kept() + SPACE + held.holder();
      case AnswerResult.ThreadEnded over -> "over " + over.kept() + SPACE + over.status().code();
      case AnswerResult.Refused _, AnswerResult.NoSuchThread _, AnswerResult.TryAgainLater _ ->
          throw new IllegalArgumentException(result + " is not kept");
    };
  }

  /**
   * The result of a text, marked as repeated.
   *
   * @param names from executors' ids to their names
   */
  static Optional<AnswerResult> read(String text, UnaryOperator<String> names) {
    String[] words = text.split(SPACE, 3);
    if (words.length < 3) {
      return Optional.empty();
    }
    return switch (words[0]) {
      case "taken" ->
          ThreadStatus.of(words[1])
              .map(status ->
                  new AnswerResult.Accepted(status, words[2].isEmpty() ? null : words[2], true));
      case "held" ->
          Optional.of(
              new AnswerResult.HeldByOther(
                  words[2], names.apply(words[2]), Boolean.parseBoolean(words[1])));
      case "over" ->
          ThreadStatus.of(words[2])
              .map(status -> new AnswerResult.ThreadEnded(status, Boolean.parseBoolean(words[1])));
      default -> Optional.empty();
    };
  }
}
