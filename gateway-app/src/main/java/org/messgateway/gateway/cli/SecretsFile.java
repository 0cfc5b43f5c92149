package org.messgateway.gateway.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code secrets.env}: {@code NAME=value}, one a line, nothing expanded. What stands in the
 * environment wins, so that a service manager can override the file.
 */
final class SecretsFile {

  private final Path file;

  SecretsFile(Path home) {
    this.file = home.resolve("secrets.env");
  }

  /** The process environment, and under it the file's variables. */
  Map<String, String> environment() {
    Map<String, String> variables = new HashMap<>(read());
    variables.putAll(System.getenv());
    return Map.copyOf(variables);
  }

  Map<String, String> read() {
    if (!Files.exists(file)) {
      return Map.of();
    }
    try {
      return parse(Files.readAllLines(file));
    } catch (IOException e) {
      throw Failure.usage(file + " cannot be read: " + e.getMessage());
    }
  }

  private Map<String, String> parse(List<String> lines) {
    Map<String, String> variables = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      int equals = line.indexOf('=');
      if (equals < 1) {
        // The line itself is not shown: it may be a secret that lost its name.
        throw Failure.usage(file + ":" + (i + 1) + ": expected NAME=value.");
      }
      String name = line.substring(0, equals).strip().replaceFirst("^export\\s+", "");
      variables.put(name, unquoted(line.substring(equals + 1).strip()));
    }
    return variables;
  }

  private static String unquoted(String value) {
    boolean quoted =
        value.length() >= 2
            && (value.startsWith("\"") && value.endsWith("\"")
                || value.startsWith("'") && value.endsWith("'"));
    return quoted ? value.substring(1, value.length() - 1) : value;
  }
}
