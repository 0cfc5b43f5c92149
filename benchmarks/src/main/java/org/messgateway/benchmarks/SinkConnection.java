package org.messgateway.benchmarks;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.messgateway.api.http.WebhookSignature;

/** One kept-alive connection: as much of HTTP/1.1 as the clients here speak, and no more. */
final class SinkConnection implements Runnable {

  private static final byte[] NO_CONTENT = "HTTP/1.1 204 No Content\r\n\r\n".getBytes(ISO_8859_1);
  private static final int MOST = 1 << 20;
  private static final Duration DRIP = Duration.ofMillis(500);

  private final Socket socket;
  private final SinkState state;
  private byte[] buffer = new byte[4096];
  private int filled;

  SinkConnection(Socket socket, SinkState state) {
    this.socket = socket;
    this.state = state;
  }

  @Override
  public void run() {
    try (socket;
        InputStream in = socket.getInputStream();
        OutputStream out = socket.getOutputStream()) {
      while (answer(in, out)) {
        // The next request of this connection.
      }
    } catch (IOException e) {
      System.err.println("A connection broke: " + e);
    }
  }

  /** Returns false when the client has closed the connection. */
  private boolean answer(InputStream in, OutputStream out) throws IOException {
    int end = headEnd(in);
    if (end < 0) {
      return false;
    }
    String head = new String(buffer, 0, end, ISO_8859_1);
    int body = Integer.parseInt(header(head, "content-length", "0"));
    int total = end + 4 + body;
    while (filled < total) {
      if (!fill(in)) {
        return false;
      }
    }
    byte[] content = Arrays.copyOfRange(buffer, end + 4, total);
    if (head.startsWith("POST /hang") || head.startsWith("POST /drip")) {
      state.arrived(arrival(head, content));
      misbehave(head.startsWith("POST /drip"), in, out);
      return false;
    }
    out.write(answer(head, content));
    System.arraycopy(buffer, total, buffer, 0, filled - total);
    filled -= total;
    return true;
  }

  private void misbehave(boolean drips, InputStream in, OutputStream out) throws IOException {
    state.hold(1);
    try {
      if (drips) {
        drip(out);
      }
      while (in.read(buffer) >= 0) {
        // Until whoever asked goes away.
      }
    } finally {
      state.hold(-1);
    }
  }

  private static void drip(OutputStream out) throws IOException {
    out.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n".getBytes(ISO_8859_1));
    try {
      while (true) {
        PreciseDelay.of(DRIP);
        out.write('.');
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private byte[] answer(String head, byte[] body) {
    if (head.startsWith("GET /held")) {
      return text(Integer.toString(state.held()));
    }
    if (head.startsWith("GET /taken")) {
      return text(state.taken());
    }
    if (head.startsWith("GET ")) {
      return text(state.lines());
    }
    if (head.startsWith("DELETE ")) {
      state.forget();
    } else if (head.startsWith("PUT ")) {
      state.busy(Integer.parseInt(new String(body, ISO_8859_1)));
    } else if (state.busy() > 0) {
      return ("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nRetry-After: " + state.busy() + "\r\n\r\n")
          .getBytes(ISO_8859_1);
    } else {
      state.arrived(arrival(head, body));
    }
    return NO_CONTENT;
  }

  private SinkRequest arrival(String head, byte[] body) {
    long now = WallClock.nanos();
    String id = header(head, WebhookSignature.ID, "-");
    return new SinkRequest(header(head, "mess-ref", "-"), id, now, check(head, id, body));
  }

  private static byte[] text(String text) {
    return ("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: "
            + text.length()
            + "\r\n\r\n"
            + text)
        .getBytes(ISO_8859_1);
  }

  private SinkRequest.Signature check(String head, String id, byte[] body) {
    String given = header(head, WebhookSignature.SIGNATURE, "");
    if (given.isEmpty()) {
      return SinkRequest.Signature.NONE;
    }
    long at = Long.parseLong(header(head, WebhookSignature.TIMESTAMP, "0"));
    String right =
        WebhookSignature.header(id, Instant.ofEpochSecond(at), body, List.of(state.key()));
    return given.equals(right) ? SinkRequest.Signature.VALID : SinkRequest.Signature.FORGED;
  }

  /** Where the blank line begins; -1 at the end of the connection. */
  private int headEnd(InputStream in) throws IOException {
    int from = 0;
    while (true) {
      for (int i = from; i + 3 < filled; i++) {
        if (buffer[i] == '\r' && buffer[i + 1] == '\n' && buffer[i + 2] == '\r') {
          return i;
        }
      }
      from = Math.max(0, filled - 3);
      if (!fill(in)) {
        return -1;
      }
    }
  }

  private boolean fill(InputStream in) throws IOException {
    if (filled == buffer.length) {
      if (filled == MOST) {
        throw new IOException("a request of more than " + MOST + " bytes");
      }
      buffer = Arrays.copyOf(buffer, filled * 2);
    }
    int read = in.read(buffer, filled, buffer.length - filled);
    filled += Math.max(0, read);
    return read >= 0;
  }

  private static String header(String head, String name, String otherwise) {
    String search = "\n" + name + ":";
    for (int at = head.indexOf('\n'); at >= 0; at = head.indexOf('\n', at + 1)) {
      if (head.regionMatches(true, at, search, 0, search.length())) {
        int end = head.indexOf('\r', at);
        return head.substring(at + search.length(), end < 0 ? head.length() : end).strip();
      }
    }
    return otherwise;
  }
}
