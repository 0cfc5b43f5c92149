package org.messgateway.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;

/** How a {@link RawServer} behaves on one connection. Returning closes the connection. */
@FunctionalInterface
public interface Conduct {

  void serve(RawConnection connection) throws IOException, InterruptedException;

  /** Answers every request, connection kept open. */
  static Conduct answer(Answer answer) {
    return slow(answer, Duration.ZERO);
  }

  /** Answers every request after a while. */
  static Conduct slow(Answer answer, Duration delay) {
    return connection -> {
      while (connection.readRequest().isPresent()) {
        connection.pause(delay);
        connection.writeHead(answer, answer.body().length);
        connection.write(answer.body());
      }
    };
  }

  /** Answers one request properly and closes the connection while it lies idle at the client. */
  static Conduct answerAndHangUp(Answer answer) {
    return connection -> {
      connection.readRequest();
      connection.writeHead(answer, answer.body().length);
      connection.write(answer.body());
      connection.closeHeard();
    };
  }

  /** Reads the request and says nothing until the other side goes. */
  static Conduct hang() {
    return connection -> {
      connection.readRequest();
      connection.awaitEnd();
    };
  }

  /** Resets the connection (RST) without having read anything. */
  static Conduct resetBeforeReading() {
    return RawConnection::reset;
  }

  /** Reads the whole request, then resets the connection (RST). */
  static Conduct resetAfterReading() {
    return connection -> {
      connection.readRequest();
      connection.reset();
    };
  }

  /** Promises a body, sends half of it and closes. */
  static Conduct truncated(Answer answer) {
    return connection -> {
      connection.readRequest();
      connection.writeHead(answer, answer.body().length + 1_000);
      connection.write(Arrays.copyOf(answer.body(), answer.body().length / 2));
    };
  }

  /** Starts a proper answer and resets the connection right after the status line and headers. */
  static Conduct resetAfterHead(Answer answer) {
    return connection -> {
      connection.readRequest();
      connection.writeHead(answer, answer.body().length + 1_000);
      connection.pause(Duration.ofMillis(20));
      connection.reset();
    };
  }

  /** Status line and headers at once, then one blank every 20 ms without end. */
  static Conduct drip(Answer answer) {
    return connection -> {
      connection.readRequest();
      connection.writeHead(answer, 1_000_000);
      while (true) {
        connection.write(" ".getBytes(UTF_8));
        connection.pause(Duration.ofMillis(20));
      }
    };
  }

  /** A body of that many blanks, as fast as it is taken. */
  static Conduct flood(Answer answer, int bytes) {
    return connection -> {
      connection.readRequest();
      connection.writeHead(answer, bytes);
      byte[] blanks = new byte[64 * 1024];
      Arrays.fill(blanks, (byte) ' ');
      for (int sent = 0; sent < bytes; sent += blanks.length) {
        connection.write(blanks);
      }
    };
  }

  /** Says back in the body what it was told, as careless servers do, credentials included. */
  static Conduct echo(int status) {
    return connection -> {
      SeenRequest request = connection.readRequest().orElseThrow();
      Answer answer = Answer.text(status, "cannot take this: " + request);
      connection.writeHead(answer, answer.body().length);
      connection.write(answer.body());
    };
  }
}
