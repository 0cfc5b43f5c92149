package org.messgateway.gateway.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.flow.Arrival;
import org.messgateway.gateway.flow.Eventually;
import org.messgateway.gateway.flow.GatewayProcess;
import org.messgateway.gateway.flow.House;
import org.messgateway.gateway.flow.Request;
import org.messgateway.gateway.flow.Sink;

/**
 * One house with its gateway, whose threads go to two robots or to one executor that answers, and
 * what has to be true of it in the end.
 */
final class Scene implements AutoCloseable {

  /** Attempts that may be in flight at once. */
  static final int IN_FLIGHT = 12;

  /** Who answers. */
  static final String ANA = "ana";

  static final List<String> ROBOTS = List.of("roomba", "shop");

  private static final Duration SINK_TAKES = Duration.ofMillis(40);
  private static final Duration SETTLES = Duration.ofSeconds(30);

  private final Plan plan;
  private final String name;
  private final Path folder;
  private final House house;
  private final Sink sink;
  private final Answering answering;
  private final Doubts doubts = new Doubts();
  private final Set<Arrival.Told> expected = ConcurrentHashMap.newKeySet();
  private final List<String> broken = new ArrayList<>();
  private final long started = System.nanoTime();
  private @Nullable GatewayProcess gateway;
  private int kills;
  private Duration wrong = Duration.ZERO;
  private int threads;

  private Scene(Plan plan, String name, Path folder, House house, Answering.Neighbour neighbour)
      throws IOException {
    this.plan = plan;
    this.name = name;
    this.folder = folder;
    this.house = house;
    this.sink = Sink.open(SINK_TAKES);
    this.answering = new Answering(sink, ANA, neighbour);
  }

  /** A house whose home is its exchange. */
  static Scene of(Plan plan, String name) throws IOException {
    Path folder = folder(plan, name);
    House house = new House(Files.createDirectory(folder.resolve("home")));
    return of(plan, name, folder, house, (_, _) -> () -> {});
  }

  /** Any house in a folder of {@link #folder}. */
  static Scene of(Plan plan, String name, Path folder, House house, Answering.Neighbour neighbour)
      throws IOException {
    Scene scene = new Scene(plan, name, folder, house, neighbour);
    scene.configure();
    return scene;
  }

  static Path folder(Plan plan, String name) throws IOException {
    return Files.createTempDirectory(plan.output(), name.replaceAll("[^a-z]+", "-") + "-");
  }

  private void configure() throws IOException {
    house.configure(
        """
        exchange: { path: "%s" }
        executors:
          ana: { capabilities: [answers], notify: { webhook: "%s" } }
          roomba: { capabilities: [errands], notify: { webhook: "%s" } }
          shop: { capabilities: [errands], notify: { webhook: "%s" } }
        limits: { in_flight: %d }
        """
            .formatted(
                house.received().getParent(),
                sink.url(ANA),
                sink.url("roomba"),
                sink.url("shop"),
                IN_FLIGHT));
  }

  House house() {
    return house;
  }

  Sink sink() {
    return sink;
  }

  Doubts doubts() {
    return doubts;
  }

  Answering answering() {
    return answering;
  }

  Path folder() {
    return folder;
  }

  Random random() {
    return plan.random(name);
  }

  /** From now on threads are made by a clock that is wrong by so much. */
  void writersClock(Duration by) {
    wrong = by;
  }

  /** New threads, whole, in both forms. */
  void write(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      Request request = next();
      if (threads % 2 == 0) {
        house.put(request);
      } else {
        house.putFlat(request);
      }
    }
  }

  /** A thread that now has to be told; the caller writes it. Every third is one to answer. */
  Request next() {
    String ref = "2026-11-21-%04d".formatted(threads++);
    boolean answers = threads % 3 == 1;
    for (String executor : answers ? List.of(ANA) : ROBOTS) {
      expected.add(new Arrival.Told(ref, executor));
    }
    return Request.of(ref)
        .at(Instant.now().plus(wrong))
        .with("requires: [" + (answers ? "answers" : "errands") + "]");
  }

  /** A thread that the fault itself writes has to be told. */
  void expect(String ref, String executor) {
    expected.add(new Arrival.Told(ref, executor));
  }

  /** Starts it by its launcher; it need not be ready yet. */
  GatewayProcess start(String... options) throws IOException {
    GatewayProcess process = GatewayProcess.launch(plan.distribution(), house, List.of(options));
    gateway = process;
    return process;
  }

  /** Starts it and lets answers come. */
  GatewayProcess ready(String... options) throws IOException {
    GatewayProcess process = start(options).awaitReady();
    answering.at(process.port());
    return process;
  }

  /** Starts it unless it runs. */
  void readyAgain() throws IOException {
    if (gateway == null || !running().isAlive()) {
      ready();
    }
  }

  /** SIGKILL, at whatever it is doing. */
  void kill() throws IOException, InterruptedException, SQLException {
    GatewayProcess process = running();
    process.kill();
    stopped();
  }

  /** The process has been killed; what was in flight may come again. */
  void stopped() throws IOException, SQLException {
    answering.at(0);
    kills++;
    doubts.stopped(house, folder);
  }

  /** Lets it run out of memory, and waits until its launcher has started it again. */
  void exhaustMemory(Path trigger) throws IOException {
    long before = running().starts();
    answering.at(0);
    Files.createFile(trigger);
    Eventually.within(
        SETTLES.multipliedBy(2),
        () -> "it was started again; it said:\n" + running().log(),
        () -> running().starts() > before);
    answering.at(running().port());
    kills++;
    doubts.unknown(IN_FLIGHT);
  }

  /** SIGTERM, and its end. */
  void stop() throws InterruptedException {
    answering.at(0);
    running().askToStop();
    running().awaitEnd();
  }

  /** SIGSTOP for so long, then SIGCONT. */
  void suspend(Duration length) throws IOException, InterruptedException, SQLException {
    signal("STOP");
    kills++;
    doubts.stopped(house, folder);
    Thread.sleep(length);
    signal("CONT");
  }

  /** Sends a signal to it and its launcher. */
  void signal(String signal) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
    running().pids().forEach(pid -> command.add(Long.toString(pid)));
    int status = new ProcessBuilder(command).start().waitFor();
    if (status != 0) {
      throw new IOException("kill -" + signal + " ended with " + status);
    }
  }

  GatewayProcess running() {
    GatewayProcess process = gateway;
    if (process == null) {
      throw new IllegalStateException("it was not started");
    }
    return process;
  }

  /** A claim of this fault's own. */
  void claim(boolean holds, String otherwise) {
    if (!holds) {
      broken.add(otherwise);
    }
  }

  /** Waits until so many more have arrived. */
  void awaitArrivals(int count, Duration limit) {
    int enough = Math.min(sink.arrivals().size() + count, expected.size());
    Eventually.within(
        limit,
        () -> enough + " arrivals, but " + sink.arrivals().size(),
        () -> sink.arrivals().size() >= enough);
  }

  Counts counts() {
    return new Counts(house, sink, doubts, answering, Set.copyOf(expected));
  }

  /** Waits until all is told, answered and written down; whatever is missing then is counted. */
  void settle(Duration limit) {
    try {
      Eventually.within(limit, "all is done", () -> counts().complete());
    } catch (AssertionError late) {
      broken.add("not done within " + limit.toSeconds() + " s: " + counts().missing());
    }
  }

  /** Starts it where it does not run, waits for the end of all work and stops it in peace. */
  Row finish(Duration limit) throws IOException, InterruptedException {
    readyAgain();
    settle(limit);
    answering.rest();
    running().askToStop();
    running().awaitEnd();
    return row(running().log().contains("Stopped."));
  }

  /** What there is to count now. */
  Row row(boolean peaceful) {
    claim(peaceful, "it did not stop in peace");
    claim(running().stackTrace().isEmpty(), "its log has a stack trace");
    Counts counts = counts();
    broken.addAll(counts.broken());
    return new Row(
        name,
        kills,
        threads,
        expected.size(),
        counts.lost().size(),
        doubts.allowed(sink.arrivals()),
        counts.again(),
        answering.acknowledged().size(),
        counts.present(),
        (System.nanoTime() - started) / 1e9,
        "",
        broken.stream()
            .map(claim -> claim + " (" + folder.getFileName() + ")")
            .collect(Collectors.toList()));
  }

  /** How long threads may take that met no trouble. */
  static Duration settles() {
    return SETTLES;
  }

  @Override
  public void close() throws IOException {
    answering.close();
    GatewayProcess process = gateway;
    if (process != null) {
      process.close();
    }
    sink.close();
  }
}
