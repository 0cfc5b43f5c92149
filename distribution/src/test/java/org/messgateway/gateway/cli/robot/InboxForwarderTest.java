package org.messgateway.gateway.cli.robot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.standardwebhooks.Webhook;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.Secret;
import org.messgateway.api.http.WebhookSecrets;
import org.messgateway.gateway.cli.robot.InboxForwarder.Output;
import org.messgateway.gateway.http.AccessibleThreads;
import org.messgateway.gateway.http.HttpServer;
import org.messgateway.gateway.http.Inbox;
import org.messgateway.gateway.http.InboxRoutes;
import org.messgateway.gateway.http.ListenAddress;
import org.messgateway.gateway.http.TokenGate;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.StoredToken;
import org.messgateway.gateway.links.StoredTokens;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;

/** A laptop behind NAT hears what a robot would hear, and its answers come back. */
class InboxForwarderTest {

  private static final String REF = "2026-11-20-001";
  private static final Secret MASTER = Secret.of("a master secret for tests");
  private static final String CLAIM = "MESS: [{status: {code: claimed}}]";

  @TempDir private Path keys;

  private final FakeInbox inbox = new FakeInbox();
  private final Threads threads = new Threads();
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final List<Duration> pauses = new CopyOnWriteArrayList<>();
  private final Semaphore paused = new Semaphore(0);
  private final Semaphore goOn = new Semaphore(0);
  private WebhookFormat format = WebhookFormat.YAML;
  private HttpServer server;
  private Laptop laptop;

  @BeforeEach
  void start() throws Exception {
    server = server(0);
    laptop = Laptop.start();
  }

  private HttpServer server(int port) throws IOException {
    TokenGate gate =
        new TokenGate(
            new LinkTokens(LinkKey.of(new byte[32], Optional.empty()), InstantSource.system()),
            new StoredTokens(keys, InstantSource.system()),
            "ex1",
            new Nothing(),
            InstantSource.system());
    HttpServer started =
        new HttpServer(
            new ListenAddress("127.0.0.1", port, 1 << 20),
            List.of(new InboxRoutes(gate, inbox, System::nanoTime), threads));
    started.start();
    return started;
  }

  @AfterEach
  void stop() {
    server.close();
    laptop.close();
  }

  private String url() {
    return "http://127.0.0.1:" + server.port();
  }

  private String token(String executor) throws Exception {
    return new TokenFile(keys).make(TokenKind.EXECUTOR, executor, Instant.now(), null);
  }

  /** Listens while something is done. */
  private void listening(String token, Doing doing) throws Exception {
    CompletableFuture<@Nullable Throwable> ended = new CompletableFuture<>();
    Thread thread = Thread.ofVirtual().start(() -> ended.complete(listen(token)));
    doing.something();
    thread.interrupt();
    assertInstanceOf(InterruptedException.class, ended.get(20, TimeUnit.SECONDS));
  }

  private interface Doing {
    void something() throws Exception;
  }

  private Throwable listen(String token) {
    try (ProgramClient program = program(format);
        InboxClient client = client(token)) {
      new InboxForwarder(client, program, "", this::pause, new Output(lines::add, true)).listen();
      throw new IllegalStateException("it ended by itself");
    } catch (InterruptedException | ListenException | RuntimeException ended) {
      return ended;
    }
  }

  private InboxClient client(String token) {
    return new InboxClient(URI.create(url()), "roomba", Secret.of(token));
  }

  private ProgramClient program(WebhookFormat body) {
    List<Secret> key = List.of(WebhookSecrets.forExecutor(MASTER, "roomba"));
    return new ProgramClient(
        URI.create(laptop.url()),
        new ProgramClient.Signing(key, body, Map.of("x-mine", "1")),
        InstantSource.system());
  }

  private void pause(Duration duration) throws InterruptedException {
    pauses.add(duration);
    paused.release();
    goOn.acquire();
  }

  /** The next line that is not of a body. */
  private String line() throws InterruptedException {
    String line = next();
    while (line.startsWith("  ")) {
      line = next();
    }
    return line.replaceAll("in \\d+ ms", "in N ms");
  }

  private String next() throws InterruptedException {
    String line = lines.poll(20, TimeUnit.SECONDS);
    if (line == null) {
      throw new AssertionError("no line was printed");
    }
    return line;
  }

  @Test
  void whatAnExecutorIsToldIsPostedAsAnOrdinarySignedWebhook() throws Exception {
    listening(
        token("roomba"),
        () -> {
          inbox.add("d1", "request", url());
          Laptop.Got got = laptop.await();
          verify(got);
          assertEquals("d1", got.headers().get("webhook-id"));
          assertEquals("application/yaml", got.headers().get("content-type"));
          assertEquals("1", got.headers().get("mess-version"));
          assertEquals(REF, got.headers().get("mess-ref"));
          assertEquals("request", got.headers().get("mess-kind"));
          assertEquals("roomba", got.headers().get("mess-executor"));
          assertEquals(respond(url(), "d1"), got.headers().get("mess-respond"));
          assertTrue(got.body().contains("\n---\n"), got.body());
          assertTrue(got.body().contains("intent: \"vacuum the rice\""), got.body());
          assertEquals("1", got.headers().get("x-mine"));
          assertEquals("→ request " + REF + " \"vacuum the rice\"  204 in N ms", line());
          assertEquals("    intent: \"vacuum the rice\"", body("    intent"));
          inbox.add("d2", "cancelled", url());
          assertEquals("cancelled", laptop.await().headers().get("mess-kind"));
        });
  }

  /** The next line of a body. */
  private String body(String mark) throws InterruptedException {
    String line = next();
    while (!line.startsWith(mark)) {
      line = next();
    }
    return line;
  }

  private static void verify(Laptop.Got got) throws Exception {
    String key = WebhookSecrets.forExecutor(MASTER, "roomba").reveal();
    Map<String, List<String>> headers =
        Map.of(
            "webhook-id", List.of(got.headers().get("webhook-id")),
            "webhook-timestamp", List.of(got.headers().get("webhook-timestamp")),
            "webhook-signature", List.of(got.headers().get("webhook-signature")));
    new Webhook(key).verify(got.body(), HttpHeaders.of(headers, (_, _) -> true));
  }

  @Test
  void aMessListInTheResponseIsPostedBackUnderTheIdOfTheWebhook() throws Exception {
    laptop.answer(200, "application/yaml", CLAIM);
    listening(
        token("roomba"),
        () -> {
          inbox.add("d1", "request", url());
          Threads.Posted posted = threads.await();
          assertEquals(
              new Threads.Posted(REF, "token-d1", "d1", "application/yaml", CLAIM), posted);
          assertTrue(line().endsWith("200 in N ms  (claimed)  your answer is in the thread"));
          assertEquals("  < " + CLAIM, body("  < "));
        });
  }

  @Test
  void whatIsNoMessListIsNotPosted() throws Exception {
    laptop.answer(200, "application/json", "{\"ok\": true}");
    laptop.answer(200, "application/yaml", "MESS: [");
    listening(
        token("roomba"),
        () -> {
          inbox.add("d1", "request", url());
          assertTrue(line().endsWith("200 in N ms  {\"ok\": true}"));
          inbox.add("d2", "request", url());
          assertTrue(line().contains("its answer is no MESS message"));
        });
    assertTrue(threads.posted.isEmpty());
  }

  @Test
  void anAnswerThatIsTooLargeIsTakenAndNoMessage() throws Exception {
    laptop.answer(200, "text/plain", "a".repeat(200_000));
    laptop.answer(200, "application/yaml", CLAIM + " ".repeat(200_000));
    listening(
        token("roomba"),
        () -> {
          inbox.add("d1", "request", url());
          inbox.add("d2", "request", url());
          assertTrue(line().startsWith("→ request"));
          String cut = line();
          assertTrue(cut.startsWith("→ request"), cut);
          assertTrue(cut.contains("its answer is no MESS message"), cut);
          assertTrue(cut.contains("it was cut off or came too late"), cut);
        });
    assertTrue(threads.posted.isEmpty());
  }

  @Test
  void anAnswerThatIsRefusedIsToldWithTheReason() throws Exception {
    laptop.answer(200, "application/json", "{\"MESS\":[{\"status\":{\"code\":\"claimed\"}}]}");
    threads.status = 409;
    listening(
        token("roomba"),
        () -> {
          inbox.add("d1", "request", url());
          assertEquals("application/json", threads.await().type());
          assertTrue(line().endsWith("(claimed)  your answer was refused (409): Bo has it."));
        });
  }

  @Test
  void anItemWaitsForAProgramThatIsNotRunningYet() throws Exception {
    int port = laptop.port();
    laptop.close();
    listening(
        token("roomba"),
        () -> {
          inbox.add("d1", "request", url());
          String waiting = line();
          assertTrue(waiting.contains("nobody listens there; sent again in 1 s"), waiting);
          assertTrue(paused.tryAcquire(20, TimeUnit.SECONDS));
          goOn.release();
          assertTrue(paused.tryAcquire(20, TimeUnit.SECONDS));
          laptop = Laptop.at(port);
          goOn.release();
          assertEquals("d1", laptop.await().headers().get("webhook-id"));
          assertTrue(line().endsWith("204 in N ms"), "that nobody listens is said once");
        });
    assertEquals(List.of(Duration.ofSeconds(1), Duration.ofSeconds(2)), pauses);
  }

  @Test
  void anItemThatTheProgramDoesNotTakeIsSentAgainUntilItDoes() throws Exception {
    laptop.answer(415, "text/plain", "write `format: json`");
    laptop.answer(500, "text/plain", "");
    listening(
        token("roomba"),
        () -> {
          inbox.add("d1", "request", url());
          inbox.add("d2", "taken", url());
          String first = line();
          assertTrue(first.startsWith("✗ request " + REF), first);
          assertTrue(first.contains("415 in N ms  write `format: json`; sent again in 1 s"), first);
          goOn.release();
          assertTrue(line().contains("500 in N ms; sent again in 2 s"));
          goOn.release();
          assertTrue(line().startsWith("→ request"));
          assertTrue(line().startsWith("→ taken"));
        });
    List<String> ids = new ArrayList<>();
    for (int post = 0; post < 4; post++) {
      ids.add(laptop.await().headers().get("webhook-id"));
    }
    assertEquals(List.of("d1", "d1", "d1", "d2"), ids);
  }

  @Test
  void theBodyIsJsonWhereThatIsAskedFor() throws Exception {
    format = WebhookFormat.JSON;
    listening(
        token("roomba"),
        () -> {
          inbox.add("d1", "request", url());
          Laptop.Got got = laptop.await();
          verify(got);
          assertEquals("application/json", got.headers().get("content-type"));
          assertEquals(
              "vacuum the rice",
              new ObjectMapper().readTree(got.body()).at("/envelope/intent").asText());
        });
  }

  @Test
  void theNewestIsSentOnceMoreAndWhatWasBeforeIsLeftOut() throws Exception {
    inbox.add("d1", "request", url());
    inbox.add("d2", "claimed", url());
    laptop.answer(500, "text/plain", "");
    try (ProgramClient program = program(WebhookFormat.YAML);
        InboxClient client = client(token("roomba"))) {
      Output output = new Output(lines::add, false);
      InboxForwarder forwarder = new InboxForwarder(client, program, "", this::pause, output);
      assertFalse(forwarder.resend());
      assertTrue(forwarder.resend());
      forwarder.again();
      for (int post = 0; post < 3; post++) {
        assertEquals("d2", laptop.await().headers().get("webhook-id"));
      }
      String later = Instant.parse("2027-01-01T00:00:00Z") + "_";
      assertFalse(new InboxForwarder(client, program, later, this::pause, output).resend());
      assertEquals(4, lines.size(), lines::toString);
      assertTrue(lines.contains("Nothing has come yet."), lines::toString);
    }
  }

  /**
   * The program is at work while the gateway stops: a connection that is made in the moment in
   * which a listener is closed may be accepted by the system and never be seen by anybody.
   */
  @Test
  void aGatewayThatIsStartedAgainGoesOnWhereItWas() throws Exception {
    listening(
        token("roomba"),
        () -> {
          laptop.hold();
          inbox.add("d1", "request", url());
          assertEquals("d1", laptop.await().headers().get("webhook-id"));
          int port = server.port();
          server.close();
          laptop.answerNow();
          assertTrue(line().endsWith("204 in N ms"));
          assertTrue(line().contains("does not answer"));
          server = server(port);
          inbox.add("d2", "request", url());
          goOn.release(100);
          assertEquals("The gateway answers again.", line());
          assertEquals("d2", laptop.await().headers().get("webhook-id"));
        });
  }

  @Test
  void aTokenThatIsNotOursEndsItWithWhatToDo() throws Exception {
    Throwable ended = listen("mess_0123456789_nothing");
    assertInstanceOf(ListenException.class, ended);
    assertTrue(String.valueOf(ended.getMessage()).contains("./mess-gateway token executor roomba"));
    Throwable foreign = listen(token("bo"));
    assertInstanceOf(ListenException.class, foreign);
    assertFalse(String.valueOf(foreign.getMessage()).contains("mess_"), "no token is printed");
  }

  private static String respond(String url, String id) {
    return url + "/thread/" + REF + "?token=token-" + id;
  }

  /** Says what it is told to an answer, as the gateway would. */
  private static final class Threads implements HttpService {

    private final BlockingQueue<Posted> posted = new LinkedBlockingQueue<>();
    private volatile int status = 200;

    record Posted(String ref, String token, String key, String type, String body) {}

    Posted await() throws InterruptedException {
      Posted next = posted.poll(20, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("no answer was posted");
      }
      return next;
    }

    @Override
    public void routing(HttpRules rules) {
      rules.post(
          "/thread/{ref}",
          (request, response) -> {
            posted.add(
                new Posted(
                    request.path().pathParameters().get("ref"),
                    request.query().get("token"),
                    request.headers().first(HeaderNames.create("Idempotency-Key")).orElse(""),
                    request.headers().first(HeaderNames.CONTENT_TYPE).orElse(""),
                    request.content().as(String.class)));
            response.status(status).send("{\"detail\":\"Bo has it.\"}");
          });
    }
  }

  private record Nothing() implements AccessibleThreads {

    @Override
    public Optional<String> executor(String who, String id) {
      return Optional.empty();
    }

    @Override
    public Optional<String> agent(String who, String id) {
      return Optional.empty();
    }
  }

  private static final class FakeInbox implements Inbox {

    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

    private final List<Item> items = new ArrayList<>();
    private final ObjectMapper json = new ObjectMapper();

    synchronized void add(String id, String kind, String url) throws Exception {
      Cursor cursor = new Cursor(START.plusSeconds(items.size()), id);
      ObjectNode item = json.createObjectNode();
      item.put("id", id).put("kind", kind).put("ref", REF).put("executor", "roomba");
      item.put("after", cursor.text()).put("respond", respond(url, id));
      item.set(
          "task",
          json.readTree(
              """
              {"envelope": {"ref": "2026-11-20-001", "status": "pending", "intent": "vacuum the rice"},
               "messages": [{"from": "claude", "MESS": [{"request": {"intent": "vacuum the rice"}}]}]}
              """));
      items.add(new Item(cursor, kind, item));
      notifyAll();
    }

    @Override
    public synchronized Page after(StoredToken owner, @Nullable Cursor after, int max) {
      List<Item> found =
          items.stream()
              .filter(item -> after == null || item.cursor().compareTo(after) > 0)
              .limit(max)
              .toList();
      return new Page(found, found.isEmpty() ? after : found.getLast().cursor());
    }

    @Override
    public Waiting waiting(String executor) {
      FakeInbox all = this;
      return new Waiting() {
        @Override
        public void await(Duration longest) throws InterruptedException {
          synchronized (all) {
            all.wait(Math.min(100, longest.toMillis() + 1));
          }
        }

        @Override
        public void close() {}
      };
    }
  }
}
