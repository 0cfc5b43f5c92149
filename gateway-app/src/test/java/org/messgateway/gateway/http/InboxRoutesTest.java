package org.messgateway.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.StoredToken;
import org.messgateway.gateway.links.StoredTokens;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;

class InboxRoutesTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  @TempDir private Path keys;

  private final HttpClient client = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();
  private final AtomicLong nanos = new AtomicLong();
  private final FakeInbox inbox = new FakeInbox();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    TokenGate gate =
        new TokenGate(
            new LinkTokens(LinkKey.of(new byte[32], Optional.empty()), () -> NOW),
            new StoredTokens(keys, () -> NOW),
            "ex1",
            new OneThread("r", "c", "roomba", "claude"),
            () -> NOW);
    server =
        new HttpServer(
            new ListenAddress("127.0.0.1", 0, 1 << 20),
            List.of(new InboxRoutes(gate, inbox, nanos::get)));
    server.start();
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void whatAnExecutorWasToldIsFetchedInPiecesThatFollowEachOther() throws Exception {
    inbox.add("a");
    inbox.add("b");
    JsonNode first = json.readTree(get("").body());
    assertEquals(2, first.path("items").size());
    assertEquals("a", first.path("items").path(0).path("id").asText());
    inbox.add("c");
    JsonNode second = json.readTree(get("?after=" + first.path("after").asText()).body());
    assertEquals(1, second.path("items").size());
    assertEquals("c", second.path("items").path(0).path("id").asText());
    JsonNode third = json.readTree(get("?after=" + second.path("after").asText()).body());
    assertEquals(0, third.path("items").size());
    assertEquals(second.path("after"), third.path("after"));
  }

  @Test
  void whoWaitsIsAnsweredWhenSomethingComes() throws Exception {
    CompletableFuture<HttpResponse<String>> waiting =
        client.sendAsync(request("?wait=30s").build(), HttpResponse.BodyHandlers.ofString());
    assertTrue(inbox.somebodyWaits.await(10, TimeUnit.SECONDS));
    inbox.add("late");
    HttpResponse<String> response = waiting.get(10, TimeUnit.SECONDS);
    assertEquals("late", json.readTree(response.body()).at("/items/0/id").asText());
    assertEquals(0, inbox.waiting());
  }

  @Test
  void whoWaitsForNothingIsAnsweredWithNothing() throws Exception {
    inbox.nothingComes = true;
    assertEquals(0, json.readTree(get("?wait=30s").body()).path("items").size());
    assertEquals(Duration.ofSeconds(30).toNanos(), nanos.get());
  }

  @Test
  void whoBeginsWithAnEmptyInboxGoesOnFromThere() throws Exception {
    String begin = FakeInbox.BEGIN.text();
    assertEquals(begin, json.readTree(get("").body()).path("after").asText());
    inbox.nothingComes = true;
    assertEquals(begin, json.readTree(get("?wait=30s").body()).path("after").asText());
    assertEquals(Optional.of(FakeInbox.BEGIN), inbox.asked.getLast(), "the look after the wait");
    inbox.nothingComes = false;
    HttpRequest request = request("").header("Accept", "text/event-stream").build();
    HttpResponse<InputStream> stream =
        client.send(request, HttpResponse.BodyHandlers.ofInputStream());
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
      assertEquals(": still here", lines.readLine());
      assertEquals("id: " + begin, lines.readLine());
    }
  }

  @Test
  void whoComesFirstIsAnsweredWithWhatABusyMachineTellsLate() throws Exception {
    inbox.beginning = Duration.ofSeconds(12);
    assertEquals("early", json.readTree(get("").body()).at("/items/0/id").asText());
  }

  @Test
  void yamlIsAnsweredToThoseWhoWantIt() throws Exception {
    inbox.add("a");
    HttpRequest request = request("").header("Accept", "application/yaml").build();
    String body = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    assertTrue(body.contains("- id: \"a\""), body);
  }

  @Test
  void eventsFollowAndGoOnWhereTheLastOneWas() throws Exception {
    inbox.add("a");
    inbox.add("b");
    HttpRequest request =
        request("")
            .header("Accept", "text/event-stream")
            .header("Last-Event-ID", inbox.items.getFirst().cursor().text())
            .build();
    HttpResponse<InputStream> stream =
        client.send(request, HttpResponse.BodyHandlers.ofInputStream());
    assertEquals(Optional.of("text/event-stream"), stream.headers().firstValue("content-type"));
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
      assertEquals("id: " + inbox.items.get(1).cursor().text(), lines.readLine());
      assertEquals("event: request", lines.readLine());
      assertEquals("data: {\"id\":\"b\"}", lines.readLine());
      assertTrue(inbox.somebodyWaits.await(10, TimeUnit.SECONDS));
      inbox.add("c");
      String line = lines.readLine();
      while (!line.startsWith("data: ")) {
        line = lines.readLine();
      }
      assertEquals("data: {\"id\":\"c\"}", line);
    }
  }

  @Test
  void anotherInboxIsForbiddenAndATokenIsNeeded() throws Exception {
    String bo = new TokenFile(keys).make(TokenKind.EXECUTOR, "bo", NOW, null);
    assertEquals(403, send(bo, "").statusCode());
    String agent = new TokenFile(keys).make(TokenKind.AGENT, "bo", NOW, null);
    assertEquals(403, send(agent, "").statusCode());
    String operator = new TokenFile(keys).make(TokenKind.OPERATOR, "roomba", NOW, null);
    assertEquals(403, send(operator, "").statusCode());
    assertEquals(401, send("", "").statusCode());
  }

  @Test
  void whatIsNoPlaceAndNoTimeIsABadRequest() throws Exception {
    assertEquals(400, get("?after=yesterday").statusCode());
    assertEquals(400, get("?wait=long").statusCode());
  }

  private HttpRequest.Builder request(String query) throws Exception {
    return request(new TokenFile(keys).make(TokenKind.EXECUTOR, "roomba", NOW, null), query);
  }

  private HttpRequest.Builder request(String token, String query) {
    return HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + server.port() + "/inbox/roomba" + query))
        .header("Authorization", "Bearer " + token);
  }

  private HttpResponse<String> get(String query) throws Exception {
    return client.send(request(query).build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> send(String token, String query) throws Exception {
    return client.send(request(token, query).build(), HttpResponse.BodyHandlers.ofString());
  }

  private final class FakeInbox implements Inbox {

    /** Before all items. */
    private static final Cursor BEGIN = new Cursor(NOW.minusSeconds(1), "");

    private final List<Item> items = new CopyOnWriteArrayList<>();

    /** Where each look began. */
    private final List<Optional<Cursor>> asked = new CopyOnWriteArrayList<>();

    private final Semaphore rung = new Semaphore(0);
    private final CountDownLatch somebodyWaits = new CountDownLatch(1);
    private int listening;
    private volatile boolean nothingComes;

    /** How long what was before there was a token needs until it is here. */
    private volatile Duration beginning = Duration.ZERO;

    void add(String id) {
      items.add(
          new Item(
              new Cursor(NOW.plusSeconds(items.size()), id),
              "request",
              json.createObjectNode().put("id", id)));
      rung.release();
    }

    synchronized int waiting() {
      return listening;
    }

    private synchronized void listening(int more) {
      listening += more;
    }

    @Override
    public Page after(StoredToken owner, @Nullable Cursor after, int max) {
      asked.add(Optional.ofNullable(after));
      List<Item> found =
          items.stream()
              .filter(item -> after == null || item.cursor().compareTo(after) > 0)
              .limit(max)
              .toList();
      Cursor next = after == null ? BEGIN : after;
      return new Page(found, found.isEmpty() ? next : found.getLast().cursor());
    }

    @Override
    public boolean begin(StoredToken owner) {
      return !beginning.isZero();
    }

    @Override
    public Waiting waiting(String executor) {
      listening(1);
      return new Waiting() {
        @Override
        public void await(Duration longest) throws InterruptedException {
          somebodyWaits.countDown();
          if (!beginning.isZero()) {
            Duration part = longest.compareTo(beginning) < 0 ? longest : beginning;
            nanos.addAndGet(part.toNanos());
            beginning = beginning.minus(part);
            if (beginning.isZero()) {
              add("early");
            }
          } else if (nothingComes) {
            nanos.addAndGet(longest.toNanos());
          } else if (rung.tryAcquire(longest.toMillis(), TimeUnit.MILLISECONDS)) {
            rung.drainPermits();
          }
        }

        @Override
        public void close() {
          listening(-1);
        }
      };
    }
  }
}
