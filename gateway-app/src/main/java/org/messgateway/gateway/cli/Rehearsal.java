package org.messgateway.gateway.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.messgateway.gateway.cli.command.TerminalWriter;
import org.messgateway.gateway.queue.jdbc.SqliteLibrary;

/**
 * A short life of a gateway in a home of its own, from {@code run} to the stop, for the Java that
 * watches it ({@code -XX:AOTCacheOutput}): what it learns makes later starts fast. All of it lies
 * in memory while a gateway runs: what few need of it, such as {@code mcp}, is left out. The
 * launcher's business; nobody is told of anything. Ends with 0 when all went as usual.
 */
final class Rehearsal {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration LOOK = Duration.ofMillis(50);

  /**
   * As agents ask, in a burst: so many that Java sees which ways through the code are the usual.
   */
  private static final int TASKS = 1500;

  private static final String THREAD =
      """
      ref: REF
      requestor: rehearsal
      executor: null
      status: pending
      created: NOW
      updated: NOW
      intent: rehearse
      history:
        - action: created
          at: NOW
          by: rehearsal
      ---
      from: rehearsal
      received: NOW
      channel: mcp
      MESS:
        - v: 1.0.0
        - request:
            id: REF
            intent: rehearse
            requires:
              - capability: rehearse
            context:
              - The text of a task, as long as they are: what stands where, and what to look out for.
              - |
                And a second one,
                of several lines.
            constraints:
              quality: normal
            response_hint:
              - text
      """;

  /** Long enough for most histories to be written; later ones take the same path. */
  private static final Duration HISTORY = Duration.ofSeconds(3);

  private final Path home;
  private final CountDownLatch told;
  private final int tasks;
  private final int robot;
  private final int port;

  private Rehearsal(Path home, CountDownLatch told, int tasks, int robot, int port) {
    this.home = home;
    this.told = told;
    this.tasks = tasks;
    this.robot = robot;
    this.port = port;
  }

  /**
   * Plays it.
   *
   * @param arguments the folder for what is kept, in which the home is made; how many tasks agents
   *     ask, where it is not as many as Java needs
   */
  public static void main(String[] arguments) {
    try {
      int tasks = arguments.length > 1 ? Integer.parseInt(arguments[1]) : TASKS;
      play(Path.of(arguments[0]), tasks);
    } catch (IOException | InterruptedException | RuntimeException e) {
      TerminalWriter.err().println("The rehearsal failed: " + e);
      System.exit(1);
    }
    // The gateway, which still runs, ends as by a signal.
    System.exit(0);
  }

  private static void play(Path folder, int tasks) throws IOException, InterruptedException {
    Path home = Files.createDirectories(folder.resolve("home"));
    Path library = Files.createDirectories(folder.resolve("native"));
    if (SqliteLibrary.keepIn(library)) {
      System.setProperty(SqliteLibrary.PATH, library.toString());
    }
    CountDownLatch told = new CountDownLatch(tasks);
    try (RehearsalRobot robot = RehearsalRobot.start(told)) {
      new Rehearsal(home, told, tasks, robot.port(), freePort()).play();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  private void play() throws IOException, InterruptedException {
    Files.writeString(
        home.resolve("config.yaml"),
        """
        http: { port: %d }
        executors:
          robot: { capabilities: [rehearse], notify: { webhook: "http://127.0.0.1:%d/" } }
        dispatch:
          webhook: { secret: rehearsal }
        """
            .formatted(port, robot));
    Thread.ofPlatform().daemon().name("rehearsal").start(this::run);
    await();
    for (int task = 0; task < tasks; task++) {
      ask("rehearsal-" + task);
    }
    awaitTold();
  }

  private void run() {
    Main.execute("run", "--home", home.toString());
  }

  /** Longest wait; on a busy machine a partial rehearsal is kept too. */
  private void awaitTold() throws IOException, InterruptedException {
    boolean all = told.await(LIMIT.toSeconds(), TimeUnit.SECONDS);
    if (!all && told.getCount() == tasks) {
      throw new IOException("nobody was told within " + LIMIT);
    }
    Thread.sleep(HISTORY);
  }

  private void await() throws IOException, InterruptedException {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!ready()) {
      if (System.nanoTime() - end > 0) {
        throw new IOException("not ready within " + LIMIT);
      }
      Thread.sleep(LOOK);
    }
  }

  private boolean ready() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      say(socket, "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      return new String(socket.getInputStream().readAllBytes(), UTF_8).startsWith("HTTP/1.1 200");
    } catch (IOException notYet) {
      return false;
    }
  }

  private void ask(String ref) throws IOException {
    Path folder = Files.createDirectories(home.resolve("state=received"));
    Path written = home.resolve(ref);
    String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    Files.writeString(written, THREAD.replace("REF", ref).replace("NOW", now));
    Files.move(written, folder.resolve(ref + ".messe-af.yaml"));
  }

  private static void say(Socket socket, String text) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(text.getBytes(UTF_8));
    out.flush();
  }
}
