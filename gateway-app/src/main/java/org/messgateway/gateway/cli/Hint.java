package org.messgateway.gateway.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A command to type next, as it works where the person is: the launcher as it was called, and the
 * home that this command was given.
 */
final class Hint {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./~-]+");

  private final String launcher;
  private final List<String> home;

  /**
   * @param home words that tell where it is; none when commands find it without
   */
  private Hint(String launcher, List<String> home) {
    this.launcher = launcher;
    this.home = home;
  }

  /** Where the home was given on the command line. */
  static Hint at(Path home) {
    return new Hint(launcher(), List.of("--home", home.toString()));
  }

  /** Where the home is found without being told. */
  static Hint here() {
    return new Hint(launcher(), List.of());
  }

  /** As {@code mess-gateway} says how it was called; from a checkout it is called by this. */
  private static String launcher() {
    return System.getProperty("mess.launcher", "./mess-gateway");
  }

  /** The line to type. */
  String to(String... words) {
    return quoted(launcher)
        + " "
        + Stream.concat(Stream.of(words), home.stream())
            .map(Hint::quoted)
            .collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
