package org.messgateway.gateway.config;

import java.util.List;

/**
 * Says what is wrong with a configuration, for a terminal: by file and line, each with its cure.
 */
public final class ConfigReport {

  private static final String INDENT = "      ";

  private ConfigReport() {}

  /** All of it; empty when there is nothing to say. */
  public static String of(Loaded loaded) {
    return switch (loaded) {
      case Loaded.Valid valid -> block("warning", valid.warnings());
      case Loaded.Invalid invalid ->
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
    text.append("  ").append(problem.where());
    if (!problem.path().isEmpty()) {
      text.append("  ").append(problem.path());
    }
    text.append('\n').append(INDENT).append(problem.what()).append('\n');
    if (!problem.right().isEmpty()) {
      text.append(INDENT).append("-> ").append(problem.right()).append('\n');
    }
  }
}
