package org.messgateway.gateway.agents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.gateway.links.TokenKind;
import org.messgateway.testkit.Conforms;

/** What an agent sees and waits for, over HTTP of a real gateway. */
@Timeout(120)
final class AgentsOverHttpTest {

  private static final byte[] PICTURE = new byte[300_000];
  private static final String QUESTION =
      "[{status: {code: needs_input, message: Before I begin, questions:"
          + " [{field: location, question: Which room?, options: [kitchen, hall]}]}}]";

  @TempDir private static Path folder;

  @SuppressWarnings("NullAway.Init") // Set by @BeforeAll.
  private static AgentHome home;

  @BeforeAll
  static void open() throws Exception {
    home = new AgentHome(folder);
  }

  @BeforeEach
  void anAgentWithoutTasks() throws Exception {
    home.newAgent();
  }

  @AfterAll
  static void close() {
    home.close();
  }

  private static String dataUri() {
    return "data:image/png;base64," + Base64.getEncoder().encodeToString(PICTURE);
  }

  @Test
  void whoseInboxWasEmptyIsToldOfATaskThatWasOverBeforeTheNextLook() throws Exception {
    String inbox = "/inbox/quick";
    String quick = home.token(TokenKind.AGENT, "quick");
    JsonNode page = AgentHome.json(home.send(home.to(inbox, quick)));
    assertEquals(0, page.path("items").size());
    String request = "MESS: [{request: {intent: look, requires: [take-photo]}}]";
    String ref = AgentHome.json(home.say("/mess", quick, request)).at("/created/0/ref").asText();
    home.answer(ref, "[{status: {code: completed}}, {response: {content: [done]}}]");

    List<String> kinds = new ArrayList<>();
    while (!kinds.contains("ended")) {
      String next = inbox + "?wait=20s&after=" + page.path("after").asText();
      page = AgentHome.json(home.send(home.to(next, quick)));
      assertTrue(page.path("items").size() > 0, "nothing was told but " + kinds);
      page.path("items").forEach(item -> kinds.add(item.path("kind").asText()));
    }
  }

  @Test
  @Conforms(318)
  void anAgentListsItsOwnTasksNewestFirstInPages() throws Exception {
    List<String> refs = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      refs.add(home.ask("{id: look-%d, intent: look %d}".formatted(i, i)));
    }
    String other = home.token(TokenKind.AGENT, "codex");
    home.say("/mess", other, "MESS: [{request: {intent: not of claude}}]");
    for (String ref : refs) {
      home.awaitTold(ref);
    }

    JsonNode first = AgentHome.json(home.get("/mess?limit=3"));
    JsonNode second =
        AgentHome.json(home.get("/mess?limit=3&cursor=" + first.get("cursor").asText()));

    List<String> seen = new ArrayList<>(first.get("threads").findValuesAsText("ref"));
    seen.addAll(second.get("threads").findValuesAsText("ref"));
    assertEquals(refs.reversed(), seen);
    assertFalse(second.has("cursor"), "nothing is behind the last page");
    assertEquals("look-4", first.at("/threads/0/id").asText());
    assertEquals("look 4", first.at("/threads/0/intent").asText());
    String yaml =
        home.send(home.to("/mess", home.agent).header("Accept", "application/yaml")).body();
    assertTrue(yaml.startsWith("threads:\n  - ref: " + refs.getLast()), yaml);
  }

  @Test
  void aPageThatOneExchangeFillsIsFollowedByThatOfTheNext(@TempDir Path several) throws Exception {
    String config =
        "exchange: { path: %s }\nexchanges: { office: { path: %s } }\n"
            .formatted(several.resolve("exchange"), several.resolve("office"));
    Files.createDirectories(several.resolve("office"));
    try (AgentHome two = new AgentHome(several, AgentHome.CONFIG + config)) {
      for (String exchange : List.of("primary", "office")) {
        String request = "MESS: [{request: {intent: look, requires: [take-photo]}}]";
        JsonNode made = AgentHome.json(two.say("/mess?exchange=" + exchange, two.agent, request));
        two.awaitTold(made.at("/created/0/ref").asText() + "?exchange=" + exchange);
      }

      JsonNode first = AgentHome.json(two.get("/mess?limit=1"));
      JsonNode second =
          AgentHome.json(two.get("/mess?limit=1&cursor=" + first.get("cursor").asText()));

      assertEquals("primary", first.at("/threads/0/exchange").asText());
      assertEquals("office", second.at("/threads/0/exchange").asText());
      assertFalse(second.has("cursor"), "nothing is behind the last page");
    }
  }

  @Test
  @Conforms(318)
  void aListShowsOpenTasksAndOthersWhereTheirStatusIsAskedFor() throws Exception {
    String open = home.ask("{intent: stays open}");
    String done = home.ask("{intent: gets done}");
    home.answer(done, "[{response: {content: [done]}}]");
    home.awaitTold(open);
    AgentHome.json(home.get("/mess/" + done + "?wait=30s&until=ended"));

    assertEquals(List.of(open), refs("/mess"));
    assertEquals(List.of(done), refs("/mess?status=completed,failed"));
    assertEquals(List.of(done, open), refs("/mess?status=all"));
    assertEquals(List.of(), refs("/mess?status=all&since=2999-01-01T00:00:00Z"));
    assertEquals(List.of(open), refs("/mess?exchange=primary"));
  }

  private List<String> refs(String path) throws Exception {
    return AgentHome.json(home.get(path)).get("threads").findValuesAsText("ref");
  }

  @Test
  @Conforms({198, 318})
  void aWaitEndsWhenTheAnswerIsThere() throws Exception {
    String ref = home.ask("{id: fridge-1, intent: check the fridge}");
    CompletableFuture<HttpResponse<String>> waiting =
        home.getLater("/mess/fridge-1?wait=60s&until=answered");
    long began = System.nanoTime();
    home.answer(ref, "[{response: {content: [two eggs]}}]");

    JsonNode task = AgentHome.json(waiting.get(20, TimeUnit.SECONDS));

    assertEquals("completed", task.at("/envelope/status").asText());
    assertEquals("ana", task.at("/messages/2/from").asText());
    assertTrue(System.nanoTime() - began < Duration.ofSeconds(20).toNanos());
  }

  @Test
  @Conforms({96, 307})
  void aQuestionComesWithItsAskerAndTheReplyToSend() throws Exception {
    String ref = home.ask("{intent: vacuum}");
    home.answer(ref, QUESTION);

    JsonNode task = AgentHome.json(home.get("/mess/" + ref + "?wait=30s&until=question"));

    JsonNode open = task.at("/envelope/open/0");
    assertEquals("question", open.get("kind").asText());
    assertEquals("ana", open.get("from").asText());
    assertEquals("Which room?", open.get("text").asText());
    assertEquals("location", open.get("field").asText());
    assertEquals("hall", open.at("/options/1").asText());
    assertTrue(open.has("at"), "when it was asked");
    String reply = open.get("reply").asText().replace("YOUR ANSWER", "hall");
    assertEquals(200, home.say("/mess", home.agent, reply).statusCode());
    JsonNode later = AgentHome.json(home.get("/mess/" + ref));
    assertFalse(later.get("envelope").has("open"), "it is answered");
  }

  @Test
  void aTaskThatAsksEndsAlsoAWaitForItsAnswer() throws Exception {
    String ref = home.ask("{intent: vacuum}");
    home.answer(ref, "[{status: {code: needs_confirmation, message: It costs 5 EUR}}]");
    JsonNode task = AgentHome.json(home.get("/mess/" + ref + "?wait=30s"));
    assertEquals("confirmation", task.at("/envelope/open/0/kind").asText());
    assertEquals("It costs 5 EUR", task.at("/envelope/open/0/text").asText());
    String reply = task.at("/envelope/open/0/reply").asText();
    assertEquals(200, home.say("/mess", home.agent, reply).statusCode());
  }

  @Test
  void aSuggestionIsListedWithWhoMadeIt() throws Exception {
    String ref = home.ask("{intent: vacuum}");
    home.answer(
        ref, "[{suggestion: {id: later, type: defer, re: [last], proposed: {not_before: 2h}}}]");

    JsonNode task = AgentHome.json(home.get("/mess/" + ref + "?wait=30s&until=question"));

    JsonNode open = task.at("/envelope/open/0");
    assertEquals("suggestion", open.get("kind").asText());
    assertEquals("ana", open.get("from").asText());
    assertEquals("later", open.get("re").asText());
    String reply = open.get("reply").asText();
    HttpResponse<String> said = home.say("/mess", home.agent, reply);
    assertEquals(200, said.statusCode(), said.body());
  }

  @Test
  void aWaitForAChangeEndsWithTheClaim() throws Exception {
    String ref = home.ask("{intent: vacuum}");
    home.awaitTold(ref);
    HttpResponse<String> before = home.get("/mess/" + ref);
    String tag = before.headers().firstValue("etag").orElseThrow();
    HttpRequest.Builder unchanged = home.to("/mess/" + ref, home.agent);
    assertEquals(304, home.send(unchanged.header("If-None-Match", tag)).statusCode());

    home.answer(ref, "[{status: {code: claimed}}]");
    HttpRequest.Builder changed =
        home.to("/mess/" + ref + "?wait=30s&until=change", home.agent)
            .header("Accept", "application/json")
            .header("If-None-Match", tag);

    JsonNode task = AgentHome.json(home.send(changed));
    assertEquals("claimed", task.at("/envelope/status").asText());
  }

  @Test
  void whatNobodyAnswersComesBackWhenTheTimeIsOver() throws Exception {
    String ref = home.ask("{intent: vacuum}");
    long began = System.nanoTime();
    JsonNode task = AgentHome.json(home.get("/mess/" + ref + "?wait=1s&until=ended"));
    assertEquals("pending", task.at("/envelope/status").asText());
    assertTrue(System.nanoTime() - began >= Duration.ofSeconds(1).toNanos());
  }

  @Test
  void aPictureInTheThreadIsAUrlThatTheAgentsTokenOpens() throws Exception {
    String ref = home.ask("{intent: photo}");
    home.answer(
        ref,
        "[{response: {content: [here, {image: {uri: \"%s\", name: fridge.png}}]}}]"
            .formatted(dataUri()));

    HttpResponse<String> response = home.get("/mess/" + ref + "?wait=30s&until=ended");

    assertTrue(response.body().length() < 10_000, "without the picture itself");
    JsonNode file = AgentHome.json(response).at("/envelope/files/0");
    assertEquals("image/png", file.get("mime").asText());
    assertEquals("fridge.png", file.get("title").asText());
    assertEquals(PICTURE.length, file.get("size").asInt());
    assertEquals(3, file.get("message").asInt());
    String path = java.net.URI.create(file.get("uri").asText()).getPath();
    assertArrayEquals(PICTURE, home.bytes(path, home.agent).body());
    assertEquals(401, home.bytes(path, "").statusCode());
    assertEquals(404, home.bytes(path, home.token(TokenKind.AGENT, "codex")).statusCode());
    String whole = home.get("/mess/" + ref + "?inline=true").body();
    assertTrue(whole.contains(dataUri()), "whole where it is asked for");
  }

  @Test
  void aFileThatIsSentWithARequestIsListedAndFetchedAgain() throws Exception {
    String boundary = "x-boundary";
    String form =
        """
        --%1$s\r
        Content-Disposition: form-data; name="message"\r
        Content-Type: application/yaml\r
        \r
        MESS: [{request: {id: shop-1, intent: buy this, context: [{file: {part: list}}]}}]\r
        --%1$s\r
        Content-Disposition: form-data; name="list"; filename="list.txt"\r
        Content-Type: text/plain\r
        \r
        eggs and milk\r
        --%1$s--\r
        """
            .formatted(boundary);
    HttpResponse<String> taken =
        home.send(
            home.to("/mess", home.agent)
                .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                .header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(form, UTF_8)));
    assertEquals(200, taken.statusCode(), taken.body());

    JsonNode task = AgentHome.json(home.get("/mess/shop-1"));

    JsonNode file = task.at("/envelope/files/0");
    assertEquals("list.txt", file.get("title").asText());
    String path = java.net.URI.create(file.get("uri").asText()).getPath();
    assertEquals("eggs and milk", new String(home.bytes(path, home.agent).body(), UTF_8));
  }

  @Test
  void whatTurnsTheDirectionOfTextDoesNotReachTheAgent() throws Exception {
    String ref = home.ask("{intent: vacuum}");
    home.answer(ref, "[{response: {content: [\"done\u202E exe.\u2066\"]}}]");
    HttpResponse<String> shown = home.get("/mess/" + ref + "?wait=30s");
    assertTrue(shown.body().contains("done exe."), shown.body());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /mess?status=finished | 400 | completed
          /mess?since=yesterday | 400 | 2026-01-31T17:00:00Z
          /mess?limit=0 | 400 | 1 to 500
          /mess?limit=501 | 400 | 1 to 500
          /mess?limit=a | 400 | 1 to 500
          /mess?cursor=x | 400 | earlier answer
          /mess?cursor=gone/2026-11-20-001 | 400 | earlier answer
          /mess?colour=red | 400 | cursor, exchange, limit, since, status
          /mess?limit=1&limit=2 | 400 | comes 2 times
          /mess?exchange=moltbook | 404 | There is primary
          /mess/REF?wait=61s | 400 | up to 60
          /mess/REF?wait=soon | 400 | like 30s
          /mess/REF?wait=1s&until=done | 400 | answered, ended, question or change
          /mess/REF?until=ended | 400 | wait=60s
          /mess/REF?inline=yes | 400 | true or false
          /mess/REF?exchange=moltbook | 404 | There is primary
          /mess/none | 404 | called none
          /mess/none?wait=60s | 404 | called none
          """)
  void aMistakeIsToldWithWhatWouldBeRight(String path, int status, String said) throws Exception {
    String ref = home.ask("{intent: vacuum}");
    HttpResponse<String> response = home.get(path.replace("REF", ref));
    assertEquals(status, response.statusCode(), response.body());
    assertTrue(response.body().contains(said), response.body());
    assertEquals(
        Optional.of("application/problem+json"),
        response.headers().firstValue("content-type").map(type -> type.replaceFirst(";.*", "")));
  }

  @Test
  void nobodyElseListsOrWaitsForAnAgentsTasks() throws Exception {
    String ref = home.ask("{intent: vacuum}");
    assertEquals(401, home.send(home.to("/mess", "")).statusCode());
    assertEquals(403, home.send(home.to("/mess", home.executor)).statusCode());
    String other = home.token(TokenKind.AGENT, "codex");
    assertEquals(404, home.send(home.to("/mess/" + ref + "?wait=60s", other)).statusCode());
  }
}
