package org.messgateway.gateway.channels.discovery;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.stream.Stream;

/** A line of {@link JarStrikes}: what a jar did, and when. */
record Strike(Instant at, JarStrikes.Offence offence, JarStrikes.Jar jar, List<String> types) {

  private static final Duration DOUBTFUL = Duration.ofDays(1);

  /** An offence that cannot be another's counts until it is forgiven. */
  boolean counts(Instant now) {
    return offence != JarStrikes.Offence.DEATH || at.plus(DOUBTFUL).isAfter(now);
  }

  String line() {
    String known = types.isEmpty() ? "-" : String.join(",", types);
    return String.join(" ", at.toString(), offence.name(), jar.sha256(), known, shown(jar.name()));
  }

  static Stream<Strike> read(String line) {
    String[] words = line.split(" ", 5);
    if (words.length < 5) {
      return Stream.empty();
    }
    try {
      List<String> types = words[3].equals("-") ? List.of() : List.of(words[3].split(","));
      return Stream.of(
          new Strike(
              Instant.parse(words[0]),
              JarStrikes.Offence.valueOf(words[1]),
              new JarStrikes.Jar(words[4], words[2]),
              types));
    } catch (DateTimeParseException | IllegalArgumentException e) {
      return Stream.empty();
    }
  }

  /** One word as a file's name and in a line. */
  static String shown(String name) {
    return name.replaceAll("[\\p{Cntrl}/\\\\]", "?");
  }
}
