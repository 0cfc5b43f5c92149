package org.messgateway.gateway.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.messgateway.gateway.queue.jdbc.SqliteLibrary;

/**
 * A short life of a gateway in a home of its own, from the first command to the stop, for the Java
 * that watches it ({@code -XX:AOTCacheOutput}): what it learns makes later starts fast. The
 * launcher's business; nobody is told of anything. Ends with 0 when all went as usual.
 */
final class Rehearsal {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration LOOK = Duration.ofMillis(50);
  private static final Pattern LENGTH = Pattern.compile("(?i)\ncontent-length: *(\\d+)");

  /** Deliveries: enough to see the whole way, too few to count as the usual. */
  private static final int TASKS = 5;

  private final Path home;
  private final ServerSocket robot;
  private final int port;

  private Rehearsal(Path home, ServerSocket robot, int port) {
    this.home = home;
    this.robot = robot;
    this.port = port;
  }

  /**
   * Plays it.
   *
   * @param arguments the folder for what is kept; the home is made in it
   */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    Path home = Files.createDirectories(folder.resolve("home"));
    Path library = Files.createDirectories(folder.resolve("native"));
    if (SqliteLibrary.keepIn(library)) {
      System.setProperty(SqliteLibrary.PATH, library.toString());
    }
    try (ServerSocket robot = open()) {
      new Rehearsal(home, robot, freePort()).play();
    }
    // The gateway ends as by a signal.
    System.exit(0);
  }

  private static ServerSocket open() throws IOException {
    ServerSocket socket = new ServerSocket();
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return socket;
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = open()) {
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
            .formatted(port, robot.getLocalPort()));
    command("check");
    Thread.ofPlatform().daemon().name("rehearsal").start(() -> command("run"));
    await();
    for (int task = 0; task < TASKS; task++) {
      command("request", "Rehearse", "--requires", "rehearse");
      receive();
    }
    command("threads");
    command("deliveries");
  }

  private void command(String name, String... more) {
    String[] all = new String[more.length + 3];
    all[0] = name;
    System.arraycopy(more, 0, all, 1, more.length);
    all[more.length + 1] = "--home";
    all[more.length + 2] = home.toString();
    Main.execute(all);
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

  /** Takes one delivery, on a connection of its own. */
  private void receive() throws IOException {
    robot.setSoTimeout(Math.toIntExact(LIMIT.toMillis()));
    try (Socket socket = robot.accept()) {
      socket.setSoTimeout(Math.toIntExact(LIMIT.toMillis()));
      readRequest(socket.getInputStream());
      say(socket, "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
    }
  }

  private static void readRequest(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int read = in.read();
      if (read < 0) {
        throw new IOException("a request without an end");
      }
      head.append((char) read);
    }
    Matcher length = LENGTH.matcher(head);
    in.skipNBytes(length.find() ? Long.parseLong(length.group(1)) : 0);
  }

  private static void say(Socket socket, String text) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(text.getBytes(UTF_8));
    out.flush();
  }
}
