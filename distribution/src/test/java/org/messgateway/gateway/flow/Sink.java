package org.messgateway.gateway.flow;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLDecoder;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A destination of webhooks on loopback: keeps what arrives and answers as its mood for that path
 * is. Every connection has a virtual thread; all end with {@link #close}.
 */
public final class Sink implements AutoCloseable {

  /** How a path answers. */
  public enum Mood {
    WELL,
    /** Reads everything and never answers. */
    HANGING,
    /** 503. */
    BUSY,
    /** Cuts the connection when it has read the head. */
    RESETTING,
    /** 200, a byte at a time. */
    DRIPPING,
    /** 404, as after a bad deploy. */
    LOST
  }

  private static final int BACKLOG = 1024;
  private static final Duration DRIP = Duration.ofMillis(40);

  private final int port;
  private final Duration answerAfter;
  private final Queue<Arrival> arrivals = new ConcurrentLinkedQueue<>();
  private final Map<String, Mood> moods = new ConcurrentHashMap<>();
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile CountDownLatch gate = new CountDownLatch(0);
  private volatile ServerSocket server;

  private Sink(ServerSocket server, Duration answerAfter) {
    this.server = server;
    this.port = server.getLocalPort();
    this.answerAfter = answerAfter;
  }

  /** One that answers at once. */
  public static Sink open() throws IOException {
    return open(Duration.ZERO);
  }

  /** One that takes its time for every answer, so that much is in flight. */
  public static Sink open(Duration answerAfter) throws IOException {
    Sink sink = new Sink(listening(0), answerAfter);
    sink.listen(sink.server);
    return sink;
  }

  /** One whose port is known and where nobody listens until {@link #comeBack}. */
  public static Sink refusing() throws IOException {
    Sink sink = new Sink(listening(0), Duration.ZERO);
    sink.refuse();
    return sink;
  }

  private static ServerSocket listening(int port) throws IOException {
    ServerSocket socket = new ServerSocket();
    socket.setReuseAddress(true);
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
    return socket;
  }

  public String url(String name) {
    return "http://127.0.0.1:" + port + "/" + name;
  }

  /** How this path answers from now on. */
  public void mood(String name, Mood mood) {
    moods.put("/" + name, mood);
  }

  /** All answers wait from now on. */
  public void holdAnswers() {
    gate = new CountDownLatch(1);
  }

  public void letAnswersGo() {
    gate.countDown();
  }

  /** Nobody listens any more; whoever is connected is cut off. */
  public void refuse() throws IOException {
    server.close();
    cutAll();
  }

  /** Listens again on the same port. */
  public void comeBack() throws IOException {
    server = listening(port);
    listen(server);
  }

  public List<Arrival> arrivals() {
    return List.copyOf(arrivals);
  }

  public List<Arrival> accepted() {
    return arrivals.stream().filter(Arrival::accepted).toList();
  }

  public List<Arrival> of(String ref) {
    return arrivals.stream().filter(arrival -> arrival.ref().equals(ref)).toList();
  }

  private void listen(ServerSocket socket) {
    Thread.ofVirtual().name("sink").start(() -> accept(socket));
  }

  private void accept(ServerSocket socket) {
    while (!socket.isClosed()) {
      try {
        Socket connection = socket.accept();
        connections.add(connection);
        Thread.ofVirtual().name("sink connection").start(() -> converse(connection));
      } catch (IOException e) {
        if (!socket.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  // The other side may vanish at any moment: it is killed on purpose.
  private void converse(Socket connection) {
    try (connection) {
      InputStream in = new BufferedInputStream(connection.getInputStream());
      boolean more = true;
      while (more) {
        String request = line(in);
        more = !request.isEmpty() && answered(connection, in, path(request));
      }
    } catch (IOException failure) {
      connections.remove(connection);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      connections.remove(connection);
    }
  }

  /** The second word of the request's line. */
  private static String path(String request) {
    int from = request.indexOf(' ') + 1;
    return request.substring(from, request.indexOf(' ', from));
  }

  private boolean answered(Socket connection, InputStream in, String path)
      throws IOException, InterruptedException {
    Map<String, String> headers = headers(in);
    Mood mood = moods.getOrDefault(path, Mood.WELL);
    if (mood == Mood.RESETTING) {
      keep(path, headers, "", false);
      connection.setSoLinger(true, 0);
      return false;
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      return false;
    }
    keep(path, headers, new String(body, UTF_8), mood == Mood.WELL || mood == Mood.DRIPPING);
    return switch (mood) {
      case WELL -> answer(connection, "200 OK");
      case BUSY -> answer(connection, "503 Service Unavailable");
      case LOST -> answer(connection, "404 Not Found");
      case DRIPPING -> drip(connection);
      case HANGING -> hang();
      case RESETTING -> throw new IllegalStateException("cut off before");
    };
  }

  private void keep(String path, Map<String, String> headers, String body, boolean accepted) {
    arrivals.add(
        new Arrival(
            headers.getOrDefault("webhook-id", ""),
            headers.getOrDefault("mess-kind", ""),
            path,
            decoded(headers.getOrDefault("mess-ref", "")),
            headers.getOrDefault("mess-respond", ""),
            body,
            Instant.now(),
            System.nanoTime(),
            accepted));
  }

  /** What is not ASCII comes percent-encoded. */
  private static String decoded(String header) {
    return URLDecoder.decode(header.replace("+", "%2B"), UTF_8);
  }

  private boolean answer(Socket connection, String status)
      throws IOException, InterruptedException {
    gate.await();
    if (closed.await(answerAfter.toNanos(), TimeUnit.NANOSECONDS)) {
      return false;
    }
    String text = "HTTP/1.1 " + status + "\r\ncontent-length: 0\r\n\r\n";
    connection.getOutputStream().write(text.getBytes(ISO_8859_1));
    connection.getOutputStream().flush();
    return true;
  }

  private boolean drip(Socket connection) throws IOException, InterruptedException {
    for (byte next : "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n".getBytes(ISO_8859_1)) {
      if (closed.await(DRIP.toNanos(), TimeUnit.NANOSECONDS)) {
        return false;
      }
      connection.getOutputStream().write(next);
      connection.getOutputStream().flush();
    }
    return true;
  }

  private boolean hang() throws InterruptedException {
    closed.await();
    return false;
  }

  private static Map<String, String> headers(InputStream in) throws IOException {
    Map<String, String> headers = new HashMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    return headers;
  }

  /** A line without its end; empty at the end of the head or of the connection. */
  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      if (next != '\r') {
        line.write(next);
      }
    }
    return line.toString(ISO_8859_1);
  }

  private void cutAll() throws IOException {
    for (Socket connection : connections) {
      connection.close();
    }
    connections.clear();
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    gate.countDown();
    server.close();
    cutAll();
  }
}
