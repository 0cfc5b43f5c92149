package org.messgateway.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Processor time that Java spends on itself, on threads that no sample sees; by what Linux keeps of
 * each thread ({@code /proc/PID/task/TID/schedstat}, its first number in nanoseconds).
 *
 * @param compilers of the two that make machine code
 * @param collector of memory
 */
record JvmOverhead(Duration compilers, Duration collector) {

  private static final List<String> COMPILERS = List.of("C1 Compiler", "C2 Compiler");
  private static final List<String> COLLECTOR = List.of("GC Thread", "G1 ", "VM Thread");

  static JvmOverhead of(long pid) throws IOException {
    Duration compilers = Duration.ZERO;
    Duration collector = Duration.ZERO;
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid, "task"))) {
      for (Path thread : threads.toList()) {
        String name = read(thread.resolve("comm"));
        if (COMPILERS.stream().anyMatch(name::startsWith)) {
          compilers = compilers.plus(time(thread));
        } else if (COLLECTOR.stream().anyMatch(name::startsWith)) {
          collector = collector.plus(time(thread));
        }
      }
    }
    return new JvmOverhead(compilers, collector);
  }

  Duration all() {
    return compilers.plus(collector);
  }

  private static Duration time(Path thread) throws IOException {
    String first = read(thread.resolve("schedstat")).split(" ", 2)[0];
    return first.isEmpty() ? Duration.ZERO : Duration.ofNanos(Long.parseLong(first));
  }

  /** Empty when the thread has ended since it was listed. */
  private static String read(Path file) throws IOException {
    try {
      return Files.readString(file).strip();
    } catch (NoSuchFileException ended) {
      return "";
    }
  }
}
