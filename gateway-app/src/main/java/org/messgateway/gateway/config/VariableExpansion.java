package org.messgateway.gateway.config;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces variables of the environment in texts: {@code ${NAME}}, {@code ${NAME:-default}} when
 * NAME is unset or empty, and a doubled dollar before the brace for the two characters themselves.
 */
final class VariableExpansion {

  /** A default has 4,096 characters at most: else each open brace is searched to the end. */
  private static final Pattern USE =
      Pattern.compile(
          "(?<escaped>\\$\\$\\{)"
              + "|\\$\\{(?<name>[A-Za-z_][A-Za-z0-9_]*)(?::-(?<fallback>[^}]{0,4096}+))?}"
              + "|(?<broken>\\$\\{)");

  private final @Nullable Map<String, String> environment;
  private final ConfigProblems problems;

  private VariableExpansion(@Nullable Map<String, String> environment, ConfigProblems problems) {
    this.environment = environment;
    this.problems = problems;
  }

  static VariableExpansion of(Map<String, String> environment, ConfigProblems problems) {
    return new VariableExpansion(Map.copyOf(environment), problems);
  }

  /**
   * Replaces nothing: a file that others may write must not send variables of this process to a URL
   * of its choice.
   */
  static VariableExpansion none(ConfigProblems problems) {
    return new VariableExpansion(null, problems);
  }

  /** The value of a variable, from here on hidden in messages; empty where it has none. */
  Optional<String> variable(String name) {
    Optional<String> value =
        Optional.ofNullable(environment).map(all -> all.get(name)).filter(text -> !text.isBlank());
    value.ifPresent(text -> problems.conceal(text, "${" + name + "}"));
    return value;
  }

  /** The same variables, without reports. */
  VariableExpansion reportingTo(ConfigProblems others) {
    return new VariableExpansion(environment, others);
  }

  /** The text with all variables replaced; empty when one is unset, which is reported. */
  Optional<String> expand(String path, SourcePosition at, String raw) {
    return environment == null || !raw.contains("${")
        ? Optional.of(raw)
        : expand(path, at, raw, environment);
  }

  private Optional<String> expand(
      String path, SourcePosition at, String raw, Map<String, String> values) {
    StringBuilder result = new StringBuilder();
    boolean complete = true;
    Matcher use = USE.matcher(raw);
    while (use.find()) {
      if (use.group("broken") != null) {
        // One is enough to be told of; each of thousands would be searched for its end.
        problems.error(
            path,
            at,
            "this is no variable",
            "write ${NAME} or ${NAME:-default}, or $${ for the characters themselves");
        return Optional.empty();
      }
      Optional<String> value = value(path, at, use, values);
      complete &= value.isPresent();
      use.appendReplacement(result, Matcher.quoteReplacement(value.orElse("")));
    }
    use.appendTail(result);
    return complete ? Optional.of(result.toString()) : Optional.empty();
  }

  private Optional<String> value(
      String path, SourcePosition at, Matcher use, Map<String, String> values) {
    if (use.group("escaped") != null) {
      return Optional.of("${");
    }
    String name = Objects.requireNonNull(use.group("name"));
    return value(path, at, name, use.group("fallback"), values.getOrDefault(name, ""), values);
  }

  private Optional<String> value(
      String path,
      SourcePosition at,
      String name,
      @Nullable String fallback,
      String value,
      Map<String, String> values) {
    problems.conceal(value, "${" + name + "}");
    if (fallback != null && value.isEmpty()) {
      return Optional.of(fallback);
    }
    if (values.containsKey(name)) {
      return Optional.of(value);
    }
    problems.error(
        path,
        at,
        "the variable " + name + " is not set",
        "set it in secrets.env beside config.yaml, or write ${" + name + ":-} to go without");
    return Optional.empty();
  }
}
