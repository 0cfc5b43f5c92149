package org.messgateway.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What another process of this machine has open, by Linux's {@code /proc}. */
record ProcessResources(long pid) {

  int descriptors() throws IOException {
    return entries("fd");
  }

  /** Threads of the system; virtual ones have none. */
  int threads() throws IOException {
    return entries("task");
  }

  private int entries(String folder) throws IOException {
    try (Stream<Path> entries = Files.list(Path.of("/proc/" + pid, folder))) {
      return (int) entries.count();
    }
  }
}
