package org.messgateway.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.exchange.view.TaskFile;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.Permission;
import org.messgateway.gateway.links.StoredTokens;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;

class FileRoutesTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final String REF = "2026-11-20-001";

  @TempDir private Path keys;

  private final LinkTokens tokens =
      new LinkTokens(LinkKey.of(new byte[32], Optional.empty()), () -> NOW);
  private final HttpClient client = HttpClient.newHttpClient();
  private String mime = "image/jpeg";
  private String content = "0123456789";
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    TokenGate gate =
        new TokenGate(
            tokens,
            new StoredTokens(keys, () -> NOW),
            "ex1",
            new OneThread(REF, "fridge-1", "ana", "claude"),
            () -> NOW);
    server =
        new HttpServer(
            new ListenAddress("127.0.0.1", 0, 1 << 20),
            List.of(new FileRoutes(new OneFile(), gate, new LargeViews(LargeWork.ofHeap(), keys))));
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
    client.close();
  }

  @ParameterizedTest
  @CsvSource({
    "bytes=2-4, 206, 234, bytes 2-4/10",
    "bytes=7-, 206, 789, bytes 7-9/10",
    "bytes=-3, 206, 789, bytes 7-9/10",
    "bytes=0-99, 206, 0123456789, bytes 0-9/10",
    "bytes=-99, 206, 0123456789, bytes 0-9/10",
    "bytes=10-, 416, , bytes */10",
    "bytes=-0, 416, , bytes */10",
    "'bytes=0-1,3-4', 200, 0123456789, ",
    "bytes=4-2, 200, 0123456789, ",
    "lines=1-2, 200, 0123456789, ",
    "bytes=-, 200, 0123456789, "
  })
  void singleRangesAreServed(String range, int status, String body, String contentRange)
      throws Exception {
    HttpResponse<String> response = get("a.jpg", "Range", range);
    assertEquals(status, response.statusCode());
    assertEquals(Optional.ofNullable(contentRange), response.headers().firstValue("content-range"));
    if (status != 416) {
      assertEquals(body, response.body());
    }
  }

  @Test
  void whoHasTheFileAlreadyIsToldSo() throws Exception {
    String tag = get("a.jpg", "Accept", "*/*").headers().firstValue("etag").orElseThrow();
    assertEquals(304, get("a.jpg", "If-None-Match", tag).statusCode());
    content = "9876543210";
    assertEquals(200, get("a.jpg", "If-None-Match", tag).statusCode());
  }

  @Test
  void aHeadSaysHowLargeItIsAndSendsNothing() throws Exception {
    HttpRequest head = request("a.jpg").method("HEAD", HttpRequest.BodyPublishers.noBody()).build();
    HttpResponse<String> response = client.send(head, HttpResponse.BodyHandlers.ofString());
    assertEquals(200, response.statusCode());
    assertEquals(Optional.of("10"), response.headers().firstValue("content-length"));
    assertEquals("", response.body());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/html",
        "image/svg+xml",
        "IMAGE/SVG+XML",
        "text/xml",
        "application/javascript"
      })
  void whatABrowserCouldRunIsADownloadInASandbox(String type) throws Exception {
    mime = type;
    HttpResponse<String> response = get("a.jpg", "Accept", "*/*");
    assertEquals(
        Optional.of("application/octet-stream"), response.headers().firstValue("content-type"));
    assertTrue(response.headers().firstValue("content-disposition").orElse("").startsWith("att"));
    assertEquals(
        List.of("default-src 'none'; sandbox"),
        response.headers().allValues("content-security-policy"));
    assertEquals(Optional.of("nosniff"), response.headers().firstValue("x-content-type-options"));
  }

  @Test
  void aNameCannotEndItsHeader() throws Exception {
    HttpResponse<String> response = get("a\"b\r\nSet-Cookie: x=é.jpg", "Accept", "*/*");
    assertEquals(200, response.statusCode());
    assertFalse(response.headers().firstValue("set-cookie").isPresent());
    String disposition = response.headers().firstValue("content-disposition").orElse("");
    assertTrue(disposition.contains("filename*=UTF-8''a%22b%0D%0ASet-Cookie"), disposition);
  }

  @Test
  void theAgentThatAskedMayFetchItAndAnotherMayNot() throws Exception {
    assertEquals(200, agents("claude").statusCode());
    assertEquals(404, agents("other").statusCode());
  }

  private HttpResponse<String> agents(String name) throws Exception {
    String token = new TokenFile(keys).make(TokenKind.AGENT, name, NOW, null);
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + server.port() + "/thread/" + REF + "/files/a.jpg"))
            .header("Authorization", "Bearer " + token)
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String name) {
    String token =
        tokens.issue(
            new LinkClaims(
                "ex1", REF, "ana", EnumSet.allOf(Permission.class), NOW.plusSeconds(60)));
    String encoded = URLEncoder.encode(name, UTF_8).replace("+", "%20");
    return HttpRequest.newBuilder(
        URI.create(
            "http://127.0.0.1:"
                + server.port()
                + "/thread/"
                + REF
                + "/files/"
                + encoded
                + "?token="
                + token));
  }

  private HttpResponse<String> get(String name, String header, String value) throws Exception {
    return client.send(
        request(name).header(header, value).build(), HttpResponse.BodyHandlers.ofString());
  }

  private final class OneFile extends NoTasks {

    @Override
    public Optional<TaskFile> file(String ref, String executor, String name) {
      byte[] bytes = content.getBytes(UTF_8);
      return Optional.of(
          new TaskFile(name, mime, bytes.length, () -> new ByteArrayInputStream(bytes)));
    }
  }
}
