package org.messgateway.gateway.answer;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.messgateway.api.mess.ThreadStatus;

/** A verdict as the journal keeps it, so that the same answer gets the same one for days. */
final class VerdictText {

  private static final String SPACE = " ";

  private VerdictText() {}

  /** Only of those that are kept: taken, held by another, over. */
  static String of(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Taken taken ->
          "taken " + taken.status().code() + SPACE + (taken.holder() == null ? "" : taken.holder());
      case Verdict.HeldByOther held -> "held " + held.kept() + SPACE + held.holder();
      case Verdict.Over over -> "over " + over.kept() + SPACE + over.status().code();
      case Verdict.Refused _, Verdict.Absent _, Verdict.NotNow _ ->
          throw new IllegalArgumentException(verdict + " is not kept");
    };
  }

  /**
   * The verdict of that text, as one given before.
   *
   * @param names from executors to what people call them
   */
  static Optional<Verdict> read(String text, UnaryOperator<String> names) {
    String[] words = text.split(SPACE, 3);
    if (words.length < 3) {
      return Optional.empty();
    }
    return switch (words[0]) {
      case "taken" ->
          ThreadStatus.of(words[1])
              .map(status -> new Verdict.Taken(status, words[2].isEmpty() ? null : words[2], true));
      case "held" ->
          Optional.of(
              new Verdict.HeldByOther(
                  words[2], names.apply(words[2]), Boolean.parseBoolean(words[1])));
      case "over" ->
          ThreadStatus.of(words[2])
              .map(status -> new Verdict.Over(status, Boolean.parseBoolean(words[1])));
      default -> Optional.empty();
    };
  }
}
