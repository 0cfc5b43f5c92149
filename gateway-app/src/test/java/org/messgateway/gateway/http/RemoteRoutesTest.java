package org.messgateway.gateway.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.adapter.okhttp.AddressGuard;
import org.messgateway.adapter.okhttp.AddressGuard.AddressTrust;
import org.messgateway.adapter.okhttp.HostAllowList;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.Permission;
import org.messgateway.gateway.links.StoredTokens;

/** Pictures from elsewhere: only pictures, only from where the guard lets us. */
class RemoteRoutesTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final String REF = "2026-11-20-001";
  private static final byte[] PNG =
      Base64.getDecoder()
          .decode(
              "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5"
                  + "ErkJggg==");
  private static final byte[] SVG =
      "<svg xmlns='http://www.w3.org/2000/svg'/>".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path keys;

  private final LinkTokens tokens =
      new LinkTokens(LinkKey.of(new byte[32], Optional.empty()), () -> NOW);
  private final HttpClient client = HttpClient.newHttpClient();
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicLong nanos = new AtomicLong();
  private final Semaphore hanging = new Semaphore(0);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private com.sun.net.httpserver.HttpServer elsewhere;
  private byte[] there = PNG;
  private String redirect = "";
  private List<String> urls = List.of();
  private HttpServer server;
  private RemotePictures pictures;

  /** Of all addresses of this machine, 127.0.0.1, .3 and .4 alone are permitted. */
  @BeforeEach
  void aGatewayAndSomewhereElse() throws IOException {
    elsewhere = com.sun.net.httpserver.HttpServer.create(new InetSocketAddress(0), 0);
    elsewhere.createContext("/", this::answer);
    elsewhere.setExecutor(Thread::startVirtualThread);
    elsewhere.start();
    pictures =
        new RemotePictures(
            new AddressGuard(
                AddressTrust.PUBLIC_ONLY,
                HostAllowList.of(List.of("127.0.0.1", "127.0.0.3", "127.0.0.4")),
                "test"),
            nanos::get);
    TokenGate gate =
        new TokenGate(
            tokens,
            new StoredTokens(keys, () -> NOW),
            "ex1",
            new OneThread(REF, "c", "ana", "claude"),
            () -> NOW);
    server =
        new HttpServer(
            new ListenAddress("127.0.0.1", 0, 1 << 20),
            List.of(new RemoteRoutes(gate, this::url, pictures)));
    server.start();
  }

  /** One thread that names pictures in its second message. */
  private Optional<String> url(String ref, String executor, int document, int number) {
    return ref.equals(REF) && executor.equals("ana") && document == 1 && number < urls.size()
        ? Optional.of(urls.get(number))
        : Optional.empty();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      asked.incrementAndGet();
      if (exchange.getRequestURI().getPath().equals("/hangs")) {
        hanging.release();
        goOn.await();
      }
      if (exchange.getRequestURI().getPath().equals("/moved")) {
        exchange.getResponseHeaders().set("Location", redirect);
        exchange.sendResponseHeaders(302, -1);
        return;
      }
      exchange.getResponseHeaders().set("Content-Type", "image/png");
      exchange.sendResponseHeaders(200, 0);
      exchange.getResponseBody().write(there);
    } catch (IOException | InterruptedException e) {
      // Whoever asked has had enough.
    }
  }

  @AfterEach
  void stop() {
    goOn.countDown();
    client.close();
    server.close();
    pictures.close();
    elsewhere.stop(0);
  }

  private String at(String host, String path) {
    return "http://" + host + ":" + elsewhere.getAddress().getPort() + path;
  }

  private void inBackground(String place) {
    Thread.startVirtualThread(() -> {
      try {
        get(place);
      } catch (Exception e) {
        // The test is over.
      }
    });
  }

  private HttpResponse<byte[]> get(String place) throws Exception {
    String token =
        tokens.issue(
            new LinkClaims(
                "ex1", REF, "ana", EnumSet.allOf(Permission.class), NOW.plusSeconds(60)));
    return get(place, token);
  }

  private HttpResponse<byte[]> get(String place, String token) throws Exception {
    URI uri =
        URI.create(
            "http://127.0.0.1:"
                + server.port()
                + "/thread/"
                + REF
                + "/remote/"
                + place
                + "?token="
                + token);
    return client.send(
        HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  @Test
  void picturesThatHangHoldUpNoOthersOfTheSameReader() throws Exception {
    urls = List.of(at("127.0.0.1", "/hangs"), at("127.0.0.3", "/fridge"));
    for (int i = 0; i < 8; i++) {
      inBackground("1/0");
    }
    hanging.acquire(2);
    assertEquals(200, get("1/1").statusCode());
    assertEquals(0, hanging.availablePermits());
  }

  @Test
  void slowPicturesGiveUpTheirPlacesWhenAllAreTaken() throws Exception {
    urls =
        List.of(at("127.0.0.1", "/hangs"), at("127.0.0.3", "/hangs"), at("127.0.0.4", "/fridge"));
    for (String place : List.of("1/0", "1/0", "1/1", "1/1")) {
      inBackground(place);
    }
    hanging.acquire(4);
    nanos.addAndGet(Duration.ofSeconds(3).toNanos());
    assertEquals(200, get("1/2").statusCode());
  }

  @Test
  void aPictureOfTheThreadIsShownAsWhatItIs() throws Exception {
    urls = List.of(at("127.0.0.1", "/fridge"));
    HttpResponse<byte[]> response = get("1/0");
    assertEquals(200, response.statusCode());
    assertEquals(Optional.of("image/png"), response.headers().firstValue("content-type"));
    assertEquals(Optional.of("nosniff"), response.headers().firstValue("x-content-type-options"));
    assertArrayEquals(PNG, response.body());
  }

  @Test
  void anAddressOfThisMachineIsNotAskedAtAll() throws Exception {
    urls = List.of(at("127.0.0.2", "/fridge"), at("[::1]", "/fridge"));
    assertEquals(502, get("1/0").statusCode());
    assertEquals(502, get("1/1").statusCode());
    assertEquals(0, asked.get());
  }

  @Test
  void aRedirectLeadsNowhereThatIsForbiddenItself() throws Exception {
    urls = List.of(at("127.0.0.1", "/moved"));
    redirect = at("127.0.0.2", "/fridge");
    assertEquals(502, get("1/0").statusCode());
    assertEquals(1, asked.get());
    redirect = "file:///etc/passwd";
    assertEquals(502, get("1/0").statusCode());
    redirect = "/fridge";
    assertEquals(200, get("1/0").statusCode());
  }

  @Test
  void redirectsEndSomewhere() throws Exception {
    urls = List.of(at("127.0.0.1", "/moved"));
    redirect = "/moved";
    assertEquals(502, get("1/0").statusCode());
    assertEquals(4, asked.get());
  }

  @Test
  void whatCanRunIsNoPictureWhateverItIsDeclaredAs() throws Exception {
    urls = List.of(at("127.0.0.1", "/fridge"));
    there = SVG;
    assertEquals(502, get("1/0").statusCode());
  }

  @Test
  void whatIsTooLargeIsNotPassedOn() throws Exception {
    urls = List.of(at("127.0.0.1", "/fridge"));
    there = Arrays.copyOf(PNG, (10 << 20) + 1);
    assertEquals(502, get("1/0").statusCode());
    there = Arrays.copyOf(PNG, 10 << 20);
    assertEquals(200, get("1/0").statusCode());
  }

  @Test
  void onlyPlacesOfTheThreadAreFetchedAndOnlyForItsReaders() throws Exception {
    urls = List.of(at("127.0.0.1", "/fridge"));
    for (String place : List.of("0/0", "1/1", "1/-1", "1/99999999999", "x/0")) {
      assertEquals(404, get(place).statusCode(), place);
    }
    assertEquals(401, get("1/0", "forged").statusCode());
    assertEquals(0, asked.get());
  }
}
