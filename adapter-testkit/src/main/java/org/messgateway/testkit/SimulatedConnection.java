package org.messgateway.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The server's side of one connection of a {@link SocketSimulator}: HTTP/1.1 without a library. */
public final class SimulatedConnection {

  private static final int LINGER_SECONDS = 10;

  private final SocketSimulator server;
  private final Socket socket;
  private final InputStream in;
  private final CountDownLatch closing;
  private @Nullable RecordedRequest latest;

  SimulatedConnection(SocketSimulator server, Socket socket, CountDownLatch closing)
      throws IOException {
    this.server = server;
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.closing = closing;
  }

  /**
   * Reads and counts one request; empty when the client closed the connection. Requests that only
   * prepare it are answered meanwhile.
   */
  public Optional<RecordedRequest> readRequest() throws IOException {
    Optional<RecordedRequest> request = next();
    while (request.isPresent() && server.dialogue().prepares(request.get())) {
      send(server.dialogue().answer(request.get(), CannedResponse.empty(404)));
      request = next();
    }
    latest = request.orElse(null);
    return request;
  }

  private Optional<RecordedRequest> next() throws IOException {
    String start = line();
    if (start.isEmpty()) {
      return Optional.empty();
    }
    String[] parts = start.split(" ", 3);
    Map<String, List<String>> headers = headers();
    RecordedRequest request = new RecordedRequest(parts[0], parts[1], headers, body(headers));
    server.saw(request);
    return Optional.of(request);
  }

  private Map<String, List<String>> headers() throws IOException {
    Map<String, List<String>> headers = new TreeMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers
          .computeIfAbsent(
              line.substring(0, colon).toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
          .add(line.substring(colon + 1).strip());
    }
    return headers;
  }

  private byte[] body(Map<String, List<String>> headers) throws IOException {
    if (headers.containsKey("transfer-encoding")) {
      return chunks();
    }
    return exactly(
        Integer.parseInt(headers.getOrDefault("content-length", List.of("0")).getFirst()));
  }

  private byte[] chunks() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int size = chunk(); size > 0; size = chunk()) {
      body.write(exactly(size));
      line();
    }
    line();
    return body.toByteArray();
  }

  private int chunk() throws IOException {
    return Integer.parseInt(line().split(";", 2)[0].strip(), 16);
  }

  private byte[] exactly(int size) throws IOException {
    byte[] bytes = in.readNBytes(size);
    if (bytes.length < size) {
      throw new EOFException("the request ended early");
    }
    return bytes;
  }

  /** One line without its end; empty also at the end of the stream. */
  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      line.write(next);
    }
    return line.toString(ISO_8859_1).stripTrailing();
  }

  /** Writes a whole answer to the latest request. */
  public void answer(CannedResponse planned) throws IOException {
    RecordedRequest request = latest;
    send(request == null ? planned : server.dialogue().answer(request, planned));
  }

  private void send(CannedResponse response) throws IOException {
    writeHead(response, response.body().length);
    write(response.body());
  }

  /** Writes the status line and the headers with this content length. */
  public void writeHead(CannedResponse response, int contentLength) throws IOException {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + response.status() + " Simulated\r\n");
    response.headers().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    head.append("Content-Length: " + contentLength + "\r\n\r\n");
    write(head.toString().getBytes(ISO_8859_1));
  }

  /** Writes and flushes bytes. */
  public void write(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
    server.wrote(bytes.length);
  }

  /** Waits; shorter when the server is closed meanwhile. */
  public void pause(Duration pause) throws InterruptedException {
    if (pause.isPositive() && closing.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new InterruptedException("the server is closed");
    }
  }

  /** Waits until the client closes. */
  public void awaitEnd() throws IOException {
    in.transferTo(OutputStream.nullOutputStream());
  }

  /**
   * Makes the close wait until the client's system has acknowledged it, which takes longer on a
   * busy machine than a client's check.
   */
  public void closeAcknowledged() throws IOException {
    socket.setSoLinger(true, LINGER_SECONDS);
  }

  /** Ends the connection with a reset. */
  public void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }
}
