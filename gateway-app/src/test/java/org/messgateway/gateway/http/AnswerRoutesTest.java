package org.messgateway.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.mess.ContentEntry.Media.MediaKind;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.Answer;
import org.messgateway.gateway.answer.AnswerResult;
import org.messgateway.gateway.answer.MessageKey;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.http.body.BodyLimits;
import org.messgateway.gateway.http.body.Submissions;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.Permission;
import org.messgateway.gateway.links.StoredTokens;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;
import org.messgateway.testkit.Conforms;

class AnswerRoutesTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final String REF = "2026-11-20-001";
  private static final String YAML = "application/yaml";
  private static final String CLAIM = "MESS:\n- status: {code: claimed}\n";
  private static final BodyLimits LIMITS = new BodyLimits(4_000, 1_000, 2);

  @TempDir private Path folder;

  private final LinkTokens tokens =
      new LinkTokens(LinkKey.of(new byte[32], Optional.empty()), () -> NOW);
  private final HttpClient client = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();
  private final List<Answer> said = new ArrayList<>();
  private final List<String> contents = new ArrayList<>();
  private AnswerResult result = new AnswerResult.Accepted(ThreadStatus.CLAIMED, "ana", false);
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    TokenGate gate =
        new TokenGate(
            tokens,
            new StoredTokens(folder.resolve("keys"), () -> NOW),
            "ex1",
            new OneThread(REF, "fridge-1", "nobody", "nobody"),
            () -> NOW);
    server =
        new HttpServer(
            new ListenAddress("127.0.0.1", 0, LIMITS.total()),
            List.of(
                new AnswerRoutes(
                    gate,
                    tokens,
                    new Submissions(
                        folder.resolve("spool"), LIMITS, LargeWork.ofHeap(), System::nanoTime),
                    this::say)));
    server.start();
  }

  private AnswerResult say(Answer answer) {
    said.add(answer);
    answer.files().forEach(file -> contents.add(read(file.content())));
    return result;
  }

  @AfterEach
  void stop() {
    server.close();
    client.close();
  }

  @Test
  @Conforms({118, 194, 195, 196})
  void whatTheLinksHolderSaysIsSaidInTheirName() throws Exception {
    HttpResponse<String> response = post("application/yaml", CLAIM);
    assertEquals(200, response.statusCode(), response.body());
    JsonNode body = json.readTree(response.body());
    assertTrue(body.path("ok").asBoolean());
    assertEquals("claimed", body.path("status").asText());
    assertEquals("ana", body.path("holder").asText());
    Answer answer = said.getFirst();
    assertEquals("ana", answer.executor());
    assertEquals(REF, answer.ref());
    assertEquals("http", answer.channel());
    assertEquals(List.of(Map.of("status", Map.of("code", "claimed"))), answer.mess());
  }

  @Test
  void theAnswerBringsATokenForTheSameTaskThatLivesAsLongAgain() throws Exception {
    LinkClaims link = LinkClaims.granted("ex1", REF, "ana", NOW.minus(Duration.ofHours(20)), null);
    LinkClaims fresh = fresh(link);
    assertEquals(REF, fresh.ref());
    assertEquals("ana", fresh.executor());
    assertEquals(link.permissions(), fresh.permissions());
    assertEquals(NOW.plus(Duration.ofHours(24)), fresh.expires());
    assertEquals(link.chain().first(), fresh.chain().first());
  }

  @Test
  void aChainOfRenewalsEndsThirtyDaysAfterItsFirstLink() throws Exception {
    Instant first = NOW.minus(Duration.ofDays(29)).minus(Duration.ofHours(20));
    LinkClaims link =
        new LinkClaims(
            "ex1",
            REF,
            "ana",
            EnumSet.allOf(Permission.class),
            NOW.plus(Duration.ofHours(1)),
            new LinkClaims.LinkChain(first, NOW.minus(Duration.ofHours(23)), null),
            null,
            List.of());
    assertEquals(first.plus(Duration.ofDays(30)), fresh(link).expires());
    assertEquals(first.plus(Duration.ofDays(30)), fresh(fresh(link)).expires());
  }

  @Test
  void aTokenOfAnEarlierVersionIsNotMadeToLiveLonger() throws Exception {
    LinkClaims old =
        new LinkClaims("ex1", REF, "ana", EnumSet.allOf(Permission.class), NOW.plusSeconds(60));
    assertEquals(old.expires(), fresh(old).expires());
  }

  @Test
  void theAnswerThatEndsATaskBringsNoToken() throws Exception {
    result = new AnswerResult.Accepted(ThreadStatus.COMPLETED, "ana", false);
    JsonNode body = json.readTree(post("application/yaml", CLAIM).body());
    assertTrue(body.path("ok").asBoolean());
    assertFalse(body.has("token"), body.toString());
  }

  @Test
  void whatAStoredTokenIsGivenEndsWithIt() throws Exception {
    TokenFile file = new TokenFile(folder.resolve("keys"));
    Instant end = NOW.plus(Duration.ofHours(2));
    String stored = file.make(TokenKind.EXECUTOR, "nobody", NOW, end);
    JsonNode body = json.readTree(send(requestWith(stored, YAML), bytes(CLAIM)).body());
    String given = body.path("token").asText();
    assertEquals(end, tokens.verify(given).expires());
    assertEquals(200, send(requestWith(given, YAML), bytes(CLAIM)).statusCode());
    assertTrue(file.revoke(file.read().getFirst().id()));
    HttpResponse<String> refused = send(requestWith(given, YAML), bytes(CLAIM));
    assertEquals(401, refused.statusCode(), refused.body());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- status: {code: claimed}",
        "- status: {code: ' Claimed '}",
        "- status: CLAIMED",
        "- status: {code: declined}",
        "- status: release",
        "- status: {code: UNCLAIMED, executor: ana}"
      })
  void whoMayOnlyRespondMayNotClaimOrDeclineInAnySpelling(String entry) throws Exception {
    String token = token(REF, EnumSet.of(Permission.RESPOND), NOW.plusSeconds(60));
    assertEquals(403, send(requestWith(token, YAML), bytes("MESS:\n" + entry)).statusCode());
    assertEquals(List.of(), said);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- status: {code: claimed}\n- status: {code: completed}",
        "- status: {code: claimed}\n- note: done",
        "- response: {content: [done]}"
      })
  void whoMayOnlyClaimMayNotRespondBeside(String entries) throws Exception {
    String token = token(REF, EnumSet.of(Permission.CLAIM), NOW.plusSeconds(60));
    assertEquals(403, send(requestWith(token, YAML), bytes("MESS:\n" + entries)).statusCode());
    assertEquals(List.of(), said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"MESS: []", "[]", "- note: {text: hello}"})
  void whoMayOnlyReadSaysNothingAtAll(String message) throws Exception {
    String token = token(REF, EnumSet.noneOf(Permission.class), NOW.plusSeconds(60));
    int status = send(requestWith(token, YAML), bytes(message)).statusCode();
    assertTrue(status == 400 || status == 403, message + " got " + status);
    assertEquals(List.of(), said);
  }

  private LinkClaims fresh(LinkClaims link) throws Exception {
    HttpResponse<String> taken = send(requestWith(tokens.issue(link), YAML), bytes(CLAIM));
    return tokens.verify(json.readTree(taken.body()).path("token").asText());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/yaml",
        "application/x-yaml",
        "text/yaml; charset=utf-8",
        "APPLICATION/YAML"
      })
  @Conforms({194, 199})
  void yamlHasManyNames(String type) throws Exception {
    assertEquals(200, post(type, CLAIM).statusCode());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"MESS\":[{\"status\":{\"code\":\"claimed\"}}]}",
        "[{\"status\":{\"code\":\"claimed\"}}]",
        "{\"status\":{\"code\":\"claimed\"}}"
      })
  void jsonComesWrappedInAListOrBare(String body) throws Exception {
    assertEquals(200, post("application/json", body).statusCode());
    assertEquals(List.of(Map.of("status", Map.of("code", "claimed"))), said.getFirst().mess());
  }

  @Test
  void theSameWordsAreTheSameAnswerAndOthersAreNot() throws Exception {
    post("application/yaml", CLAIM);
    post("application/yaml", CLAIM);
    post("application/yaml", CLAIM + "- response: {content: [ok]}\n");
    assertEquals(said.get(0).key(), said.get(1).key());
    assertNotEquals(said.get(0).key(), said.get(2).key());
  }

  @Test
  void aKeyOfTheSenderCountsInstead() throws Exception {
    HttpResponse<String> response =
        send(request("application/yaml").header("Idempotency-Key", "k-1"), CLAIM.getBytes(UTF_8));
    assertEquals(200, response.statusCode());
    assertEquals(new MessageKey.Given("k-1"), said.getFirst().key());
  }

  @Test
  void filesComeWithTheMessageAndAreGoneAfterwards() throws Exception {
    HttpResponse<String> response =
        post(
            "multipart/form-data; boundary=xyz",
            multipart(
                part("message", "", "", "[{response: {content: [{image: {part: photo1}}]}}]"),
                part("photo1", "../a \\\"b\\\".jpg", "application/octet-stream", "JPEG\r\n--x"),
                part("note", "n.txt", "text/plain", "")));
    assertEquals(200, response.statusCode(), response.body());
    Answer answer = said.getFirst();
    assertEquals(List.of("JPEG\r\n--x", ""), contents);
    assertEquals(MediaKind.IMAGE, answer.files().get(0).kind());
    assertEquals("../a \"b\".jpg", answer.files().get(0).name());
    assertEquals(MediaKind.FILE, answer.files().get(1).kind());
    assertEquals("text/plain", answer.files().get(1).mime());
    assertEquals(List.of(), spooled());
  }

  @Test
  void theSameFilesUnderAnotherBoundaryAreTheSameAnswer() throws Exception {
    String[] parts = {
      part("message", "", "", "[{status: {code: completed}}]"), part("a", "a", "image/png", "A")
    };
    post("multipart/form-data; boundary=xyz", multipart(parts));
    post("multipart/form-data; boundary=\"abc\"", multipart(parts).replace("--xyz", "--abc"));
    assertEquals(2, said.size());
    assertEquals(said.get(0).key(), said.get(1).key());
  }

  @Test
  void filesThatAreTooLargeOrTooManyAreRefusedAndGone() throws Exception {
    String message = part("message", "", "", "[{status: {code: completed}}]");
    String large = part("a", "a", "image/png", "A".repeat(1_001));
    String small = part("b", "b", "image/png", "B");
    assertEquals(
        413,
        post("multipart/form-data; boundary=xyz", multipart(message, small, large)).statusCode());
    assertEquals(
        413,
        post(
                "multipart/form-data; boundary=xyz",
                multipart(
                    message,
                    small,
                    small.replace("\"b\"", "\"c\""),
                    small.replace("\"b\"", "\"d\"")))
            .statusCode());
    assertEquals(List.of(), spooled());
    assertEquals(List.of(), said);
  }

  @Test
  @Conforms(202)
  void aBodyThatIsTooLargeIsRefusedAnnouncedOrNot() throws Exception {
    byte[] large = ("- response: {content: [" + "x".repeat(5_000) + "]}").getBytes(UTF_8);
    assertEquals(413, send(request("application/yaml"), large).statusCode());
    HttpRequest streamed =
        request("application/yaml")
            .POST(
                HttpRequest.BodyPublishers.ofInputStream(
                    () -> new java.io.ByteArrayInputStream(large)))
            .build();
    assertEquals(413, client.send(streamed, HttpResponse.BodyHandlers.ofString()).statusCode());
    assertEquals(List.of(), said);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--xyz",
        "--xyz\r\n",
        "--xyz--\r\n",
        "--xyz\r\nContent-Disposition: form-data\r\n\r\na\r\n--xyz--",
        "--xyz\r\nContent-Disposition: form-data; name=message\r\n\r\n[]",
        "--xyz\r\nno colon\r\n\r\n--xyz--",
        "--xyzzy--",
      })
  void aBrokenMultipartIsABadRequest(String body) throws Exception {
    assertEquals(400, post("multipart/form-data; boundary=xyz", body).statusCode());
  }

  @Test
  @Conforms(202)
  void badYamlIsToldWithLineAndColumn() throws Exception {
    HttpResponse<String> response = post("application/yaml", "MESS:\n- status: {code: [\n");
    assertEquals(400, response.statusCode());
    JsonNode problem = json.readTree(response.body());
    assertTrue(problem.path("line").asInt() >= 2, response.body());
    assertTrue(problem.path("column").asInt() >= 1, response.body());
    assertTrue(problem.path("detail").asText().contains("line"), response.body());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/html",
        "application/x-www-form-urlencoded",
        "application/yaml; charset=latin1"
      })
  @Conforms(202)
  void otherTypesAreNotTaken(String type) throws Exception {
    assertEquals(415, post(type, CLAIM).statusCode());
  }

  @Test
  void aClaimThatComesSecondIsToldWhoHasTheTask() throws Exception {
    result = new AnswerResult.HeldByOther(ThreadStatus.CLAIMED, "bo", "Bo", true);
    HttpResponse<String> response = post("application/yaml", CLAIM);
    assertEquals(409, response.statusCode());
    JsonNode problem = json.readTree(response.body());
    assertEquals("urn:mess:taken", problem.path("type").asText());
    assertEquals("bo", problem.path("holder").asText());
    assertEquals("Bo", problem.path("holder_name").asText());
    assertTrue(problem.path("kept").asBoolean());
  }

  @Test
  void everyOtherVerdictHasItsOwnAnswer() throws Exception {
    result = new AnswerResult.ThreadEnded(ThreadStatus.COMPLETED, "bo", false);
    assertProblem(409, "urn:mess:over");
    result = new AnswerResult.Refused("No such status.");
    assertProblem(422, "urn:mess:refused");
    result = new AnswerResult.NoSuchThread();
    assertProblem(404, "about:blank");
    result = new AnswerResult.TryAgainLater("The disk is full.");
    HttpResponse<String> later = assertProblem(503, "urn:mess:not-now");
    assertEquals(Optional.of("5"), later.headers().firstValue("retry-after"));
  }

  private HttpResponse<String> assertProblem(int status, String type) throws Exception {
    HttpResponse<String> response = post("application/yaml", CLAIM);
    assertEquals(status, response.statusCode(), response.body());
    assertEquals(type, json.readTree(response.body()).path("type").asText());
    return response;
  }

  @Test
  @Conforms({202, 203})
  void aTokenWithoutThePermissionCannotClaimOrDecline() throws Exception {
    String weak = token(REF, EnumSet.of(Permission.RESPOND), NOW.plusSeconds(60));
    for (String entry : List.of("{status: {code: claimed}}", "{status: rejected}")) {
      HttpResponse<String> response = send(requestWith(weak, "application/yaml"), bytes(entry));
      assertEquals(403, response.statusCode(), entry);
    }
    assertEquals(
        200,
        send(requestWith(weak, "application/yaml"), bytes("{response: {content: [hi]}}"))
            .statusCode());
  }

  @Test
  @Conforms({193, 202})
  void tokensThatAreMissingForgedExpiredOrForAnotherTaskSayNothing() throws Exception {
    HttpRequest.Builder bare =
        HttpRequest.newBuilder(uri("/thread/" + REF)).header("Content-Type", "application/yaml");
    assertEquals(401, send(bare, bytes(CLAIM)).statusCode());
    assertType(401, "urn:mess:forged", requestWith("x.y.z", "application/yaml"));
    assertType(
        401,
        "urn:mess:expired",
        requestWith(token(REF, EnumSet.allOf(Permission.class), NOW), "application/yaml"));
    assertEquals(
        403,
        send(
                requestWith(
                    token("other", EnumSet.allOf(Permission.class), NOW.plusSeconds(9)),
                    "application/yaml"),
                bytes(CLAIM))
            .statusCode());
    assertEquals(List.of(), said);
  }

  private void assertType(int status, String type, HttpRequest.Builder request) throws Exception {
    HttpResponse<String> response = send(request, bytes(CLAIM));
    assertEquals(status, response.statusCode());
    assertEquals(type, json.readTree(response.body()).path("type").asText());
  }

  @Test
  void whatALastLifeLeftInTheSpoolIsDeleted() throws Exception {
    Path spool = Files.createDirectories(folder.resolve("old"));
    Files.writeString(spool.resolve("left"), "half a photo");
    Submissions cleaned = new Submissions(spool, LIMITS, LargeWork.ofHeap(), System::nanoTime);
    assertFalse(Files.exists(spool.resolve("left")), cleaned::toString);
  }

  private List<Path> spooled() throws IOException {
    Path spool = folder.resolve("spool");
    if (!Files.exists(spool)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(spool)) {
      return files.toList();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String multipart(String... parts) {
    return String.join("", parts) + "--xyz--\r\n";
  }

  private static String part(String name, String fileName, String type, String content) {
    return "--xyz\r\nContent-Disposition: form-data; name=\""
        + name
        + "\""
        + (fileName.isEmpty() ? "" : "; filename=\"" + fileName + "\"")
        + (type.isEmpty() ? "" : "\r\nContent-Type: " + type)
        + "\r\n\r\n"
        + content
        + "\r\n";
  }

  private String token(String ref, Set<Permission> permissions, Instant expires) {
    return tokens.issue(new LinkClaims("ex1", ref, "ana", permissions, expires));
  }

  private HttpRequest.Builder request(String type) {
    return requestWith(token(REF, EnumSet.allOf(Permission.class), NOW.plusSeconds(60)), type);
  }

  private HttpRequest.Builder requestWith(String token, String type) {
    return HttpRequest.newBuilder(uri("/thread/" + REF + "?token=" + token))
        .timeout(Duration.ofSeconds(10))
        .header("Content-Type", type);
  }

  private HttpResponse<String> post(String type, String body) throws Exception {
    return send(request(type), bytes(body));
  }

  private HttpResponse<String> send(HttpRequest.Builder request, byte[] body) throws Exception {
    return client.send(
        request.POST(HttpRequest.BodyPublishers.ofByteArray(body)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.port() + path);
  }
}
