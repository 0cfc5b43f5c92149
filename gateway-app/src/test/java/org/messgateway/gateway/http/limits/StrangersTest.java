package org.messgateway.gateway.http.limits;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.gateway.http.HttpServer;
import org.messgateway.gateway.http.ListenAddress;
import org.messgateway.gateway.http.ProblemException;
import org.messgateway.gateway.http.body.TransferPace;

/** Over raw sockets, with limits of a moment: who takes too much is cut off, others are served. */
@SuppressWarnings("AddressSelection") // Loopback is meant.
class StrangersTest {

  /** More than the buffers of a connection hold. */
  private static final int MAX_BODY = 20 << 20;

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final TransferPace PACE =
      new TransferPace(Duration.ofMillis(300), 100_000, Duration.ofMillis(600));

  private final List<Socket> sockets = new ArrayList<>();
  private final Semaphore held = new Semaphore(0);
  private final CountDownLatch unread = new CountDownLatch(1);
  private HttpServer server;

  private static ConnectionLimits bounds(int connections, int ofOnePeer, int requests) {
    return new ConnectionLimits(
        connections,
        ofOnePeer,
        true,
        ClientAddresses.DIRECT,
        requests,
        10,
        Duration.ofMillis(500),
        Duration.ofMillis(300),
        PACE,
        Duration.ofMillis(10));
  }

  /** For what must not fail on a slow machine. */
  private static ConnectionLimits patient(int connections) {
    return new ConnectionLimits(
        connections,
        100,
        true,
        ClientAddresses.DIRECT,
        100,
        10,
        PATIENCE,
        PATIENCE,
        TransferPace.DEFAULT,
        Duration.ofMillis(10));
  }

  @BeforeEach
  void start() throws IOException {
    server = server(bounds(100, 100, 100));
  }

  private HttpServer server(ConnectionLimits connectionLimits) throws IOException {
    HttpServer made =
        new HttpServer(
            new ListenAddress("127.0.0.1", 0, MAX_BODY), List.of(new Paths()), connectionLimits);
    made.start();
    return made;
  }

  private void restart(ConnectionLimits connectionLimits) throws IOException {
    server.close();
    server = server(connectionLimits);
  }

  private final class Paths implements HttpService {

    @Override
    public void routing(HttpRules rules) {
      rules
          .any("/ok", (_, response) -> response.send("ok"))
          .post("/read", Paths::read)
          .post("/refused", Paths::refuse)
          .get("/held", this::hold)
          .get("/large", this::large);
    }

    private static void read(ServerRequest request, ServerResponse response) throws IOException {
      try (InputStream body = request.content().inputStream()) {
        response.send(body.readAllBytes().length + " bytes");
      }
    }

    private static void refuse(ServerRequest request, ServerResponse response) {
      throw new ProblemException(413, "Too large", "This is too large.");
    }

    private void hold(ServerRequest request, ServerResponse response) throws Exception {
      held.acquire();
      response.send("held");
    }

    private void large(ServerRequest request, ServerResponse response) throws IOException {
      try (OutputStream out = response.outputStream()) {
        for (int i = 0; i < 4_096; i++) {
          out.write(new byte[16 << 10]);
        }
      } finally {
        unread.countDown();
      }
    }
  }

  @AfterEach
  void stop() throws IOException {
    held.release(1_000);
    for (Socket socket : sockets) {
      socket.close();
    }
    server.close();
  }

  @Test
  void aHeadThatTricklesInIsCutOff() throws Exception {
    Socket slow = open();
    send(slow, "GET /ok HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
    assertEquals("", trickle(slow));
    assertServed();
  }

  @Test
  void soIsAFirstLineThatTricklesIn() throws Exception {
    Socket slow = open();
    send(slow, "GET /");
    assertEquals("", trickle(slow));
    assertServed();
  }

  @Test
  void soIsABodyThatTricklesIn() throws Exception {
    Socket slow = open();
    send(slow, "POST /read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n");
    assertEquals("", trickle(slow));
    assertServed();
  }

  @Test
  void soIsABodyThatNobodyReads() throws Exception {
    Socket slow = open();
    send(slow, "POST /ok HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n");
    assertTrue(trickle(slow).startsWith("HTTP/1.1 200 OK"));
    assertServed();
  }

  /** As curl and browsers do: nothing is read before all is sent. */
  @ParameterizedTest
  @ValueSource(ints = {MAX_BODY, 2 * MAX_BODY})
  void whoSendsAllOfAnUnwantedBodyFirstReadsWhyItIsRefused(int length) throws Exception {
    restart(patient(100));
    Socket eager = open();
    send(
        eager,
        "POST /refused HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + length + "\r\n\r\n");
    OutputStream out = eager.getOutputStream();
    for (int sent = 0; sent < length; sent += 16 << 10) {
      out.write(new byte[16 << 10]);
    }
    assertTrue(all(eager).startsWith("HTTP/1.1 413"));
  }

  @Test
  void noBodyTakesLongerThanTheLongestWhateverItsPace() throws Exception {
    Socket steady = open();
    send(steady, "POST /read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n");
    assertEquals("", drip(steady, "a".repeat(3_000)));
    assertServed();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "GET /ok HTTP/1.1\r\nHost:",
        "POST /read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc"
      })
  void whoFallsSilentIsCutOff(String begun) throws Exception {
    Socket silent = open();
    send(silent, begun);
    assertEquals("", all(silent));
    assertServed();
  }

  @Test
  void whoDoesNotReadTheAnswerIsCutOff() throws Exception {
    send(open(), "GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assertTrue(unread.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    assertServed();
  }

  @Test
  void whoKeepsAConnectionIsServedAgainAndAgain() throws Exception {
    restart(patient(100));
    Socket kept = open();
    for (int i = 0; i < 3; i++) {
      send(kept, "POST /read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc");
      assertTrue(until(kept, "3 bytes").startsWith("HTTP/1.1 200 OK"));
    }
  }

  @Test
  void whoAsksBeforeSendingHasTheTimeOfABody() throws Exception {
    restart(patient(100));
    Socket asking = open();
    send(
        asking,
        String.join(
            "\r\n",
            "POST /read HTTP/1.1",
            "Host: localhost",
            "Expect: 100-continue",
            "Content-Length: 6",
            "",
            ""));
    assertTrue(until(asking, "\r\n\r\n").startsWith("HTTP/1.1 100 Continue"));
    send(asking, "abcdef");
    assertTrue(until(asking, "6 bytes").startsWith("HTTP/1.1 200 OK"));
  }

  @Test
  void oneAddressHasNoMoreThanItsShareOfConnections() throws Exception {
    restart(bounds(100, 3, 100));
    for (int i = 0; i < 3; i++) {
      busy();
    }
    assertProblem(429, all(open()));
    held.release(3);
    String answer = "";
    for (long end = end(); !answer.contains(" 200 ") && System.nanoTime() < end; ) {
      answer = asked();
    }
    assertTrue(answer.endsWith("ok"), answer);
  }

  @Test
  void whenAllPlacesAreBusyOneMoreIsToldSo() throws Exception {
    restart(bounds(3, 100, 100));
    for (int i = 0; i < 3; i++) {
      busy();
    }
    assertProblem(503, all(open()));
    send(open(), "GET /ok HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }

  @Test
  void idleConnectionsMakePlaceForThoseWhoAskSomething() throws Exception {
    restart(patient(3));
    Socket longest = open();
    String before = "GET /ok HTTP/1.1\r\nHost: localhost\r\n\r\n";
    send(longest, before);
    until(longest, "ok");
    for (int i = 0; i < 2; i++) {
      Socket idle = open();
      send(idle, before);
      until(idle, "ok");
    }
    for (int i = 0; i < 10; i++) {
      assertServed();
    }
    assertEquals("", all(longest));
  }

  @Test
  void aFloodOfRequestsIsAskedToSlowDown() throws Exception {
    Socket flooding = open();
    send(flooding, "GET /ok HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(2_000));
    String before = until(flooding, "HTTP/1.1 429 ");
    String answer = before.substring(before.lastIndexOf("HTTP/1.1 429 ")) + until(flooding, "}");
    assertProblem(429, answer);
    assertTrue(
        answer.toLowerCase(java.util.Locale.ROOT).contains("\r\nretry-after: 1\r\n"), answer);
  }

  @Test
  void moreRequestsAtOnceThanAreAnsweredAreToldSo() throws Exception {
    restart(bounds(100, 100, 2));
    busy();
    busy();
    assertProblem(503, asked());
    held.release(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "400 GARBAGE\r\n\r\n",
        "400 GET /ok HTTP/1.1\r\n\r\n",
        "400 GET /ok HTTP/3.0\r\nHost: localhost\r\n\r\n",
        "400 GET /\u0000 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "400 POST /read HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
        "413 POST /read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999999\r\n\r\n",
        "404 GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      })
  void whatTheServerItselfAnswersIsAProblemLikeAllOthers(String expected) throws Exception {
    Socket socket = open();
    send(socket, expected.substring(4));
    assertProblem(Integer.parseInt(expected.substring(0, 3)), all(socket));
    assertServed();
  }

  private static void assertProblem(int status, String answer) {
    assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), answer);
    String lower = answer.toLowerCase(java.util.Locale.ROOT);
    assertTrue(lower.contains("\r\ncontent-type: application/problem+json\r\n"), answer);
    assertTrue(lower.contains("\r\nx-content-type-options: nosniff\r\n"), answer);
    assertTrue(answer.contains("\"status\":" + status), answer);
    assertFalse(answer.contains("GARBAGE"), answer);
  }

  private void assertServed() throws IOException {
    String answer = asked();
    assertTrue(answer.startsWith("HTTP/1.1 200 OK") && answer.endsWith("ok"), answer);
  }

  private String asked() throws IOException {
    try (Socket socket = open()) {
      send(socket, "GET /ok HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      return all(socket);
    }
  }

  /** One more request that is being answered. */
  private void busy() throws IOException {
    int before = held.getQueueLength();
    send(open(), "GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n");
    for (long end = end(); held.getQueueLength() == before && System.nanoTime() < end; ) {
      Thread.onSpinWait();
    }
    assertEquals(before + 1, held.getQueueLength());
  }

  /** Sends a byte now and then until the connection ends; what was answered. */
  private static String trickle(Socket socket) throws IOException {
    return drip(socket, "a");
  }

  private static String drip(Socket socket, String drop) throws IOException {
    socket.setSoTimeout(15);
    StringBuilder answer = new StringBuilder();
    for (long end = end(); System.nanoTime() < end; ) {
      try {
        send(socket, drop);
        int one = socket.getInputStream().read();
        if (one < 0) {
          return answer.toString();
        }
        answer.append((char) one);
      } catch (SocketTimeoutException goOn) {
        // Nothing was answered in this moment.
      } catch (SocketException ended) {
        return answer.toString();
      }
    }
    throw new AssertionError("the connection is still there: " + answer);
  }

  private static long end() {
    return System.nanoTime() + PATIENCE.toNanos();
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
  }

  private static String until(Socket socket, String last) throws IOException {
    StringBuilder answer = new StringBuilder();
    while (answer.indexOf(last, answer.length() - last.length()) < 0) {
      int one = socket.getInputStream().read();
      assertTrue(one >= 0, () -> "ended after: " + answer);
      answer.append((char) one);
    }
    return answer.toString();
  }

  /** What comes until the connection ends, however it does. */
  private static String all(Socket socket) throws IOException {
    StringBuilder answer = new StringBuilder();
    try {
      for (int one = socket.getInputStream().read();
          one >= 0;
          one = socket.getInputStream().read()) {
        answer.append((char) one);
      }
    } catch (SocketException reset) {
      // What was sent is not read any more.
    }
    return answer.toString();
  }

  private Socket open() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout((int) PATIENCE.toMillis());
    sockets.add(socket);
    return socket;
  }
}
