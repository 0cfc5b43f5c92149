package org.messgateway.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.AgentRequests;
import org.messgateway.gateway.answer.AnswerResult;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.HttpConfig;
import org.messgateway.gateway.config.Registrations;
import org.messgateway.gateway.exchange.ExchangeNames;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.http.body.BodyLimits;
import org.messgateway.gateway.http.body.Submissions;
import org.messgateway.gateway.http.page.PageRoutes;
import org.messgateway.gateway.links.ControlKey;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkClaims.LinkChain;
import org.messgateway.gateway.links.LinkFactory;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkRenewer;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.Permission;
import org.messgateway.gateway.links.ShortCodes;
import org.messgateway.gateway.links.StoredTokens;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;
import org.messgateway.gateway.reconcile.FlowScene;

/**
 * Whatever chain of GETs and POSTs begins with a token: no token in any response has a permission,
 * a thread, an executor or an end that the first did not have. All routes, over HTTP; each byte is
 * a step.
 */
class RightsFuzz {

  private static final String REF = "2026-11-20-001";
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
  private static final Duration MONTH = Duration.ofDays(30);
  private static final Pattern TOKEN = Pattern.compile("eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]+");
  private static final int MOST_STEPS = 24;
  private static final int MOST_TOKENS = 12;

  private static final List<String> GETS =
      List.of(
          "/task?token=T",
          "/thread/" + REF + "?token=T",
          "/respond?token=T",
          "/mess/" + REF + "?token=T",
          "/thread/" + REF + "/files/inline-0-0?token=T",
          "/thread/" + REF + "/files/inline-0-1?token=T",
          "/thread/2026-11-20-002?token=T",
          "/thread/2026-11-20-002/files/inline-0-0?token=T");

  private static final List<String> MESSAGES =
      List.of(
          "MESS: [{status: {code: claimed}}]",
          "MESS: [{status: release}]",
          "MESS: [{status: {code: in_progress}}]",
          "MESS: [{response: {content: [eggs]}}]",
          "MESS: [{status: {code: completed}}]",
          "MESS: []");

  @TempDir static Path folder;
  private static FlowScene scene;
  private static Instant now = START;
  private static LinkTokens tokens;
  private static TokenFile stored;
  private static WebServer server;
  private static HttpClient client;

  @BeforeAll
  static void start() throws IOException {
    scene = new FlowScene(folder.resolve("home"));
    scene.executors(FlowScene.photographer("ana"), FlowScene.photographer("ben"));
    for (String ref : List.of(REF, "2026-11-20-002")) {
      scene.thread(
          ref,
          scene.task(
              ref,
              "pending",
              """
              context:
                - image: "data:image/png;base64,iVBORw0KGgo="
                - image: "data:image/png;base64,iVBORw0KGgA="
                - image: "https://pictures.example/1.jpg"
              """));
      scene.look(ref);
    }
    LinkKey key = LinkKey.of(new byte[32], Optional.empty());
    tokens = new LinkTokens(key, () -> now);
    Path keys = folder.resolve("keys");
    stored = new TokenFile(keys);
    client = HttpClient.newHttpClient();
    server =
        WebServer.builder()
            .host("127.0.0.1")
            .port(0)
            .shutdownHook(false)
            .routing(routing ->
                routing
                    .error(
                        ProblemException.class,
                        (_, response, problem) -> response.status(problem.status()).send())
                    .register("/", routes(key, new StoredTokens(keys, () -> now))))
            .build()
            .start();
  }

  private static HttpService[] routes(LinkKey key, StoredTokens known) {
    ShortCodes codes = new ShortCodes(key);
    TaskService tasks =
        new TaskService(
            scene.configuration,
            scene.exchange,
            0,
            scene.queue,
            scene.threads,
            new LinkFactory(tokens, codes, () -> now),
            _ -> Optional.of(START.plus(Duration.ofDays(9))),
            () -> now);
    TokenAuthorization authorization =
        new TokenAuthorization(
            id -> scene.configuration.get().catalogue().executor(id).isPresent(), tokens, known);
    TokenGate gate =
        new TokenGate(
            tokens,
            known,
            new LinkedHashMap<>(
                Map.of(scene.id(), new ExecutorThreads(scene.id(), scene.threads, scene.queue))),
            new ExchangeNames(new LinkedHashMap<>(Map.of("primary", scene.id()))),
            authorization,
            () -> now);
    Submissions submissions =
        new Submissions(
            folder.resolve("spool"), BodyLimits.DEFAULT, LargeWork.ofHeap(), System::nanoTime);
    LargeViews views = new LargeViews(LargeWork.ofHeap(), folder.resolve("spool"));
    AnswerRoutes answers =
        new AnswerRoutes(
            gate,
            tokens,
            submissions,
            _ -> new AnswerResult.Accepted(ThreadStatus.CLAIMED, "ana", false));
    AgentQuota quota =
        new AgentQuota(new HttpConfig.AgentLimits(100, 1_000, 1_000), _ -> 0, System::nanoTime);
    return new HttpService[] {
      new PageRoutes(
          tasks, tokens, authorization, codes, _ -> LinkRenewer.Sending.SENT, views, () -> now),
      new TaskRoutes(tasks, gate, authorization, codes, views, () -> now),
      new FileRoutes(tasks, gate, views),
      answers,
      new MessRoutes(
          gate,
          submissions,
          _ -> new AgentRequests.RequestResult.Rejected("not here"),
          answers,
          new ConfigMessages(
              gate,
              new ControlKey(key),
              new Registrations(
                  new ConfigLoader(AdapterRegistry.of(), ZoneOffset.UTC),
                  folder,
                  Map.of(),
                  () -> now),
              _ -> false,
              () -> now),
          quota),
      new AgentTaskRoutes(gate, new OneAgentTask("nobody", REF, REF), tasks, quota, views)
    };
  }

  @AfterAll
  static void stop() {
    server.stop();
    client.close();
    scene.close();
  }

  @FuzzTest
  void chains(byte[] input) throws Exception {
    if (input.length < 4) {
      return;
    }
    now = START;
    String token = first(input);
    LinkClaims first = claims(token);
    List<String> known = new ArrayList<>(List.of(token));
    for (int i = 3; i + 1 < Math.min(input.length, 3 + 2 * MOST_STEPS); i += 2) {
      String with = known.get((input[i + 1] & 0xff) % known.size());
      for (String given : step(input[i] & 0xff, with)) {
        assertWithin(first, claims(with), claims(given));
        if (known.size() < MOST_TOKENS && !known.contains(given)) {
          known.add(given);
        }
      }
    }
  }

  /** A link, one of an earlier version, one to a file, or the token of a program. */
  private static String first(byte[] input) throws IOException {
    EnumSet<Permission> some = EnumSet.noneOf(Permission.class);
    int bit = 1;
    for (Permission each : Permission.values()) {
      if ((input[0] & bit) != 0) {
        some.add(each);
      }
      bit <<= 1;
    }
    Duration left = Duration.ofSeconds(1 + 900L * (input[1] & 0xff));
    Duration age = Duration.ofHours(Math.min(719, 3L * (input[2] & 0xff)));
    Instant end = START.plus(left);
    Instant begun = START.minus(age);
    LinkClaims old = new LinkClaims(scene.id(), REF, "ana", some, end);
    LinkChain chain = new LinkChain(begun, begun, null);
    return switch (input[0] >> 3 & 3) {
      case 0 -> tokens.issue(old);
      case 1 ->
          tokens.issue(
              new LinkClaims(
                  scene.id(), REF, "ana", Set.of(), end, chain, "files/inline-0-0", List.of()));
      case 2 -> made(end);
      default -> {
        // No gateway issues a link that outlives the month of its chain.
        Instant last = begun.plus(MONTH);
        Instant until = end.isAfter(last) ? last : end;
        yield tokens.issue(
            new LinkClaims(scene.id(), REF, "ana", some, until, chain, null, List.of()));
      }
    };
  }

  private static String made(Instant end) throws IOException {
    for (var each : stored.read()) {
      assertTrue(stored.revoke(each.id()));
    }
    return stored.make(TokenKind.EXECUTOR, "ana", START, end);
  }

  private static LinkClaims claims(String token) throws IOException {
    if (!StoredTokens.like(token)) {
      return tokens.genuine(token).orElseThrow();
    }
    Set<Permission> all = EnumSet.allOf(Permission.class);
    Instant end = Objects.requireNonNull(stored.read().getFirst().expires());
    return new LinkClaims(scene.id(), REF, "ana", all, end);
  }

  private static List<String> step(int what, String token) throws Exception {
    if (what >= 224) {
      now = now.plus(Duration.ofMinutes(37L * (what - 223)));
      return List.of();
    }
    int count = GETS.size() + 2 * MESSAGES.size() + 1;
    int which = what % count;
    if (which < GETS.size()) {
      return send("GET", GETS.get(which).replace("=T", "=" + token), token, "");
    }
    int message = which - GETS.size();
    if (message == 2 * MESSAGES.size()) {
      return send("POST", "/task/renew?token=" + token, token, "");
    }
    String said = MESSAGES.get(message / 2);
    return message % 2 == 0
        ? send("POST", "/thread/" + REF, token, said)
        : send("POST", "/mess", token, said.replace("code:", "re: " + REF + ", code:"));
  }

  private static List<String> send(String method, String path, String token, String body)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
            .timeout(Duration.ofSeconds(20))
            .header("Accept", "application/json")
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/yaml")
            .method(method, BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
    assertTrue(response.statusCode() < 500, method + " " + path + " " + response.statusCode());
    return TOKEN.matcher(response.body()).results().map(MatchResult::group).toList();
  }

  private static void assertWithin(LinkClaims first, LinkClaims sent, LinkClaims given) {
    for (LinkClaims before : List.of(first, sent)) {
      assertEquals(before.exchange(), given.exchange());
      assertEquals(before.ref(), given.ref());
      assertEquals(before.executor(), given.executor());
      assertTrue(before.permissions().containsAll(given.permissions()));
      assertTrue(before.file() == null || before.file().equals(given.file()));
    }
    boolean acts = !first.permissions().isEmpty();
    Instant last = acts ? first.chain().first().plus(MONTH) : first.expires();
    assertFalse(given.expires().isAfter(last), first + " gave " + given);
    Duration life = Duration.between(first.chain().issued(), first.expires());
    assertFalse(Duration.between(now, given.expires()).compareTo(life) > 0, first + " " + given);
  }
}
