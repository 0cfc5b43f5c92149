package org.messgateway.gateway.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads {@code <home>/secrets.env}: lines of {@code NAME=value}, as a shell would source them when
 * nothing in them is to be expanded. Single quotes, double quotes and none are the same; a {@code
 * #} that begins a line begins a comment; {@code export} may stand before a name.
 */
public final class SecretsFile {

  /** The file's name in the home directory. */
  public static final String FILE = "secrets.env";

  private static final Pattern LINE =
      Pattern.compile("\\s*(?:export\\s+)?(?<name>[A-Za-z_][A-Za-z0-9_]*)=(?<value>.*)");

  private SecretsFile() {}

  /**
   * The environment, and under it the file's variables: what is set outside wins, so that a service
   * manager can override the file.
   *
   * @throws IOException when the file is there and cannot be read, or a line is none; its number is
   *     told, never what stands in it
   */
  public static Map<String, String> under(Map<String, String> environment, Path home)
      throws IOException {
    Map<String, String> merged = new HashMap<>();
    Path file = home.resolve(FILE);
    if (Files.exists(file)) {
      int number = 0;
      for (String line : Files.readAllLines(file)) {
        number++;
        put(line, number, merged);
      }
    }
    merged.putAll(environment);
    return merged;
  }

  private static void put(String line, int number, Map<String, String> into) throws IOException {
    if (line.isBlank() || line.stripLeading().startsWith("#")) {
      return;
    }
    Matcher written = LINE.matcher(line);
    if (!written.matches()) {
      throw new IOException(FILE + ":" + number + " is not of the form NAME=value");
    }
    into.put(written.group("name"), unquoted(written.group("value").strip()));
  }

  private static String unquoted(String value) {
    boolean quoted =
        value.length() >= 2
            && "\"'".indexOf(value.charAt(0)) >= 0
            && value.charAt(0) == value.charAt(value.length() - 1);
    return quoted ? value.substring(1, value.length() - 1) : value;
  }
}
