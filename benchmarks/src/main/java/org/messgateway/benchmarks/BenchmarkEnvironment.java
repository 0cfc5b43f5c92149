package org.messgateway.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/**
 * What all measurements have in common.
 *
 * @param distribution the gateway's folder with launcher and {@code lib}
 * @param peers others who do the same job, to be measured beside it
 * @param output where homes, logs and results go
 * @param quick only whether it works; the figures mean nothing
 * @param pairs how often each pair is run
 */
record BenchmarkEnvironment(
    Path distribution, List<Peer> peers, Path output, boolean quick, int pairs) {

  static final String KEY =
      "whsec_" + Base64.getEncoder().encodeToString("0123456789abcdef01234567".getBytes(US_ASCII));

  /** Posts in flight in a burst. */
  static final int CONCURRENCY = 64;

  BenchmarkEnvironment {
    peers = List.copyOf(peers);
  }

  /** Where PostgreSQL and its peer are, if they were fetched. */
  Path postgres() {
    return distribution.resolve("../../../../benchmarks/postgres").normalize();
  }

  /** The size of something. */
  int size(int full, int small) {
    return quick ? small : full;
  }

  Duration time(Duration full, Duration small) {
    return quick ? small : full;
  }

  /** How long nothing may arrive before the rest counts as lost. */
  Duration silence() {
    return Duration.ofSeconds(30);
  }

  /** A new folder that only its owner can enter, as a home must be. */
  Path folder(String name) throws IOException {
    return Files.createTempDirectory(
        Files.createDirectories(output),
        name + "-",
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }
}
