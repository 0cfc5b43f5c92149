package org.messgateway.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.NotificationText;
import org.messgateway.api.TaskDocument;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.exchange.view.TaskFile;
import org.messgateway.gateway.links.ControlKey;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.Permission;
import org.messgateway.gateway.links.ShortCodes;
import org.messgateway.gateway.links.StoredTokens;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;
import org.messgateway.gateway.queue.QueueFigures;
import org.messgateway.testkit.Conforms;

class HttpServerTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final String REF = "2026-11-20-001";
  private static final String DELIVERY = "00112233445566778899aabbccddeeff";

  private final LinkKey key = LinkKey.of(new byte[32], Optional.empty());
  private final LinkTokens tokens = new LinkTokens(key, () -> NOW);
  private final ShortCodes codes = new ShortCodes(key);
  private final HttpClient client = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();
  @TempDir private Path keys;
  private boolean healthy = true;
  private boolean confidential;
  private List<String> standstills = List.of();
  private HttpServer server;
  private Optional<Runnable> handOver = Optional.empty();

  @BeforeEach
  void start() throws IOException {
    OneTask task = new OneTask();
    StoredTokens stored = new StoredTokens(keys, () -> NOW);
    TokenAuthorization authorization = new TokenAuthorization(_ -> true, tokens, stored);
    TokenGate gate =
        new TokenGate(
            tokens, stored, "ex1", new OneThread(REF, "fridge-1", "ana", "claude"), () -> NOW);
    AdminAccess adminAccess = new AdminAccess(new ControlKey(key), gate);
    server =
        new HttpServer(
            new ListenAddress("127.0.0.1", 0, 1 << 20),
            List.of(
                new StatusRoutes(health(), () -> "up 1\n", adminAccess, confidential),
                new ControlRoutes(new Counting(), adminAccess, handOver),
                new FileRoutes(task, gate, new LargeViews(LargeWork.ofHeap(), keys)),
                new TaskRoutes(
                    task,
                    gate,
                    authorization,
                    codes,
                    new LargeViews(LargeWork.ofHeap(), keys),
                    () -> NOW)));
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
    client.close();
  }

  @Test
  void aPortThatAnotherHasIsToldWithWhatToDo() throws Exception {
    int port = server.port();
    try (HttpServer second =
        new HttpServer(new ListenAddress("127.0.0.1", port, 1 << 20), List.of())) {
      BindException taken = assertThrows(BindException.class, second::start);

      assertEquals(
          "HTTP cannot listen on 127.0.0.1, port "
              + port
              + ": Address already in use. End what has it, or choose another by http.host and"
              + " http.port, or by run --port.",
          taken.getMessage());
    }
  }

  @Test
  void aListenerThatEndsByItselfIsReplaced() throws Exception {
    int port = server.port();
    Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("server-@default-listener"))
        .forEach(Thread::interrupt);
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!refuses(port)) {
      assertTrue(System.nanoTime() < end, "the listener has ended");
    }
    while (refuses(port)) {
      assertTrue(System.nanoTime() < end, "another one has begun");
    }
    assertEquals(200, get("/health", "application/json").statusCode());
  }

  @Test
  void healthSaysHowItIs() throws Exception {
    assertEquals(200, get("/health", "*/*").statusCode());
    healthy = false;
    assertEquals(503, get("/health", "*/*").statusCode());
  }

  @Test
  void aLoopThatStandsStillIsNamedAndItIsNotWell() throws Exception {
    standstills = List.of("history has not turned for 75 s");
    HttpResponse<String> said = get("/health", "*/*");
    assertEquals(503, said.statusCode());
    JsonNode details = json.readTree(said.body());
    assertEquals("a part of the gateway stands still", details.path("status").asText());
    assertEquals(
        "history has not turned for 75 s", details.path("standing_still").path(0).asText());
  }

  @Test
  void metricsAreServed() throws Exception {
    assertEquals("up 1\n", get("/metrics", "*/*").body());
  }

  @Test
  @Conforms(192)
  void machinesGetJsonOrYaml() throws Exception {
    assertEquals("{}", get("/thread/" + REF + "?token=" + token(REF), "*/*").body());
    HttpResponse<String> yaml = get("/thread/" + REF + "?token=" + token(REF), "application/yaml");
    assertEquals("a: b\n", yaml.body());
    assertEquals(Optional.of("application/yaml"), yaml.headers().firstValue("content-type"));
  }

  @Test
  void whoAsksForTheEndOfTheConnectionGetsItRightBehindTheAnswer() throws Exception {
    for (String path : List.of("/health", "/nowhere", "/thread/" + REF)) {
      String answer = last("GET " + path + " HTTP/1.1\r\nContent-Length: 2\r\n", "xx");
      assertTrue(answer.startsWith("HTTP/1.1 "), path);
      assertTrue(answer.stripTrailing().endsWith("}"), path + " is answered whole: " + answer);
    }
  }

  @Test
  void whatIsAskedForByItsHeadHasNoBody() throws Exception {
    assertTrue(last("HEAD /nowhere HTTP/1.1\r\n", "").endsWith("\r\n\r\n"));
  }

  /** All that comes until the server hangs up; fails when it does not. */
  private String last(String head, String body) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(10_000);
      String request = head + "Host: localhost\r\nConnection: close\r\n\r\n" + body;
      socket.getOutputStream().write(request.getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  @Test
  @Conforms(198)
  void aBearerTokenCountsToo() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(uri("/thread/" + REF))
            .header("Authorization", "Bearer " + token(REF))
            .build();
    assertEquals(200, client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode());
  }

  @Test
  void withoutATokenNothingOpens() throws Exception {
    HttpResponse<String> refused = get("/thread/" + REF, "*/*");
    assertEquals(401, refused.statusCode());
    assertEquals(
        Optional.of("application/problem+json"), refused.headers().firstValue("content-type"));
    JsonNode problem = json.readTree(refused.body());
    assertEquals(401, problem.path("status").asInt());
    assertFalse(problem.path("detail").asText().isEmpty());
  }

  @Test
  @Conforms({193, 202})
  void aTokenForAnotherTaskIsForbidden() throws Exception {
    assertEquals(
        403, get("/thread/" + REF + "?token=" + token("2026-11-20-002"), "*/*").statusCode());
  }

  @Test
  void aTokenOfAnotherExchangeIsForbidden() throws Exception {
    String foreign =
        tokens.issue(
            new LinkClaims(
                "other", REF, "ana", EnumSet.allOf(Permission.class), NOW.plusSeconds(60)));
    assertEquals(403, get("/respond?token=" + foreign, "*/*").statusCode());
  }

  @Test
  void aForgedShortLinkOpensNothing() throws Exception {
    assertEquals(
        401, get("/r/" + "A".repeat(22) + "?t=" + "B".repeat(22), "text/html").statusCode());
  }

  @Test
  @Conforms(202)
  void aTaskThatIsGoneIsNotFound() throws Exception {
    String gone = "2026-11-20-404";
    assertEquals(404, get("/thread/" + gone + "?token=" + token(gone), "*/*").statusCode());
  }

  @Test
  void filesAreServedSoThatABrowserCannotRunThem() throws Exception {
    HttpResponse<String> html =
        get("/thread/" + REF + "/files/evil.html?token=" + token(REF), "*/*");
    assertEquals("<script>", html.body());
    assertEquals(
        Optional.of("application/octet-stream"), html.headers().firstValue("content-type"));
    assertTrue(
        html.headers().firstValue("content-disposition").orElse("").startsWith("attachment"));
  }

  @Test
  void aPathThatIsNoneIsNotFound() throws Exception {
    assertEquals(404, get("/nowhere", "*/*").statusCode());
  }

  @Test
  void everyAnswerIsGuarded() throws Exception {
    for (String path : List.of("/health", "/thread/" + REF, "/nowhere")) {
      HttpResponse<String> response = get(path, "*/*");
      assertEquals(
          Optional.of("nosniff"), response.headers().firstValue("x-content-type-options"), path);
      assertEquals(Optional.of("no-store"), response.headers().firstValue("cache-control"), path);
      assertEquals(
          Optional.of("no-referrer"), response.headers().firstValue("referrer-policy"), path);
    }
  }

  private String token(String ref) {
    return tokens.issue(
        new LinkClaims("ex1", ref, "ana", EnumSet.allOf(Permission.class), NOW.plusSeconds(60)));
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.port() + path);
  }

  private static boolean refuses(int port) {
    try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return false;
    } catch (IOException refused) {
      return true;
    }
  }

  private HttpResponse<String> get(String path, String accept) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(uri(path))
            .header("Accept", accept)
            .timeout(Duration.ofSeconds(10))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void aCommandWithTheKeyOfThisMachineMayReplay() throws Exception {
    HttpResponse<String> done = replay(new ControlKey(key).token());
    assertEquals(200, done.statusCode());
    assertEquals(2, json.readTree(done.body()).path("replayed").asInt());
    assertEquals(7, json.readTree(done.body()).path("released").asInt());
  }

  @Test
  void anOperatorMayReplayToo() throws Exception {
    assertEquals(200, replay(stored(TokenKind.OPERATOR, "pat")).statusCode());
    assertEquals(403, replay(stored(TokenKind.AGENT, "claude-agent")).statusCode());
  }

  @Test
  void privateFiguresAreForOperatorsAndHealthInBriefForAll() throws Exception {
    confidential = true;
    server.close();
    start();
    assertEquals(401, get("/metrics", "*/*").statusCode());
    assertEquals("{\"ok\":true}", get("/health", "*/*").body());
    String token = stored(TokenKind.OPERATOR, "pat");
    assertEquals("up 1\n", get("/metrics?token=" + token, "*/*").body());
  }

  @Test
  void anExecutorsTokenOpensItsOwnTasksOnly() throws Exception {
    String ana = stored(TokenKind.EXECUTOR, "ana");
    assertEquals(200, get("/thread/" + REF + "?token=" + ana, "*/*").statusCode());
    assertEquals(403, get("/thread/other?token=" + ana, "*/*").statusCode());
    String bo = stored(TokenKind.EXECUTOR, "bo");
    assertEquals(403, get("/thread/" + REF + "?token=" + bo, "*/*").statusCode());
  }

  @Test
  void aRevokedOrExpiredTokenOpensNothingFromTheNextRequestOn() throws Exception {
    String ana = stored(TokenKind.EXECUTOR, "ana");
    assertEquals(200, get("/thread/" + REF + "?token=" + ana, "*/*").statusCode());
    TokenFile file = new TokenFile(keys);
    assertTrue(file.revoke(file.read().getFirst().id()));
    assertEquals(401, get("/thread/" + REF + "?token=" + ana, "*/*").statusCode());
    String over = file.make(TokenKind.EXECUTOR, "ana", NOW.minusSeconds(60), NOW);
    HttpResponse<String> refused = get("/thread/" + REF + "?token=" + over, "*/*");
    assertEquals("urn:mess:expired", json.readTree(refused.body()).path("type").asText());
  }

  private String stored(TokenKind kind, String name) throws Exception {
    return new TokenFile(keys).make(kind, name, NOW, null);
  }

  @Test
  void nobodyElseMay() throws Exception {
    assertEquals(401, replay("").statusCode());
    assertEquals(401, replay(token(REF)).statusCode());
  }

  private HttpResponse<String> replay(String bearer) throws Exception {
    HttpRequest post =
        HttpRequest.newBuilder(uri("/control/replay"))
            .header("Authorization", "Bearer " + bearer)
            .POST(HttpRequest.BodyPublishers.ofString("{\"ids\":[\"a\",\"b\"],\"held\":true}"))
            .build();
    return client.send(post, HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void aGatewayThatKeepsItsHomeIsNotEndedByARun() throws Exception {
    assertEquals(401, handOver("").statusCode());
    assertEquals(409, handOver(new ControlKey(key).token()).statusCode());
  }

  @Test
  void oneThatLeavesItsHomeAnswersBeforeItEnds() throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    handOver =
        Optional.of(() -> {
          server.close();
          ended.countDown();
        });
    server.close();
    start();
    assertEquals(200, handOver(new ControlKey(key).token()).statusCode());
    assertTrue(ended.await(10, TimeUnit.SECONDS));
  }

  private HttpResponse<String> handOver(String bearer) throws Exception {
    HttpRequest post =
        HttpRequest.newBuilder(uri("/control/hand-over"))
            .header("Authorization", "Bearer " + bearer)
            .POST(HttpRequest.BodyPublishers.ofString("{}"))
            .build();
    return client.send(post, HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void aCommandWithTheKeyOfThisMachineMayHaveAddressesTried() throws Exception {
    HttpResponse<String> done = probe(new ControlKey(key).token());
    assertEquals("{\"probed\":1}", done.body());
    assertEquals(401, probe("").statusCode());
  }

  private HttpResponse<String> probe(String bearer) throws Exception {
    HttpRequest post =
        HttpRequest.newBuilder(uri("/control/probe"))
            .header("Authorization", "Bearer " + bearer)
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"lanes\":[{\"channel\":\"webhook\",\"address\":\"http://a\"}]}"))
            .build();
    return client.send(post, HttpResponse.BodyHandlers.ofString());
  }

  private static final class Counting implements Control {
    @Override
    public int probe(Collection<Lane> lanes) {
      return lanes.contains(new Lane("webhook", "http://a")) ? 1 : 0;
    }

    @Override
    public int replay(Collection<String> ids) {
      return ids.size();
    }

    @Override
    public int releaseHeld() {
      return 7;
    }
  }

  private HealthReport health() {
    HealthReport report =
        new HealthReport(
            List.of(
                new HealthReport.Watched(
                    "primary", "ex1", () -> healthy, () -> true, () -> 0, Optional::empty)),
            () -> new QueueFigures(Map.of(), Map.of()),
            () -> standstills);
    report.ready(true);
    return report;
  }

  private static final class OneTask extends NoTasks {

    @Override
    public Optional<TaskView> task(LinkClaims reader) {
      return reader.ref().equals(REF) ? Optional.of(theTask()) : Optional.empty();
    }

    @Override
    public Optional<TaskFile> file(String ref, String executor, String name) {
      byte[] bytes = "<script>".getBytes(UTF_8);
      return Optional.of(
          new TaskFile(name, "text/html", bytes.length, () -> new ByteArrayInputStream(bytes)));
    }

    @Override
    public Optional<LinkClaims> delivery(String deliveryId) {
      return deliveryId.equals(DELIVERY)
          ? Optional.of(
              new LinkClaims(
                  "ex1", REF, "ana", EnumSet.allOf(Permission.class), NOW.plusSeconds(60)))
          : Optional.empty();
    }

    private static TaskView theTask() {
      return new TaskView(
          REF,
          "Miller home",
          "Ana",
          ThreadStatus.PENDING,
          new NotificationText(
              "check <b> & the fridge", List.of("By: 18:00"), List.of("for dinner")),
          new Fixed());
    }
  }

  private static final class Fixed implements TaskDocument {
    @Override
    public byte[] yaml(int maxBytes) {
      return "a: b\n".getBytes(UTF_8);
    }

    @Override
    public byte[] json(int maxBytes) {
      return "{}".getBytes(UTF_8);
    }
  }
}
