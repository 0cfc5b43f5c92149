package org.messgateway.gateway.cli.command;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Where a command's output goes, as far as its form depends on it. The launcher knows which of the
 * streams are terminals, and how wide; where it did not start this process, none is.
 *
 * @param columns of standard output; empty where lines are not cut: a file, a pipe, an unknown
 *     width
 * @param colours whether standard output takes colours
 * @param progress whether somebody looks at standard error while it is written
 */
public record Terminal(OptionalInt columns, boolean colours, boolean progress) {

  /** A narrower one than this is a mistake of whoever says so. */
  private static final int NARROWEST = 20;

  /** A file or a pipe. */
  public static final Terminal NONE = new Terminal(OptionalInt.empty(), false, false);

  /** That of this process. */
  public static Terminal here() {
    return of(
        System.getProperty("mess.terminal", ""),
        System.getProperty("mess.columns", ""),
        System.getenv());
  }

  /**
   * @param streams the numbers of those streams that are terminals: {@code 12}
   * @param columns of the terminal; empty when nobody knows
   */
  static Terminal of(String streams, String columns, Map<String, String> environment) {
    boolean out = streams.contains("1");
    boolean able = !environment.getOrDefault("TERM", "").equals("dumb");
    boolean wanted = environment.getOrDefault("NO_COLOR", "").isEmpty();
    return new Terminal(
        out ? width(columns) : OptionalInt.empty(),
        out && able && wanted,
        able && streams.contains("2"));
  }

  private static OptionalInt width(String columns) {
    try {
      int width = Integer.parseInt(columns);
      return width < NARROWEST ? OptionalInt.empty() : OptionalInt.of(width);
    } catch (NumberFormatException e) {
      return OptionalInt.empty();
    }
  }

  /** A table for it. */
  public Table table(Table.Column... columns) {
    return new Table(this, columns);
  }

  /** Ages and times of the place where the reader is. */
  public static LocalTimes times() {
    return new LocalTimes(Instant.now(), ZoneId.systemDefault());
  }
}
