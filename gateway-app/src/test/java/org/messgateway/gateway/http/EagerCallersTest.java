package org.messgateway.gateway.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Many connections whose clients ask again as soon as they are answered. */
final class EagerCallersTest {

  private static final int CALLERS = 16 * Runtime.getRuntime().availableProcessors();
  private static final int TURNS = 20;
  private static final byte[] REQUEST =
      "GET /open HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII);

  private final CountDownLatch busy = new CountDownLatch(CALLERS);
  private volatile boolean done;

  /** So wait deliveries for the queue's writer, and all that waits for a time. */
  @Test
  void holdUpNobodyWhomAPlatformThreadWakes() throws Exception {
    try (HttpServer server =
            new HttpServer(
                new ListenAddress("127.0.0.1", 0, 1 << 20),
                List.of(rules -> rules.get("/open", (_, response) -> response.send("open"))));
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
      server.start();
      List<Future<?>> calls = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        calls.add(callers.submit(() -> ask(server.port())));
      }
      try {
        assertTrue(busy.await(60, TimeUnit.SECONDS));
        for (int i = 0; i < TURNS; i++) {
          CountDownLatch turn = new CountDownLatch(1);
          Thread.startVirtualThread(turn::countDown);
          assertTrue(turn.await(5, TimeUnit.SECONDS), "waits behind all requests");
        }
      } finally {
        done = true;
      }
      for (Future<?> each : calls) {
        each.get(60, TimeUnit.SECONDS);
      }
    }
  }

  /** Without a pause; the answers are short enough to come in one piece. */
  private void ask(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setTcpNoDelay(true);
      InputStream in = socket.getInputStream();
      byte[] answer = new byte[4096];
      for (int asked = 0; !done; asked++) {
        socket.getOutputStream().write(REQUEST);
        if (in.read(answer) < 0) {
          throw new IOException("the server hung up");
        }
        if (asked == 50) {
          busy.countDown();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
