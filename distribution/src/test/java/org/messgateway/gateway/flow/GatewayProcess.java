package org.messgateway.gateway.flow;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A command of the gateway in a process of its own, started as the launcher starts it. */
public final class GatewayProcess implements AutoCloseable {

  private static final Duration START = Duration.ofSeconds(60);
  private static final Pattern READY = Pattern.compile("Ready: .*http://localhost:(\\d+)");
  private static final Duration STOP = Duration.ofSeconds(40);

  private final Process process;
  private final Path log;

  private GatewayProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /** {@code run} in this home; its log goes to a file beside it. */
  public static GatewayProcess run(House house) throws IOException {
    return start(house.home(), "run", "--home", house.home().toString(), "--port", "0");
  }

  /** Any command. */
  public static GatewayProcess start(Path home, String... arguments) throws IOException {
    Path log = Files.createTempFile(home.toAbsolutePath().getParent(), "gateway-", ".log");
    List<String> command = new ArrayList<>(java());
    command.addAll(List.of(arguments));
    return new GatewayProcess(begin(command, log), log);
  }

  /** Any command, by the launcher of the distribution. */
  public static GatewayProcess launch(Path distribution, Path home, String... arguments)
      throws IOException {
    Path log = Files.createTempFile(home.toAbsolutePath().getParent(), "launcher-", ".log");
    List<String> command =
        new ArrayList<>(List.of(distribution.resolve("mess-gateway").toString()));
    command.addAll(List.of(arguments));
    return new GatewayProcess(begin(command, log), log);
  }

  /** {@code run} by the launcher of the distribution, with these options for Java. */
  public static GatewayProcess launch(Path distribution, House house, List<String> options)
      throws IOException {
    Path log = Files.createTempFile(house.home().toAbsolutePath().getParent(), "run-", ".log");
    String launcher = distribution.resolve("mess-gateway").toString();
    ProcessBuilder builder =
        building(List.of(launcher, "run", "--home", house.home().toString(), "--port", "0"), log);
    builder.environment().put("MESS_JAVA_OPTS", String.join(" ", options));
    return new GatewayProcess(builder.start(), log);
  }

  private static Process begin(List<String> command, Path log) throws IOException {
    return building(command, log).start();
  }

  private static ProcessBuilder building(List<String> command, Path log) {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    // Nothing is made beside a test; the build has made it before.
    builder.environment().put("MESS_AOT", Files.exists(learned()) ? "" : "off");
    return builder;
  }

  /** What Java learned of the distribution's classes: with it a start takes half the time. */
  private static Path learned() {
    return Path.of(System.getProperty("mess.distribution", ""), "aot", "gateway.aot");
  }

  /**
   * Whether a program that is started here ignores a signal, because its parent does: HUP below
   * nohup, INT in the background.
   */
  public static boolean ignores(String signal) throws IOException, InterruptedException {
    String script = "trap 'exit 7' %1$s; kill -%1$s $$; exit 0".formatted(signal);
    return new ProcessBuilder("sh", "-c", script).start().waitFor() != 7;
  }

  /** Java, and what starts a command in it as the launcher does. */
  public static List<String> java() {
    return List.of(
        ProcessHandle.current().info().command().orElseThrow(),
        "-XX:AOTCache=" + learned(),
        "-Xlog:aot*=off",
        "-Xms16m",
        "-Xmx512m",
        "-XX:+UseCompactObjectHeaders",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-XX:MaxTenuringThreshold=0",
        "--enable-native-access=ALL-UNNAMED",
        "-Djdk.nio.file.WatchService.maxEventsPerPoll=100000",
        "-cp",
        classPath(),
        "org.messgateway.gateway.cli.Main");
  }

  private static String classPath() {
    String distribution = System.getProperty("mess.distribution", "");
    Path lib = Path.of(distribution, "lib");
    return !distribution.isEmpty() && Files.isDirectory(lib)
        ? lib + File.separator + "*"
        : System.getProperty("java.class.path");
  }

  public GatewayProcess awaitReady() {
    Eventually.within(
        START,
        () -> "the gateway is ready; it said:\n" + log(),
        () -> log().contains("Ready: ") || !process.isAlive());
    if (!process.isAlive()) {
      throw new AssertionError("the gateway ended with " + process.exitValue() + ":\n" + log());
    }
    return this;
  }

  /** Where HTTP listens, after the last start. */
  public int port() {
    return READY
        .matcher(log())
        .results()
        .reduce((_, last) -> last)
        .map(ready -> Integer.parseInt(ready.group(1)))
        .orElseThrow(() -> new AssertionError("it says no port:\n" + log()));
  }

  /** How often it has become ready: more than once when its launcher started it again. */
  public long starts() {
    return READY.matcher(log()).results().count();
  }

  /** The process that was started, and below a launcher the gateway itself. */
  public List<Long> pids() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants())
        .map(ProcessHandle::pid)
        .toList();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public long pid() {
    return process.pid();
  }

  /** SIGKILL: nothing is finished, nothing is closed. */
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    awaitEnd();
  }

  /** SIGTERM. */
  public void askToStop() {
    process.destroy();
  }

  /** Its exit status. */
  public int awaitEnd() throws InterruptedException {
    if (!process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("the process did not end in " + STOP + ":\n" + log());
    }
    return process.exitValue();
  }

  /** All it has printed so far. */
  public String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new AssertionError("the log cannot be read", e);
    }
  }

  /** Lines of a stack trace: nobody who runs a gateway should see one. */
  public List<String> stackTrace() {
    return log()
        .lines()
        .filter(line -> line.matches("\\s+at [\\w.$/@]+\\(.*|Exception in thread.*"))
        .toList();
  }

  /** One line per attempt. */
  public List<String> attempts() {
    return log().lines().filter(line -> line.contains(" delivery=")).toList();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().orTimeout(STOP.toSeconds(), TimeUnit.SECONDS).join();
  }
}
