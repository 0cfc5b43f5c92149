package org.messgateway.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process of the run; what it prints goes to a file. Ended, at last by force, when closed. */
final class ChildProcess implements AutoCloseable {

  private static final Duration GOODBYE = Duration.ofSeconds(20);
  private static final Duration LOOK = Duration.ofMillis(10);

  private final Process process;
  private final Path log;

  private ChildProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  static ChildProcess start(Path log, Map<String, String> environment, List<String> command)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    return new ChildProcess(builder.start(), log);
  }

  /** The program that runs this one. */
  static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  /** A class of this class path in a JVM of its own. */
  static ChildProcess java(Path log, Class<?> main, String... args) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                java().toString(),
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseCompactObjectHeaders",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(List.of(args));
    return start(log, Map.of(), command);
  }

  /** Waits for a line that holds this; returns its first group. */
  String await(Pattern line, Duration limit) throws IOException, InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (true) {
      // Asked first: what it said last is read after it has ended.
      boolean ended = process.waitFor(LOOK);
      Matcher matcher = line.matcher(said());
      if (matcher.find()) {
        return matcher.groupCount() > 0 ? matcher.group(1) : matcher.group();
      }
      if (ended || System.nanoTime() - end > 0) {
        throw new IOException(
            (ended ? "It ended with " + process.exitValue() : "It took more than " + limit)
                + " before it said "
                + line
                + "; what it said is in "
                + log);
      }
    }
  }

  /** What it printed so far. */
  String said() throws IOException {
    return Files.readString(log, UTF_8);
  }

  long pid() {
    return process.pid();
  }

  /** CPU time so far. */
  Duration cpu() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      process.destroy();
      if (!process.waitFor(GOODBYE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      System.err.println("A process could not be told to end: " + e);
      process.destroyForcibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }
}
