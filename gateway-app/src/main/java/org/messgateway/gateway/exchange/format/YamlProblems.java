package org.messgateway.gateway.exchange.format;

import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/** Explains errors of the YAML parser to the writer of the file. */
final class YamlProblems {

  /** A piece of the parser's complaint and what it means to the writer of the file. */
  private record Translation(String complaint, String words) {}

  private static final List<Translation> TRANSLATIONS =
      List.of(
          new Translation(
              "expected a single document",
              "another document begins here; the line before it must be exactly ---"),
          new Translation("'\\t' that cannot start", "a tab stands where blanks must be"),
          new Translation("'\\t(TAB)'", "a tab stands where blanks must be"),
          new Translation(
              "mapping values are not allowed",
              "a colon stands where no key can be; quote the text or check the indentation"),
          new Translation(
              "expected a comment or a line break", "text follows where the line must end"),
          new Translation("unexpected end of stream", "the text ends inside quotes"),
          new Translation("undefined alias", "an alias (*) has no anchor (&) before it"),
          new Translation(
              "could not find expected ':'", "a key has no colon, or a line is not indented"),
          new Translation(
              "expected <block end>", "this line does not fit the indentation before it"),
          new Translation("expected ',' or", "a [ or { is not closed, or a comma is missing"));

  /** YAML's limit for a key on one line, of JSON, too. */
  private static final int LONGEST_KEY = 1_024;

  private static final String LONG_KEY = "a key is longer than 1,024 characters; shorten it";

  private YamlProblems() {}

  static String inWords(MarkedYamlEngineException problem) {
    if (isLongKey(problem)) {
      return LONG_KEY;
    }
    String complaint = oneLine(problem.getContext()) + oneLine(problem.getProblem());
    for (Translation each : TRANSLATIONS) {
      if (complaint.contains(each.complaint())) {
        return each.words();
      }
    }
    return oneLine(problem.getProblem());
  }

  /** The parser forgets such a key, and complains of the colon behind it. */
  private static boolean isLongKey(MarkedYamlEngineException problem) {
    Optional<Mark> at = problem.getProblemMark();
    if (at.isEmpty()) {
      return false;
    }
    if (oneLine(problem.getProblem()).contains("could not find expected ':'")) {
      Optional<Mark> from = problem.getContextMark();
      return from.isPresent() && at.get().getIndex() - from.get().getIndex() > LONGEST_KEY;
    }
    return endsLongKey(at.get().getBuffer(), at.get().getPointer());
  }

  /** Whether a colon stands here, and more before it than a key may have. */
  private static boolean endsLongKey(int[] text, int colon) {
    if (colon >= text.length || text[colon] != ':') {
      return false;
    }
    int end = colon - 1;
    while (end > 0 && text[end] == ' ') {
      end--;
    }
    if (end < LONGEST_KEY) {
      return false;
    }
    boolean quoted = text[end] == '"' || text[end] == '\'';
    for (int i = end - 1; i > end - LONGEST_KEY; i--) {
      boolean begins =
          quoted ? text[i] == text[end] && text[i - 1] != '\\' : "{[,:\n".indexOf(text[i]) >= 0;
      if (begins) {
        return false;
      }
    }
    return true;
  }

  @SuppressWarnings("NullAway") // the parser's context and problem may be null
  private static String oneLine(String text) {
    return text == null ? "" : text.lines().findFirst().orElse("");
  }
}
