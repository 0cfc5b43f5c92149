package org.messgateway.gateway.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.AnswerResult;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.http.body.BodyLimits;
import org.messgateway.gateway.http.body.Submissions;
import org.messgateway.gateway.http.body.TransferPace;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.Permission;
import org.messgateway.gateway.links.StoredTokens;

/** What strangers send over raw sockets costs them an answer or the connection, and nobody else. */
@SuppressWarnings({"StringConcatToTextBlock", "AddressSelection"}) // Lines of HTTP, and loopback.
class BoundsTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final BodyLimits LIMITS = new BodyLimits(1 << 20, 1 << 18, 4);

  @TempDir private Path folder;

  private final LinkTokens tokens =
      new LinkTokens(LinkKey.of(new byte[32], Optional.empty()), () -> NOW);
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    serve(TransferPace.DEFAULT);
  }

  private void serve(TransferPace pace) throws IOException {
    TokenGate gate =
        new TokenGate(
            tokens,
            new StoredTokens(folder, () -> NOW),
            "ex1",
            new OneThread("r", "c", "ana", "claude"),
            () -> NOW);
    server =
        new HttpServer(
            new ListenAddress("127.0.0.1", 0, LIMITS.total()),
            List.of(
                new AnswerRoutes(
                    gate,
                    tokens,
                    new Submissions(
                        folder.resolve("spool"),
                        LIMITS,
                        pace,
                        LargeWork.ofHeap(),
                        System::nanoTime),
                    answer -> new AnswerResult.Accepted(ThreadStatus.CLAIMED, "ana", false))));
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void headersThatAreTooLargeAreRefused() throws Exception {
    String answer =
        said(post("", "x", "X-Large: " + "a".repeat(100_000) + "\r\n").getBytes(ISO_8859_1));
    assertTrue(answer.isEmpty() || answer.matches("HTTP/1.1 4\\d\\d .*"), answer);
    assertStillServed();
  }

  @Test
  void whoAnnouncesTooMuchIsToldBeforeSendingIt() throws Exception {
    try (Socket socket = open()) {
      socket
          .getOutputStream()
          .write(
              ("POST /thread/r?token="
                      + token()
                      + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/yaml\r\n"
                      + "Content-Length: 999999999999\r\n\r\n")
                  .getBytes(ISO_8859_1));
      String answer = firstLine(socket);
      assertTrue(answer.startsWith("HTTP/1.1 413"), answer);
    }
    assertStillServed();
  }

  @Test
  void whoseMessageTricklesInIsToldThatItIsTooSlow() throws Exception {
    server.close();
    serve(new TransferPace(Duration.ofMillis(200), 1_000_000, Duration.ofMillis(300)));
    try (Socket socket = open()) {
      String head = post("application/yaml", "#".repeat(9_999), "");
      socket.getOutputStream().write(head.substring(0, head.indexOf('#')).getBytes(ISO_8859_1));
      socket.setSoTimeout(15);
      String answer = trickled(socket);
      assertTrue(answer.startsWith("HTTP/1.1 408"), answer);
    }
    assertStillServed();
  }

  /** Sends a byte now and then until there is an answer. */
  private static String trickled(Socket socket) throws IOException {
    for (int i = 0; i < 5_000; i++) {
      socket.getOutputStream().write('#');
      try {
        return firstLine(socket);
      } catch (SocketTimeoutException notYet) {
        // The next one, then.
      }
    }
    return "";
  }

  @Test
  void theSameTokenTooOftenIsAskedToSlowDown() throws Exception {
    byte[] request = post("application/yaml", "{status: {code: claimed}}", "").getBytes(ISO_8859_1);
    String answer = "";
    for (int i = 0; i < 1_000 && !answer.contains(" 429 "); i++) {
      answer = said(request);
    }
    assertTrue(answer.contains(" 429 "), answer);
  }

  @Test
  void aLengthThatIsALieIsToldToWhoSentIt() throws Exception {
    String chunked =
        "POST /thread/r?token="
            + token()
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/yaml\r\n"
            + "Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n";
    assertEquals("HTTP/1.1 400 Bad Request", said(chunked.getBytes(ISO_8859_1)));
    assertStillServed();
  }

  @Test
  void whateverIsSentThereIsNoFailureOnOurSide() throws Exception {
    Random random = new Random(20261120);
    String multipart =
        String.join(
            "\r\n",
            "--b",
            "Content-Disposition: form-data; name=\"message\"",
            "",
            "[{status: {code: claimed}}]",
            "--b",
            "Content-Disposition: form-data; name=\"f\"; filename=\"a\"",
            "",
            "bytes",
            "--b--",
            "");
    List<String> whole =
        List.of(
            post(
                "application/yaml",
                "MESS:\n- status: {code: claimed}\n- response: {content: [a]}\n",
                ""),
            post("application/json", "{\"MESS\":[{\"status\":{\"code\":\"claimed\"}}]}", ""),
            post("multipart/form-data; boundary=b", multipart, ""));
    for (int i = 0; i < 150; i++) {
      byte[] sent = mutated(whole.get(i % whole.size()).getBytes(ISO_8859_1), random);
      String answer = said(sent);
      assertFalse(answer.startsWith("HTTP/1.1 500"), () -> new String(sent, ISO_8859_1));
    }
    assertStillServed();
  }

  /** Mostly in the body: what stands before it is the server's own business. */
  private static byte[] mutated(byte[] bytes, Random random) {
    byte[] mutated = Arrays.copyOf(bytes, bytes.length);
    int from = random.nextInt(4) == 0 ? 0 : Math.max(0, bytes.length - 250);
    for (int change = 0; change < 1 + random.nextInt(4); change++) {
      int at = from + random.nextInt(bytes.length - from);
      mutated[at] =
          (byte)
              (random.nextBoolean()
                  ? random.nextInt(256)
                  : "{}[]:-&*!|>'\"%@`#,?\r\n\t ".charAt(random.nextInt(23)));
    }
    return mutated;
  }

  private void assertStillServed() throws Exception {
    String answer =
        said(post("application/yaml", "{status: {code: claimed}}", "").getBytes(ISO_8859_1));
    assertEquals("HTTP/1.1 200 OK", answer);
  }

  private String post(String type, String body, String header) {
    return "POST /thread/r?token="
        + token()
        + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: "
        + type
        + "\r\n"
        + header
        + "Content-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  private String token() {
    return tokens.issue(
        new LinkClaims("ex1", "r", "ana", EnumSet.allOf(Permission.class), NOW.plusSeconds(60)));
  }

  private Socket open() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout((int) Duration.ofSeconds(10).toMillis());
    return socket;
  }

  /** The first line of the answer; empty when the connection was closed without one. */
  private String said(byte[] request) throws IOException {
    try (Socket socket = open()) {
      socket.getOutputStream().write(request);
      socket.shutdownOutput();
      return firstLine(socket);
    } catch (SocketException closed) {
      return "";
    }
  }

  private static String firstLine(Socket socket) throws IOException {
    String line =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1)).readLine();
    return line == null ? "" : line;
  }
}
