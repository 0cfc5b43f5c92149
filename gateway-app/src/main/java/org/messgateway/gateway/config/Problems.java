package org.messgateway.gateway.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects all that is wrong, and keeps secrets out of it. Used by one thread. */
final class Problems {

  private static final Comparator<ConfigProblem> BY_PLACE =
      Comparator.comparing((ConfigProblem problem) -> problem.where().file())
          .thenComparingInt(problem -> problem.where().line())
          .thenComparingInt(problem -> problem.where().column());

  /** A shorter value stands by chance in any sentence. */
  private static final int WORTH_HIDING = 6;

  private final List<ConfigProblem> errors = new ArrayList<>();
  private final List<ConfigProblem> warnings = new ArrayList<>();

  /** Longest first, so that a secret that holds another is hidden whole. */
  private final Map<String, String> concealed =
      new TreeMap<>(Comparator.comparingInt(String::length).reversed().thenComparing(text -> text));

  void error(String path, Position where, String what, String right) {
    errors.add(problem(path, where, what, right));
  }

  void warn(String path, Position where, String what, String right) {
    warnings.add(problem(path, where, what, right));
  }

  /** From now on this value is shown as that. */
  void conceal(String value, String shown) {
    if (value.length() >= WORTH_HIDING) {
      concealed.putIfAbsent(value, shown);
    }
  }

  /** How many mistakes there are up to now: to see whether a piece was read without any. */
  int count() {
    return errors.size();
  }

  List<ConfigProblem> errors() {
    return errors.stream().sorted(BY_PLACE).toList();
  }

  List<ConfigProblem> warnings() {
    return warnings.stream().sorted(BY_PLACE).toList();
  }

  /** Takes what was wrong with something that costs only itself. */
  void warnOfAll(Problems others) {
    warnings.addAll(others.errors);
    warnings.addAll(others.warnings);
  }

  private ConfigProblem problem(String path, Position where, String what, String right) {
    return new ConfigProblem(path, where, hidden(what), hidden(right));
  }

  private String hidden(String text) {
    String result = text;
    for (Map.Entry<String, String> secret : concealed.entrySet()) {
      result = result.replace(secret.getKey(), secret.getValue());
    }
    return result;
  }
}
