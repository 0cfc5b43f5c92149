package org.messgateway.gateway.config;

import java.util.List;
import org.messgateway.api.PlainText;

/**
 * The problems of a configuration as text for a terminal: by file and line, each with its remedy.
 */
public final class ConfigReport {

  private static final String INDENT = "      ";

  private ConfigReport() {}

  /** The whole report; empty when there are no problems. */
  public static String of(LoadResult loadResult) {
    return switch (loadResult) {
      case LoadResult.Valid valid -> block("warning", valid.warnings());
      case LoadResult.Invalid invalid ->
          block("mistake", invalid.problems()) + block("warning", invalid.warnings());
    };
  }

  private static String block(String word, List<ConfigProblem> problems) {
    if (problems.isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    text.append(problems.size()).append(' ').append(word);
    text.append(problems.size() == 1 ? ":\n" : "s:\n");
    problems.forEach(problem -> entry(text, problem));
    return text.append('\n').toString();
  }

  private static void entry(StringBuilder text, ConfigProblem problem) {
    String path = problem.path().isEmpty() ? "" : "  " + problem.path();
    line(text, "  ", problem.position() + path);
    line(text, INDENT, problem.what());
    if (!problem.right().isEmpty()) {
      line(text, INDENT + "-> ", problem.right());
    }
  }

  /** Names of files, keys and values are others' words, and stay on their line. */
  private static void line(StringBuilder text, String before, String words) {
    text.append(before).append(PlainText.line(words)).append('\n');
  }
}
