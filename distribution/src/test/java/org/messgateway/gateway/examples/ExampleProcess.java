package org.messgateway.gateway.examples;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An example as its maker runs it: a process with its own folder, configured by environment. */
public final class ExampleProcess implements AutoCloseable {

  private static final Pattern LISTENS = Pattern.compile("listens on (http://\\S+)");
  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration STOP = Duration.ofSeconds(40);

  private final Process process;
  private final Path log;
  private final URI url;

  private ExampleProcess(Process process, Path log, URI url) {
    this.process = process;
    this.log = log;
    this.url = url;
  }

  /**
   * Starts it and waits until it listens.
   *
   * @param folder where it keeps its files, and its log
   * @param environment beside what it needs in any case
   */
  public static ExampleProcess start(
      List<String> command, Path folder, Map<String, String> environment) throws IOException {
    Path log = Files.createTempFile(folder, "example-", ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("PORT", "0");
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      return new ExampleProcess(process, log, listening(process, log));
    } catch (AssertionError | IOException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private static URI listening(Process process, Path log) throws IOException {
    long end = System.nanoTime() + START.toNanos();
    while (process.isAlive() && System.nanoTime() < end) {
      Matcher found = LISTENS.matcher(Files.readString(log));
      if (found.find()) {
        return URI.create(found.group(1));
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
    throw new AssertionError("the example does not listen; it said:\n" + Files.readString(log));
  }

  /** Where it takes webhooks. */
  public URI url() {
    return url;
  }

  /** All it has printed so far. */
  public String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new AssertionError("the log cannot be read", e);
    }
  }

  /** SIGKILL: nothing is finished, nothing is closed. */
  void kill() {
    process.destroyForcibly().onExit().orTimeout(STOP.toSeconds(), TimeUnit.SECONDS).join();
  }

  /** SIGTERM; waits for its end. */
  void stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("it did not stop in " + STOP + ":\n" + log());
    }
  }

  @Override
  public void close() {
    kill();
  }
}
