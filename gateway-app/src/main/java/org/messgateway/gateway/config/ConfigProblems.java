package org.messgateway.gateway.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects mistakes and warnings, without secrets. For one thread. */
final class ConfigProblems {

  private static final Comparator<ConfigProblem> BY_PLACE =
      Comparator.comparing((ConfigProblem problem) -> problem.position().file())
          .thenComparingInt(problem -> problem.position().line())
          .thenComparingInt(problem -> problem.position().column());

  /** Shorter values are not hidden: they occur by chance in any sentence. */
  private static final int WORTH_HIDING = 6;

  private final List<ConfigProblem> errors = new ArrayList<>();
  private final List<ConfigProblem> warnings = new ArrayList<>();

  /** Longest first, so that a secret that holds another is hidden whole. */
  private final Map<String, String> concealed =
      new TreeMap<>(Comparator.comparingInt(String::length).reversed().thenComparing(text -> text));

  void error(String path, SourcePosition position, String what, String right) {
    errors.add(problem(path, position, what, right));
  }

  void warn(String path, SourcePosition position, String what, String right) {
    warnings.add(problem(path, position, what, right));
  }

  /** Hides a value: in all sentences from now on a replacement stands for it. */
  void conceal(String value, String shown) {
    if (value.length() >= WORTH_HIDING) {
      concealed.putIfAbsent(value, shown);
    }
  }

  /** Number of mistakes so far; compared before and after a section is read. */
  int count() {
    return errors.size();
  }

  List<ConfigProblem> errors() {
    return errors.stream().sorted(BY_PLACE).toList();
  }

  List<ConfigProblem> warnings() {
    return warnings.stream().sorted(BY_PLACE).toList();
  }

  /** Takes over the mistakes of an optional part, as warnings. */
  void warnOfAll(ConfigProblems others) {
    warnings.addAll(others.errors);
    warnings.addAll(others.warnings);
  }

  /** Takes over what costs an optional part, as warnings; where nothing does, its warnings. */
  void warnOfWhatCosts(ConfigProblems others) {
    warnings.addAll(others.errors.isEmpty() ? others.warnings : others.errors);
  }

  private ConfigProblem problem(String path, SourcePosition position, String what, String right) {
    return new ConfigProblem(path, position, hidden(what), hidden(right));
  }

  private String hidden(String text) {
    String result = text;
    for (Map.Entry<String, String> secret : concealed.entrySet()) {
      result = result.replace(secret.getKey(), secret.getValue());
    }
    return result;
  }
}
