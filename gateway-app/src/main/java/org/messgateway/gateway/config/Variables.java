package org.messgateway.gateway.config;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Puts the environment into texts: {@code ${NAME}}, {@code ${NAME:-default}} when NAME is unset or
 * empty, and a doubled dollar before the brace for the two characters themselves.
 */
final class Variables {

  /** A default has at most 4,096 characters: else each open brace would be searched to the end. */
  private static final Pattern USE =
      Pattern.compile(
          "(?<escaped>\\$\\$\\{)"
              + "|\\$\\{(?<name>[A-Za-z_][A-Za-z0-9_]*)(?::-(?<fallback>[^}]{0,4096}+))?}"
              + "|(?<broken>\\$\\{)");

  private final @Nullable Map<String, String> environment;
  private final Problems problems;

  private Variables(@Nullable Map<String, String> environment, Problems problems) {
    this.environment = environment;
    this.problems = problems;
  }

  static Variables of(Map<String, String> environment, Problems problems) {
    return new Variables(Map.copyOf(environment), problems);
  }

  /**
   * Leaves texts as they are: a file that others may write must not be able to send our environment
   * to a URL of its choice.
   */
  static Variables none(Problems problems) {
    return new Variables(null, problems);
  }

  /** The same variables, for a look that nobody hears of. */
  Variables reportingTo(Problems others) {
    return new Variables(environment, others);
  }

  /** The text with everything in it replaced; empty when something is unset, which is reported. */
  Optional<String> expand(String path, Position at, String raw) {
    return environment == null || !raw.contains("${")
        ? Optional.of(raw)
        : expand(path, at, raw, environment);
  }

  private Optional<String> expand(
      String path, Position at, String raw, Map<String, String> values) {
    StringBuilder result = new StringBuilder();
    boolean complete = true;
    Matcher use = USE.matcher(raw);
    while (use.find()) {
      Optional<String> value = value(path, at, use, values);
      complete &= value.isPresent();
      use.appendReplacement(result, Matcher.quoteReplacement(value.orElse("")));
    }
    use.appendTail(result);
    return complete ? Optional.of(result.toString()) : Optional.empty();
  }

  private Optional<String> value(
      String path, Position at, Matcher use, Map<String, String> values) {
    if (use.group("escaped") != null) {
      return Optional.of("${");
    }
    String name = use.group("name");
    if (name == null) {
      problems.error(
          path,
          at,
          "this is no variable",
          "write ${NAME} or ${NAME:-default}, or $${ for the characters themselves");
      return Optional.empty();
    }
    return value(path, at, name, use.group("fallback"), values.getOrDefault(name, ""), values);
  }

  private Optional<String> value(
      String path,
      Position at,
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
