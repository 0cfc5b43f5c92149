package org.messgateway.gateway.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who may use the page of the demonstration, on loopback and in a network. */
final class PageGuardTest {

  private static final PageAddress NETWORK =
      new PageAddress("127.0.0.1", "192.0.2.7", 0, "the-token-of-this-demonstration");

  private final HttpClient client = HttpClient.newHttpClient();

  private DemoServer server = served(NETWORK);

  @AfterEach
  void end() {
    server.close();
    client.close();
  }

  @Test
  void inANetworkNothingWorksWithoutTheToken() throws Exception {
    assertEquals(403, get("/", "").statusCode());
    assertEquals(403, get("/?token=", "").statusCode());
    assertEquals(403, get("/?token=the-token-of-this-demonstratioN", "").statusCode());
    assertEquals(403, get("/demo.js", "demo-" + server.port() + "=wrong").statusCode());
    assertEquals(403, get("/events?token", "").statusCode());
    assertEquals(403, post("/act", "application/json", "").statusCode());
  }

  @Test
  void aPortThatIsTakenIsNamedBeforeAnythingStarts() {
    IOException taken =
        assertThrows(IOException.class, () -> PageAddress.of("localhost", server.port()));
    assertTrue(taken.toString().contains("port " + server.port()), taken::toString);
    assertTrue(taken.toString().contains("--port"), taken::toString);
  }

  @Test
  void thePrintedLinkOpensThePageAndItsTokenIsKeptInACookie() throws Exception {
    HttpResponse<String> entered = get("/?phone=telegram&token=" + NETWORK.token(), "");
    assertEquals(303, entered.statusCode());
    assertEquals("/?phone=telegram", entered.headers().firstValue("Location").orElseThrow());
    String cookie = entered.headers().firstValue("Set-Cookie").orElseThrow();
    assertTrue(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), cookie);
    String kept = cookie.substring(0, cookie.indexOf(';'));
    assertEquals(200, get("/", kept).statusCode());
    assertEquals(200, post("/act", "application/json", kept).statusCode());
  }

  @Test
  void aFormOfAnotherSiteIsRefusedEverywhere() throws Exception {
    String cookie = "demo-" + server.port() + "=" + NETWORK.token();
    assertEquals(403, post("/act", "text/plain", cookie).statusCode());
    server.close();
    server = served(PageAddress.of("localhost", 0));
    assertEquals(403, post("/act", "text/plain", "").statusCode());
    assertEquals(200, post("/act", "application/json", "").statusCode());
  }

  @Test
  void everyDemonstrationInANetworkHasATokenOfItsOwnAndOneOnLoopbackHasNone() throws Exception {
    PageAddress open = PageAddress.of("0.0.0.0", 8421);
    assertTrue(open.open());
    assertNotEquals(open.token(), PageAddress.of("0.0.0.0", 8421).token());
    assertTrue(open.url(8421, "telegram").endsWith("/?token=" + open.token() + "&phone=telegram"));
    assertFalse(PageAddress.of("127.0.0.1", 0).open());
    assertEquals("http://localhost:8421", PageAddress.of("localhost", 0).url(8421));
  }

  private static DemoServer served(PageAddress address) {
    PageGuard guard = new PageGuard(address);
    DemoServer made =
        new DemoServer(
            address.bound(),
            0,
            routing ->
                routing
                    .addFilter(guard)
                    .any((_, response) -> DemoServer.json(response, 200, "{}")));
    guard.listensOn(made.port());
    return made;
  }

  private HttpResponse<String> get(String path, String cookie)
      throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(uri(path)), cookie);
  }

  private HttpResponse<String> post(String path, String type, String cookie)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(path)).POST(HttpRequest.BodyPublishers.ofString("{}"));
    return send(request.header("Content-Type", type), cookie);
  }

  private HttpResponse<String> send(HttpRequest.Builder request, String cookie)
      throws IOException, InterruptedException {
    if (!cookie.isEmpty()) {
      request.header("Cookie", cookie);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.port() + path);
  }
}
