package org.messgateway.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;

/**
 * The behaviour of a {@link SocketSimulator} on one connection. The connection is closed when the
 * script returns.
 */
@FunctionalInterface
public interface ConnectionScript {

  void serve(SimulatedConnection connection) throws IOException, InterruptedException;

  /** Answers every request and keeps the connection open. */
  static ConnectionScript answer(CannedResponse response) {
    return slow(response, Duration.ZERO);
  }

  /** Answers every request after a delay. */
  static ConnectionScript slow(CannedResponse response, Duration delay) {
    return connection -> {
      while (connection.readRequest().isPresent()) {
        connection.pause(delay);
        connection.answer(response);
      }
    };
  }

  /** Answers one request and closes the connection while it is idle at the client. */
  static ConnectionScript answerAndHangUp(CannedResponse response) {
    return connection -> {
      connection.readRequest();
      connection.answer(response);
      connection.closeAcknowledged();
    };
  }

  /** Reads the request and sends nothing until the client closes. */
  static ConnectionScript hang() {
    return connection -> {
      connection.readRequest();
      connection.awaitEnd();
    };
  }

  /** Resets the connection (RST) without reading. */
  static ConnectionScript resetBeforeReading() {
    return SimulatedConnection::reset;
  }

  /** Reads the request, then resets the connection (RST). */
  static ConnectionScript resetAfterReading() {
    return connection -> {
      connection.readRequest();
      connection.reset();
    };
  }

  /** Announces a body, sends half of it and closes. */
  static ConnectionScript truncated(CannedResponse response) {
    return connection -> {
      connection.readRequest();
      connection.writeHead(response, response.body().length + 1_000);
      connection.write(Arrays.copyOf(response.body(), response.body().length / 2));
    };
  }

  /** Sends the status line and the headers, then resets the connection. */
  static ConnectionScript resetAfterHead(CannedResponse response) {
    return connection -> {
      connection.readRequest();
      connection.writeHead(response, response.body().length + 1_000);
      connection.pause(Duration.ofMillis(20));
      connection.reset();
    };
  }

  /** Sends the status line and the headers at once, then one blank every 20 ms without end. */
  static ConnectionScript drip(CannedResponse response) {
    return connection -> {
      connection.readRequest();
      connection.writeHead(response, 1_000_000);
      while (true) {
        connection.write(" ".getBytes(UTF_8));
        connection.pause(Duration.ofMillis(20));
      }
    };
  }

  /** Sends a body of this many blanks as fast as the client reads. */
  static ConnectionScript flood(CannedResponse response, int bytes) {
    return connection -> {
      connection.readRequest();
      connection.writeHead(response, bytes);
      byte[] blanks = new byte[64 * 1024];
      Arrays.fill(blanks, (byte) ' ');
      for (int sent = 0; sent < bytes; sent += blanks.length) {
        connection.write(blanks);
      }
    };
  }

  /** Repeats the request in the body, credentials included, as careless servers do. */
  static ConnectionScript echo(int status) {
    return connection -> {
      RecordedRequest request = connection.readRequest().orElseThrow();
      CannedResponse response = CannedResponse.text(status, "cannot take this: " + request);
      connection.writeHead(response, response.body().length);
      connection.write(response.body());
    };
  }
}
