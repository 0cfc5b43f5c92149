package org.messgateway.gateway.faults.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The wall clock as somebody sets it wrong while the gateway runs: a file holds the seconds. The
 * clock of the file system stays as it is.
 */
public final class ShiftedClock {

  private static final String FILE = System.getProperty("mess.fault.clock", "");

  private ShiftedClock() {}

  /** Stands for {@link InstantSource#system}. */
  public static InstantSource system() {
    return FILE.isEmpty() ? InstantSource.system() : ShiftedClock::now;
  }

  private static Instant now() {
    try {
      return Instant.now().plusSeconds(Long.parseLong(Files.readString(Path.of(FILE)).strip()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
