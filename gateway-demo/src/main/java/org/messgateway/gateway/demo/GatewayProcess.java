package org.messgateway.gateway.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.cli.Main;

/**
 * The gateway of the demonstration: the command {@code run} in a process of its own, so that it can
 * be killed. It ends with this process, also when that is killed. Safe for all threads.
 */
final class GatewayProcess implements AutoCloseable {

  /** Time from a kill until it is started again by itself. */
  static final Duration DOWN = Duration.ofSeconds(15);

  /** Longer than a gateway needs to finish what is in flight. */
  private static final Duration TO_STOP = Duration.ofSeconds(16);

  private static final int LAST_LINES = 8;

  /** What a process is given to know that its parent lives: the end of its standard input. */
  private static final String LIFE = "-Dmess.life=/dev/fd/0";

  /** State of the process. */
  enum State {
    STARTING,
    READY,
    KILLED;

    String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What is known of it.
   *
   * @param pid of the process that runs, or ran last
   * @param since when it came into that state
   * @param again when it is started again; null while it runs
   */
  record Status(State state, long pid, Instant since, @Nullable Instant again) {}

  private final Path home;
  private final Path log;
  private final DemoEnvironment environment;
  private Process process;
  private Status status;

  /**
   * Starts it.
   *
   * @param environment knows whether the ways back are open, by which taps are heard
   */
  GatewayProcess(Path home, DemoEnvironment environment) throws IOException {
    this.home = home;
    this.log = home.resolve("gateway.log");
    this.environment = environment;
    this.process = started();
    this.status = new Status(State.STARTING, process.pid(), Instant.now(), null);
  }

  private Process started() throws IOException {
    environment.gatewayStarts();
    return new ProcessBuilder(command())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  /** As this process was started, so that what Java has learned of these classes is used again. */
  private List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(each -> !each.startsWith("-agentlib") && !each.startsWith("-javaagent"))
        .filter(each -> !each.startsWith("-Dmess.log"))
        .forEach(command::add);
    command.add("-Djdk.net.hosts.file=" + DemoHome.hosts(home));
    command.add(LIFE);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.addAll(List.of(Main.class.getName(), "run", "--home", home.toString()));
    return command;
  }

  /**
   * Looks after it, now and then: notices that it is ready or has ended, and starts it again when
   * it is time.
   *
   * @return what is known of it now
   */
  synchronized Status look() throws IOException {
    Instant again = status.again();
    if (again != null) {
      if (!Instant.now().isBefore(again)) {
        start();
      }
    } else if (!process.isAlive()) {
      ended();
    } else if (status.state() == State.STARTING && environment.connected()) {
      status = new Status(State.READY, process.pid(), Instant.now(), null);
    }
    return status;
  }

  /** One that never got ready would not the next time, either. */
  private void ended() throws IOException {
    if (status.state() == State.STARTING) {
      List<String> lines = Files.readAllLines(log, UTF_8);
      throw new IOException(
          "the gateway ended with status "
              + process.exitValue()
              + " before it was ready:\n"
              + String.join(
                  "\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size())));
    }
    down();
  }

  private void down() {
    Instant now = Instant.now();
    status = new Status(State.KILLED, process.pid(), now, now.plus(DOWN));
  }

  /** Ends it by SIGKILL, which no program can prepare for. Returns when it is gone. */
  synchronized void kill() throws InterruptedException {
    if (status.state() != State.KILLED) {
      process.destroyForcibly().waitFor();
      down();
    }
  }

  /** Starts it where it does not run. */
  synchronized void start() throws IOException {
    if (status.state() == State.KILLED) {
      process = started();
      status = new Status(State.STARTING, process.pid(), Instant.now(), null);
    }
  }

  /** Waits until its ways back are open. */
  void awaitReady(Duration atMost) throws IOException, InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    while (look().state() != State.READY) {
      if (System.nanoTime() > end) {
        throw new IOException("the gateway was not ready after " + atMost.toSeconds() + " s");
      }
      Thread.sleep(20);
    }
  }

  @Override
  public synchronized void close() {
    process.destroy();
    try {
      if (!process.waitFor(TO_STOP.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      // Its files are about to be deleted: it has to be gone before.
      process.destroyForcibly().onExit().join();
      Thread.currentThread().interrupt();
    }
  }
}
