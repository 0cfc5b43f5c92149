package org.messgateway.adapter.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.messgateway.adapter.mcp.McpAddress.Server;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what a child says on its standard error into the log: marked, cut, so many lines a minute,
 * and without the values of its environment.
 */
final class ChildErrors {

  private static final Logger log = LoggerFactory.getLogger(ChildErrors.class);
  private static final int LONGEST_LINE = 1_000;
  private static final int LINES_A_MINUTE = 60;
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  /** Shorter values hide too much of what is said, and no secret is as short. */
  private static final int SHORTEST_SECRET = 6;

  private final InputStream errors;
  private final String name;

  /** Lines of the environment's values, the longest first: one may be a part of another. */
  private final List<String> secrets;

  private long minute = System.nanoTime();
  private int lines;

  ChildErrors(InputStream errors, Server.Local server) {
    this.errors = errors;
    this.name = server.name();
    this.secrets =
        server.environment().values().stream()
            .flatMap(String::lines)
            .filter(value -> value.length() >= SHORTEST_SECRET)
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
  }

  /** Reads until the end. Whatever is not logged is read all the same, or the child would stop. */
  void read() {
    byte[] buffer = new byte[8 * 1024];
    StringBuilder line = new StringBuilder();
    try {
      for (int read = errors.read(buffer); read >= 0; read = errors.read(buffer)) {
        for (char each : new String(buffer, 0, read, StandardCharsets.UTF_8).toCharArray()) {
          if (each == '\n') {
            said(line.toString());
            line.setLength(0);
          } else if (line.length() < LONGEST_LINE) {
            line.append(each);
          }
        }
      }
    } catch (IOException e) {
      log.debug("The errors of {} broke off: {}", name, e.toString());
    }
    said(line.toString());
  }

  private void said(String line) {
    if (line.isBlank() || !counts()) {
      return;
    }
    log.info("{} says: {}", name, JsonRpc.line(withoutSecrets(line)));
  }

  private String withoutSecrets(String line) {
    String shown = line;
    for (String secret : secrets) {
      shown = shown.replace(secret, "[hidden]");
    }
    // A line that was cut may end in a part of one.
    return line.length() < LONGEST_LINE || secrets.isEmpty()
        ? shown
        : shown.substring(0, Math.max(0, shown.length() - secrets.getFirst().length()));
  }

  private boolean counts() {
    long now = System.nanoTime();
    if (now - minute > MINUTE) {
      minute = now;
      lines = 0;
    }
    lines++;
    if (lines == LINES_A_MINUTE) {
      log.info("{} says more than {} lines a minute; the rest is left out.", name, lines);
    }
    return lines < LINES_A_MINUTE;
  }
}
