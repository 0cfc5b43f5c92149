package org.messgateway.gateway.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A command to type next, as it works where the person is: the launcher as it was called, and the
 * home that this command was given.
 */
public final class CommandHint {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./~-]+");

  private final String launcher;
  private final List<String> home;

  /**
   * @param home words that tell where it is; none when commands find it without
   */
  private CommandHint(String launcher, List<String> home) {
    this.launcher = launcher;
    this.home = home;
  }

  /** Where the home was given on the command line. */
  public static CommandHint at(Path home) {
    return new CommandHint(launcher(), List.of("--home", home.toString()));
  }

  /** The folder in which commands find the home without {@code --home}. */
  public static CommandHint here() {
    return new CommandHint(launcher(), List.of());
  }

  /** As {@code mess-gateway} says how it was called; from a checkout it is called by this. */
  private static String launcher() {
    return System.getProperty("mess.launcher", "./mess-gateway");
  }

  /** The line to type. */
  public String to(String... words) {
    return quoted(launcher)
        + " "
        + Stream.concat(Stream.of(words), home.stream())
            .map(CommandHint::quoted)
            .collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
