package org.messgateway.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.ServiceReply;
import org.messgateway.api.mess.Payload;
import org.messgateway.gateway.answer.AnswerScene;
import org.messgateway.gateway.answer.EmptyIndex;
import org.messgateway.gateway.answer.ReplyBodies;
import org.messgateway.gateway.answer.ThreadAnswers;
import org.messgateway.gateway.answer.ThreadRequests;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;
import org.messgateway.gateway.channels.inbox.InboxProvider;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.HttpConfig;
import org.messgateway.gateway.config.Registrations;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.http.body.BodyLimits;
import org.messgateway.gateway.http.body.Submissions;
import org.messgateway.gateway.links.ControlKey;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.Permission;
import org.messgateway.gateway.links.StoredTokens;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;
import org.messgateway.gateway.queue.journal.ReplyInbox;
import org.messgateway.testkit.Conforms;

/**
 * The same words later, over each way on which they come: the real server over HTTP, the link of a
 * page, the body of a webhook's response; on real files and in a real store.
 */
final class WordsOverEveryWayTest {

  private static final String REF = AnswerScene.REF;
  private static final String AGENT = "claude-agent";
  private static final String CLAIM = "- status: {code: claimed}";
  private static final String BACK = "- status: {code: declined}";
  private static final int CLAIMS = 50;

  enum Way {
    MESS,
    PAGE,
    WEBHOOK
  }

  @TempDir private Path root;
  @TempDir private Path keys;

  private final HttpClient client = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();
  private final Map<String, String> tokens = new HashMap<>();
  private final List<ReplyInbox.KeptReply> replies = new ArrayList<>();
  private AnswerScene scene;
  private LinkTokens links;
  private ThreadAnswers answers;
  private HttpServer server;

  @BeforeEach
  void start() throws Exception {
    scene = new AnswerScene(root);
    answers = scene.answers();
    links = new LinkTokens(LinkKey.of(new byte[32], Optional.empty()), scene.clock);
    TokenFile stored = new TokenFile(keys);
    for (String executor : List.of("ana", "ben")) {
      tokens.put(executor, stored.make(TokenKind.EXECUTOR, executor, scene.clock.instant(), null));
    }
    for (int i = 0; i < CLAIMS / 2; i++) {
      String name = "e" + i;
      tokens.put(name, stored.make(TokenKind.EXECUTOR, name, scene.clock.instant(), null));
    }
    tokens.put(AGENT, stored.make(TokenKind.AGENT, AGENT, scene.clock.instant(), null));
    TokenGate gate =
        new TokenGate(
            links,
            new StoredTokens(keys, scene.clock),
            "home",
            (_, id) -> Optional.of(id),
            scene.clock);
    Submissions submissions =
        new Submissions(
            keys.resolve("spool"), BodyLimits.DEFAULT, LargeWork.ofHeap(), System::nanoTime);
    AnswerRoutes answering = new AnswerRoutes(gate, links, submissions, answers);
    server =
        new HttpServer(
            new ListenAddress("127.0.0.1", 0, 1 << 20),
            List.of(answering, routes(gate, submissions, answering)));
    server.start();
  }

  private MessRoutes routes(TokenGate gate, Submissions submissions, AnswerRoutes answering) {
    ThreadRequests requests =
        new ThreadRequests(
            scene.ports(), new EmptyIndex(), (_, _) -> Map.<String, @Nullable Object>of());
    Registrations registrations =
        new Registrations(
            new ConfigLoader(AdapterRegistry.of(new InboxProvider()), ZoneOffset.UTC),
            keys,
            Map.of(),
            scene.clock);
    return new MessRoutes(
        gate,
        submissions,
        requests,
        answering,
        new ConfigMessages(
            gate,
            new ControlKey(LinkKey.of(new byte[32], Optional.empty())),
            registrations,
            _ -> false,
            scene.clock),
        new AgentQuota(new HttpConfig.AgentLimits(100, 1_000, 100), _ -> 0, System::nanoTime));
  }

  @AfterEach
  void stop() {
    server.close();
    client.close();
    scene.close();
  }

  private String token(String name) {
    return Objects.requireNonNull(tokens.get(name));
  }

  /**
   * What an executor says.
   *
   * @param key of the sender, or a delivery of the webhook
   * @return the answer; null where the way has none
   */
  private @Nullable HttpResponse<String> says(
      Way way, String executor, String mess, @Nullable String key) throws Exception {
    scene.clock.advance(Duration.ofSeconds(1));
    return switch (way) {
      case MESS -> post("/mess", token(executor), about(mess), key);
      case PAGE -> post("/thread/" + REF, link(executor), mess, key);
      case WEBHOOK -> {
        replies.add(
            new ReplyInbox.KeptReply(
                key == null ? "delivery " + scene.clock.instant() : key,
                1,
                REF,
                executor,
                "webhook",
                new ServiceReply("application/yaml", ("MESS:\n" + mess).getBytes(UTF_8), true)));
        new ReplyBodies("home", new Kept(), answers, System::nanoTime).turn();
        yield null;
      }
    };
  }

  private static String about(String mess) {
    return mess.replace("{code", "{re: " + REF + ", code");
  }

  private String link(String executor) {
    return links.issue(
        new LinkClaims(
            "home",
            REF,
            executor,
            EnumSet.allOf(Permission.class),
            scene.clock.instant().plus(Duration.ofDays(1))));
  }

  private HttpResponse<String> post(String path, String token, String mess, @Nullable String key)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
            .header("Authorization", "Bearer " + token)
            .header("Accept", "application/json")
            .header("Content-Type", "application/yaml");
    if (key != null) {
      request.header("Idempotency-Key", key);
    }
    return client.send(
        request.POST(HttpRequest.BodyPublishers.ofString("MESS:\n" + mess, UTF_8)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private JsonNode asks(String mess, @Nullable String key) throws Exception {
    scene.clock.advance(Duration.ofSeconds(1));
    HttpResponse<String> response = post("/mess", token(AGENT), mess, key);
    assertEquals(200, response.statusCode(), response.body());
    return json.readTree(response.body());
  }

  private static @Nullable String key(boolean keyed, String key) {
    return keyed ? key : null;
  }

  private JsonNode read(@Nullable HttpResponse<String> response) throws Exception {
    return json.readTree(response == null ? "{}" : response.body());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Conforms(298)
  void whatIsAskedAgainOnceItWasDoneIsANewTask(boolean keyed) throws Exception {
    String water = "- request: {intent: water the plants}";
    JsonNode first = asks(water, key(keyed, "monday"));
    assertEquals(REF, first.at("/created/0/ref").asText());
    says(Way.MESS, "ana", "- status: {code: completed}", null);

    JsonNode second = asks(water, key(keyed, "tuesday"));

    assertEquals("2026-11-20-002", second.at("/created/0/ref").asText());
    assertFalse(second.get("again").asBoolean());
    if (keyed) {
      JsonNode repeated = asks(water, "monday");
      assertTrue(repeated.get("again").asBoolean());
      assertEquals("completed", repeated.at("/created/0/status").asText());
      assertEquals("ana", repeated.at("/created/0/holder").asText());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Conforms({11, 299})
  void aConfirmationIsHeardByEachTaskAndEachQuestion(boolean keyed) throws Exception {
    String yes = "- reply: {re: last, confirm: true}";
    asks("- request: {intent: water the plants}", null);
    says(Way.MESS, "ana", "- status: {code: needs_confirmation, action: open the door}", null);
    asks(yes, key(keyed, "yes-1"));
    says(Way.MESS, "ana", "- status: {code: needs_confirmation, action: open the window}", null);
    asks(yes, key(keyed, "yes-2"));
    asks("- request: {intent: feed the cat}", null);

    JsonNode told = asks(yes, key(keyed, "yes-3"));

    assertEquals("2026-11-20-002", told.at("/touched/0").asText());
    assertEquals(2, replies(REF));
    assertEquals(1, replies("2026-11-20-002"));
  }

  private long replies(String ref) throws Exception {
    return scene.exchange.writer().read(new Ref(ref)).thread().messages().stream()
        .flatMap(message -> message.payloads(Payload.Reply.class).stream())
        .count();
  }

  @ParameterizedTest
  @CsvSource({
    "MESS, true",
    "MESS, false",
    "PAGE, true",
    "PAGE, false",
    "WEBHOOK, true",
    "WEBHOOK, false"
  })
  @Conforms(300)
  void aClaimAfterItWasGivenBackIsAClaim(Way way, boolean keyed) throws Exception {
    scene.thread();
    says(way, "ana", CLAIM, key(keyed, "k1"));
    says(way, "ana", BACK, key(keyed, "k2"));
    assertNull(scene.holder());
    if (keyed) {
      // The first claim again, late: nobody has the task.
      HttpResponse<String> late = says(way, "ana", CLAIM, "k1");
      assertNull(scene.holder());
      if (late != null) {
        assertEquals(409, late.statusCode());
        assertTrue(read(late).get("again").asBoolean());
        assertTrue(read(late).get("holder").isNull());
      }
    }

    HttpResponse<String> response = says(way, "ana", CLAIM, key(keyed, "k3"));

    assertEquals("ana", scene.holder());
    if (response != null) {
      assertEquals(200, response.statusCode());
      assertFalse(read(response).get("again").asBoolean());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "MESS, true",
    "MESS, false",
    "PAGE, true",
    "PAGE, false",
    "WEBHOOK, true",
    "WEBHOOK, false"
  })
  @Conforms(300)
  void whoAsksAgainAfterAnotherClaimedHearsThatItIsTheOthers(Way way, boolean keyed)
      throws Exception {
    scene.thread();
    says(way, "ana", CLAIM, key(keyed, "k1"));
    says(way, "ana", BACK, key(keyed, "k2"));
    says(way, "ben", CLAIM, key(keyed, "b1"));

    HttpResponse<String> response = says(way, "ana", CLAIM, key(keyed, "k1"));

    assertEquals("ben", scene.holder());
    if (response != null) {
      assertEquals(409, response.statusCode());
      assertEquals("ben", read(response).get("holder").asText());
      assertEquals("claimed", read(response).get("status").asText());
      assertEquals(keyed, read(response).get("again").asBoolean());
    }
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  @Conforms(300)
  void aStatusThatIsSaidAgainLaterIsANewOne(Way way) throws Exception {
    scene.thread();
    for (boolean keyed : List.of(true, false)) {
      int number = 0;
      for (String code : List.of("in_progress", "waiting", "in_progress")) {
        says(way, "ana", "- status: {code: %s}".formatted(code), key(keyed, "k" + number++));
        assertEquals(code, scene.status());
      }
    }
  }

  @Test
  @Conforms(300)
  void ofManyEqualClaimsInThreeRoundsNeverTwoHoldAYes() throws Exception {
    scene.thread();
    for (int round = 0; round < 3; round++) {
      List<Future<HttpResponse<String>>> claims = new ArrayList<>();
      try (ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
        IntStream.range(0, CLAIMS)
            .mapToObj(i -> token("e" + i % (CLAIMS / 2)))
            .forEach(
                token -> claims.add(all.submit(() -> post("/mess", token, about(CLAIM), null))));
      }
      String holder = String.valueOf(scene.holder());
      int yours = 0;
      for (Future<HttpResponse<String>> claim : claims) {
        HttpResponse<String> response = claim.get();
        assertEquals(holder, read(response).get("holder").asText(), response.body());
        yours += response.statusCode() == 200 ? 1 : 0;
        assertNotEquals(500, response.statusCode());
      }
      assertEquals(2, yours, "the winner's claim and its repeat");
      says(Way.MESS, holder, BACK, null);
      assertEquals("pending", scene.status());
    }
  }

  @Test
  void anExecutorSpeaksOfSeveralTasksAtOnceAndHearsOfEach() throws Exception {
    asks("- request: {id: a, intent: buy onions}\n- request: {id: b, intent: buy leeks}", null);
    String both = "- status: {re: [2026-11-20-001, 2026-11-20-002], code: %s}";

    JsonNode claimed = read(post("/mess", token("ana"), both.formatted("claimed"), null));

    assertTrue(claimed.get("ok").asBoolean());
    assertEquals("2026-11-20-002", claimed.at("/threads/1/ref").asText());
    assertEquals("ana", claimed.at("/threads/1/holder").asText());
    HttpResponse<String> lost = post("/mess", token("ben"), both.formatted("claimed"), null);
    assertEquals(409, lost.statusCode());
    assertEquals("ana", read(lost).at("/threads/0/holder").asText());
    assertEquals("ana", read(lost).at("/threads/1/holder").asText());
    String each =
        "- status: {re: 2026-11-20-001, code: in_progress}\n"
            + "- status: {re: 2026-11-20-002, code: waiting}";
    JsonNode told = read(post("/mess", token("ana"), each, null));
    assertEquals("in_progress", told.at("/threads/0/status").asText());
    assertEquals("waiting", told.at("/threads/1/status").asText());
  }

  @Test
  void aFileBesideWordsForSeveralTasksStandsInTheOneThatNamesIt() throws Exception {
    asks("- request: {id: a, intent: buy onions}\n- request: {id: b, intent: buy leeks}", null);
    String both =
        "[{status: {re: 2026-11-20-001, code: claimed}},"
            + " {response: {re: 2026-11-20-002, content: [%s]}}]";

    HttpResponse<String> nowhere = upload(both.formatted("leeks"));
    assertEquals(422, nowhere.statusCode(), nowhere.body());
    assertEquals("pending", scene.status());

    HttpResponse<String> told = upload(both.formatted("{image: {part: photo}}"));
    assertEquals(200, told.statusCode(), told.body());
    assertEquals("claimed", read(told).at("/threads/0/status").asText());
    assertEquals(
        List.of(),
        scene.now().messages().getLast().payloads(Payload.Response.class),
        "the photo is of the other task");
  }

  private HttpResponse<String> upload(String mess) throws Exception {
    String body =
        "--b\r\nContent-Disposition: form-data; name=\"message\"\r\n\r\n"
            + mess
            + "\r\n--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.jpg\"\r\n"
            + "Content-Type: image/jpeg\r\n\r\nJPEG\r\n--b--\r\n";
    return client.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/mess"))
            .header("Authorization", "Bearer " + token("ana"))
            .header("Accept", "application/json")
            .header("Content-Type", "multipart/form-data; boundary=b")
            .POST(HttpRequest.BodyPublishers.ofString(body, UTF_8))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @ParameterizedTest
  @CsvSource({
    "'- v: 1.0.0\n- response: {content: [x]}\n- status: {code: expired}', 3, status, 4",
    "'- status: {code: claimed}\n- cancel: {re: last}', 2, cancel, 3",
    "'- status: {code: simmering}', 1, status, 2"
  })
  void aRefusalNamesTheEntryAndWhatWouldBeRight(String mess, int entry, String type, int line)
      throws Exception {
    scene.thread();

    HttpResponse<String> response = post("/thread/" + REF, link("ana"), mess, null);

    assertEquals(422, response.statusCode(), response.body());
    JsonNode problem = read(response);
    assertEquals(entry, problem.get("entry").asInt(), response.body());
    assertEquals(type, problem.get("entry_type").asText());
    assertEquals(line, problem.get("line").asInt());
    assertFalse(problem.get("example").asText().isEmpty());
  }

  @Test
  @Conforms({86, 303})
  void aConflictIsToldInMessWithHowTheTaskStands() throws Exception {
    scene.thread();
    says(Way.MESS, "ben", CLAIM, null);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/thread/" + REF))
            .header("Authorization", "Bearer " + link("ana"))
            .header("Accept", "application/yaml")
            .header("Content-Type", "application/yaml")
            .POST(HttpRequest.BodyPublishers.ofString("MESS:\n" + CLAIM, UTF_8))
            .build();

    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());

    assertEquals(409, response.statusCode());
    assertTrue(
        response
            .body()
            .endsWith(
                """
                  - status:
                      re: 2026-11-20-001
                      code: claimed
                      executor: ben
                      ref: 2026-11-20-001
                """),
        response.body());
  }

  /** What webhooks answered and nobody has read yet. */
  private final class Kept implements ReplyInbox {

    @Override
    public List<KeptReply> open(String exchange, @Nullable KeptReply after, int max) {
      return List.copyOf(replies);
    }

    @Override
    public void done(KeptReply reply) {
      replies.remove(reply);
    }
  }
}
