package org.messgateway.gateway.exchange.format;

import java.util.List;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/** Puts what the YAML parser complains of into words that say what to look for. */
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

  private YamlProblems() {}

  static String inWords(MarkedYamlEngineException problem) {
    String complaint = oneLine(problem.getContext()) + oneLine(problem.getProblem());
    for (Translation each : TRANSLATIONS) {
      if (complaint.contains(each.complaint())) {
        return each.words();
      }
    }
    return oneLine(problem.getProblem());
  }

  @SuppressWarnings("NullAway") // the parser's context and problem may be null
  private static String oneLine(String text) {
    return text == null ? "" : text.lines().findFirst().orElse("");
  }
}
