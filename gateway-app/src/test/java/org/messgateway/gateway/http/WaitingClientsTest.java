package org.messgateway.gateway.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.messgateway.gateway.http.limits.ClientWatch;

/** A request that waits ends when its client hangs up, and loses nothing when it does not. */
@Timeout(60)
final class WaitingClientsTest {

  private final Semaphore answer = new Semaphore(0);
  private final BlockingQueue<String> ends = new ArrayBlockingQueue<>(10);
  private final BlockingQueue<String> begins = new ArrayBlockingQueue<>(10);
  private HttpServer server;

  /** Waits until the test permits an answer. */
  private final class Waiting implements HttpService {
    @Override
    public void routing(HttpRules rules) {
      rules.get("/wait", this::waits).get("/now", (_, response) -> response.send("now"));
    }

    private void waits(ServerRequest request, ServerResponse response) {
      try (ClientWatch _ = ClientWatch.begin()) {
        begins.add("begun");
        answer.acquire();
        ends.add("answered");
        response.send("waited");
      } catch (InterruptedException e) {
        ends.add("interrupted");
        throw new ProblemException(503, "Not now", "The client is gone, or the server stops.");
      }
    }
  }

  @BeforeEach
  void start() throws IOException {
    server = new HttpServer(new ListenAddress("127.0.0.1", 0, 1 << 20), List.of(new Waiting()));
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Socket connected() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(20_000);
    return socket;
  }

  private static void ask(Socket socket, String... paths) throws IOException {
    StringBuilder requests = new StringBuilder();
    for (String path : paths) {
      requests.append("GET ").append(path).append(" HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }
    socket.getOutputStream().write(requests.toString().getBytes(US_ASCII));
  }

  /** The body of the next answer. */
  private static String read(BufferedReader in) throws IOException {
    int length = 0;
    for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
      if (line.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(line.substring(15).strip());
      }
    }
    char[] body = new char[length];
    int read = 0;
    while (read < length) {
      int more = in.read(body, read, length - read);
      assertTrue(more > 0, "the connection was closed");
      read += more;
    }
    return new String(body);
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
  }

  @Test
  void aClientThatHangsUpEndsItsWait() throws Exception {
    Socket socket = connected();
    ask(socket, "/wait");
    assertEquals("begun", begins.poll(20, TimeUnit.SECONDS));
    socket.close();
    assertEquals("interrupted", ends.poll(20, TimeUnit.SECONDS));
  }

  @Test
  void aConnectionGoesOnAfterAWait() throws Exception {
    try (Socket socket = connected()) {
      BufferedReader in = reader(socket);
      for (int turn = 0; turn < 3; turn++) {
        ask(socket, "/wait");
        assertEquals("begun", begins.poll(20, TimeUnit.SECONDS));
        answer.release();
        assertEquals("waited", read(in));
        ask(socket, "/now");
        assertEquals("now", read(in));
      }
    }
  }

  @Test
  void whatIsSentDuringAWaitIsTheNextRequest() throws Exception {
    try (Socket socket = connected()) {
      BufferedReader in = reader(socket);
      ask(socket, "/wait");
      assertEquals("begun", begins.poll(20, TimeUnit.SECONDS));
      ask(socket, "/now", "/wait", "/now");
      answer.release(2);
      assertEquals("waited", read(in));
      assertEquals("now", read(in));
      assertEquals("waited", read(in));
      assertEquals("now", read(in));
    }
  }

  @Test
  void ofRequestsThatComeInOnePieceTheLastOneHearsTheEnd() throws Exception {
    Socket socket = connected();
    ask(socket, "/wait", "/wait");
    assertEquals("begun", begins.poll(20, TimeUnit.SECONDS));
    answer.release();
    assertEquals("answered", ends.poll(20, TimeUnit.SECONDS));
    assertEquals("begun", begins.poll(20, TimeUnit.SECONDS));
    socket.close();
    assertEquals("interrupted", ends.poll(20, TimeUnit.SECONDS));
  }

  @Test
  void aStopEndsWaits() throws Exception {
    try (Socket socket = connected()) {
      ask(socket, "/wait");
      assertEquals("begun", begins.poll(20, TimeUnit.SECONDS));
      server.close();
      assertEquals("interrupted", ends.poll(20, TimeUnit.SECONDS));
    }
  }
}
