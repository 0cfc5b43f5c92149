package org.messgateway.gateway.http.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.text.Texts;
import org.messgateway.gateway.http.HttpServer;
import org.messgateway.gateway.http.ListenAddress;

/** The page as it goes over the wire. */
class PageFileRoutesTest {

  /** On a line of 50 kB a second, less than a second. */
  private static final int MOST_BYTES = 35_000;

  private static final Pattern USED = Pattern.compile("\\b(?:t|many|around)\\('([a-z_.]+)'");

  private static HttpServer server;
  private static HttpClient client;
  private static volatile PageFileRoutes.PageSettings household = home("Miller home");

  private static PageFileRoutes.PageSettings home(String title) {
    return new PageFileRoutes.PageSettings(title, Texts.ENGLISH, Texts::of);
  }

  static List<String> languages() {
    return Texts.LANGUAGES;
  }

  @BeforeAll
  static void start() throws IOException {
    server =
        new HttpServer(
            new ListenAddress("127.0.0.1", 0, 1_000), List.of(new PageFileRoutes(() -> household)));
    server.start();
    client = HttpClient.newHttpClient();
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  @Test
  void thePageIsSmallOnTheWireAndNotSentAgainWhileItIsTheSame() throws Exception {
    HttpResponse<byte[]> first = get("/respond?token=x", "Accept-Encoding", "gzip, br");
    assertEquals("gzip", header(first, "Content-Encoding"));
    assertTrue(first.body().length <= MOST_BYTES, first.body().length + " bytes");
    assertEquals("no-cache", header(first, "Cache-Control"));
    HttpResponse<byte[]> again = get("/r/abc?t=y", "If-None-Match", header(first, "ETag"));
    assertEquals(304, again.statusCode());
    assertEquals(0, again.body().length);
    HttpResponse<byte[]> plain = get("/respond", "Accept", "text/html");
    assertEquals(text(plain), new String(unpacked(first.body()), UTF_8));
  }

  @ParameterizedTest
  @MethodSource("languages")
  void thePageIsSmallInEachLanguageThatAHouseholdMayHave(String language) {
    StaticFile page = RespondPage.of("Miller home", Texts.of(language)).html();
    assertTrue(page.gzip().length <= MOST_BYTES + 1_500, page.gzip().length + " bytes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*/*", "text/html,application/xhtml+xml,*/*;q=0.8", "image/*", ""})
  void previewsGetATitleAndNothingThatDependsOnTheLink(String accept) throws Exception {
    String page = text(get("/respond?ref=leaked-task&token=leaked-token", "Accept", accept));
    assertTrue(
        page.contains("<meta property=\"og:title\" content=\"A task for you · Miller home\">"));
    assertFalse(page.contains("leaked"));
    assertEquals(page, text(get("/r/another?t=one", "Accept", accept)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "application/yaml", "application/problem+json, */*"})
  void whoAsksForDataGetsNoPage(String accept) throws Exception {
    assertEquals(404, get("/respond?token=x", "Accept", accept).statusCode());
  }

  @Test
  void aHouseholdWithAnotherNameHasAnotherPage() throws Exception {
    String tag = header(get("/respond", "Accept", "*/*"), "ETag");
    household = home("<b>\"Our\" & home</b>");
    HttpResponse<byte[]> renamed = get("/respond", "If-None-Match", tag);
    household = home("Miller home");
    assertEquals(200, renamed.statusCode());
    assertTrue(text(renamed).contains("A task for you · &lt;b&gt;&quot;Our&quot; &amp; home"));
  }

  @ParameterizedTest
  @MethodSource("languages")
  void thePageHasEachTextThatItAsksForInEachLanguage(String language) throws Exception {
    HttpResponse<byte[]> answer = get("/respond/words/" + language, "Accept", "*/*");
    JsonNode words = new ObjectMapper().readTree(answer.body());
    assertEquals(language, words.path("language").asText());
    List<String> missing = new ArrayList<>();
    for (String key : used()) {
      boolean there =
          key.endsWith(".")
              || Stream.of("", ".one", ".other").anyMatch(end -> words.has(key + end));
      if (!there) {
        missing.add(key);
      }
    }
    assertEquals(List.of(), missing);
  }

  /** Keys that stand in the script; those that are made of two parts end with a dot. */
  private static Set<String> used() {
    String page = new String(RespondPage.of("", Texts.ENGLISH).html().plain(), UTF_8);
    Set<String> keys = new TreeSet<>();
    USED.matcher(page)
        .results()
        .map(MatchResult::group)
        .forEach(found -> keys.add(found.substring(found.indexOf('\'') + 1, found.length() - 1)));
    assertTrue(keys.size() > 100, keys.toString());
    return keys;
  }

  @Test
  void thereAreTextsInTheLanguagesOfMessagesOnly() throws Exception {
    assertEquals(404, get("/respond/words/xx", "Accept", "*/*").statusCode());
  }

  @Test
  void theWorkerIsThatOfItsPageAndAsksThisServerOnly() throws Exception {
    HttpResponse<byte[]> worker = get("/respond/worker.js", "Accept", "*/*");
    String tag = header(get("/respond", "Accept", "*/*"), "ETag");
    assertTrue(text(worker).contains(tag.replace("W/", "").replace("\"", "")), "the same version");
    assertEquals(
        "default-src 'none'; connect-src 'self'", header(worker, "Content-Security-Policy"));
    assertEquals("/", header(worker, "Service-Worker-Allowed"));
  }

  private static HttpResponse<byte[]> get(String path, String name, String value) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    if (!value.isEmpty()) {
      request.header(name, value);
    }
    return client.send(request.build(), BodyHandlers.ofByteArray());
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElseThrow();
  }

  private static String text(HttpResponse<byte[]> response) {
    return new String(response.body(), UTF_8);
  }

  private static byte[] unpacked(byte[] gzip) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
      return in.readAllBytes();
    }
  }
}
