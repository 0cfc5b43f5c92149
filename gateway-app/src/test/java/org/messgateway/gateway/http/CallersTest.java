package org.messgateway.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.gateway.http.limits.AllowedHosts;
import org.messgateway.gateway.http.limits.ClientAddresses;
import org.messgateway.gateway.http.limits.ConnectionLimits;
import org.messgateway.gateway.links.ControlKey;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.Permission;
import org.messgateway.gateway.links.ShortCodes;
import org.messgateway.gateway.links.StoredTokens;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;

/** Over raw sockets, behind a proxy that names clients: who counts as whom, and who comes in. */
@SuppressWarnings("AddressSelection") // Loopback is meant.
class CallersTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final String REF = "2026-11-20-001";
  private static final String DELIVERY = "00112233445566778899aabbccddeeff";
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  /** One caller's at once, at one instant. */
  private static final int AT_ONCE = 200;

  private static final String FLOODER = "203.0.113.9";
  private static final String PHONE = "198.51.100.7";

  @TempDir Path keys;
  private final LinkKey key = LinkKey.of(new byte[32], Optional.empty());
  private final LinkTokens tokens = new LinkTokens(key, () -> NOW);
  private final ShortCodes codes = new ShortCodes(key);
  private final AtomicLong nanos = new AtomicLong();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    start("127.0.0.1", List.of("127.0.0.1", "10.0.0.0/8"), List.of("tunnel.example.org"));
  }

  private void start(String listening, List<String> proxies, List<String> hosts)
      throws IOException {
    StoredTokens stored = new StoredTokens(keys, () -> NOW);
    TokenGate gate =
        new TokenGate(
            tokens, stored, "ex1", new OneThread(REF, "fridge-1", "ana", "claude"), () -> NOW);
    ConnectionLimits limits =
        ConnectionLimits.DEFAULT.behind(new ClientAddresses(proxies, "X-Forwarded-For"));
    server =
        new HttpServer(
            new ListenAddress(listening, 0, 1 << 20),
            List.of(new Gated(gate, codes, new ControlKey(key))),
            limits,
            new Admission(
                new Callers(tokens, stored, codes, new ControlKey(key)),
                limits,
                new AllowedHosts(
                    listening, () -> URI.create("https://mess.example.com/x"), () -> hosts),
                nanos::get));
    server.start();
  }

  private record Gated(TokenGate gate, ShortCodes codes, ControlKey control)
      implements HttpService {

    @Override
    public void routing(HttpRules rules) {
      AdminAccess admins = new AdminAccess(control, gate);
      rules
          .get("/open", (_, response) -> response.send("open"))
          .get(
              "/r/{code}",
              (request, response) ->
                  response.send(
                      codes
                          .deliveryId(
                              request.path().pathParameters().get("code"),
                              TokenGate.parameter(request, "t").orElse(""))
                          .orElseThrow(
                              () -> new ProblemException(401, "Unauthorized", "Not ours."))))
          .get(
              "/control",
              (request, response) -> {
                admins.check(request);
                response.send("control");
              })
          .any(
              "/thread/{ref}",
              (request, response) ->
                  response.send(
                      gate.forThread(request, request.path().pathParameters().get("ref"))
                          .executor()));
    }
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String link() {
    return tokens.issue(
        new LinkClaims("ex1", REF, "ana", EnumSet.allOf(Permission.class), NOW.plusSeconds(60)));
  }

  /** The whole answer to a request from a client of the proxy. */
  private String ask(String line, String... headers) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(30_000);
      String more = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
      String host = more.startsWith("Host:") ? "" : "Host: localhost\r\n";
      socket
          .getOutputStream()
          .write(
              (line + " HTTP/1.1\r\n" + host + more + "Connection: close\r\n\r\n").getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  private int status(String line, String... headers) throws IOException {
    return Integer.parseInt(ask(line, headers).substring(9, 12));
  }

  private int from(String client, String path) throws IOException {
    return status("GET " + path, "X-Forwarded-For: " + client);
  }

  // Who counts as whom.

  @Test
  void aFloodWithALinkLeavesThePersonAtAnotherAddressAlone() throws IOException {
    String path = "/thread/" + REF + "?token=" + link();
    for (int i = 0; i < AT_ONCE; i++) {
      assertEquals(200, from(FLOODER, path), "call " + i);
    }
    assertEquals(429, from(FLOODER, path));
    assertEquals(200, from(PHONE, path));
    assertEquals(200, status("POST " + path, "X-Forwarded-For: " + PHONE, "Content-Length: 0"));
    assertTrue(ask("GET " + path, "X-Forwarded-For: " + FLOODER).contains("Retry-After: 1"));
  }

  @Test
  void aLinkIsOneCallerHoweverTheRequestIsSpelled() throws IOException {
    String link = link();
    String anew =
        tokens.issue(
            new LinkClaims(
                "ex1", REF, "ana", EnumSet.of(Permission.CLAIM), NOW.plusSeconds(7_000)));
    for (int i = 0; i < AT_ONCE / 4; i++) {
      from(FLOODER, "/thread/" + REF + "?token=" + link + "&n=" + i);
      from(FLOODER, "/thread/" + REF + "?n=" + i + "&token=" + link.replace(".", "%2E"));
      from(FLOODER, "/thread/" + REF + "?token=" + anew);
      status("GET /thread/" + REF, "X-Forwarded-For: " + FLOODER, "Authorization: bearer " + link);
    }
    assertEquals(429, from(FLOODER, "/thread/" + REF + "?token=" + link));
    assertEquals(429, from(FLOODER, "/thread/" + REF + "?token=" + anew));
  }

  @Test
  void whatCannotBeVerifiedCountsByAddressAndLeavesTheVerifiedThereAlone() throws IOException {
    int call = 0;
    while (from(FLOODER, "/thread/" + REF + "?token=made-up-" + call) == 401) {
      call++;
    }
    assertEquals(400, call);
    assertEquals(429, from(FLOODER, "/thread/" + REF + "?token=another"));
    assertEquals(200, from(FLOODER, "/thread/" + REF + "?token=" + link()));
    assertEquals(200, from(PHONE, "/open"));
  }

  @Test
  void shortCodesThatAreGuessedCountByAddressAndGenuineOnesForThemselves() throws IOException {
    int call = 0;
    while (from(FLOODER, "/r/" + "A".repeat(22) + "?t=" + "%022d".formatted(call)) == 401) {
      call++;
    }
    assertEquals(400, call);
    assertEquals(200, from(FLOODER, codes.path(DELIVERY)));
    assertEquals(429, from(FLOODER, "/open"));
    assertEquals(200, from(PHONE, "/open"));
  }

  @Test
  void storedTokensOfOneNameAreCallersOfTheirOwn() throws IOException {
    TokenFile file = new TokenFile(keys);
    String one = file.make(TokenKind.EXECUTOR, "ana", NOW, null);
    String other = file.make(TokenKind.EXECUTOR, "ana", NOW, null);
    for (int i = 0; i < AT_ONCE; i++) {
      assertEquals(200, from(FLOODER, "/thread/" + REF + "?token=" + one));
    }
    assertEquals(429, from(FLOODER, "/thread/" + REF + "?token=" + one));
    assertEquals(200, from(FLOODER, "/thread/" + REF + "?token=" + other));
  }

  // Where it comes from.

  @Test
  void theNearestHopThatIsNoProxyCountsWhateverIsWrittenBeforeIt() throws IOException {
    int call = 0;
    while (from("192.0.2." + call % 250 + ", " + FLOODER + ", 10.1.2.3", "/open") == 200) {
      call++;
    }
    assertEquals(400, call);
    assertEquals(429, from("127.0.0.1," + FLOODER, "/open"));
    assertEquals(429, from("nonsense, " + FLOODER + ":4711", "/open"));
    assertEquals(200, from(FLOODER + ", " + PHONE, "/open"));
  }

  @Test
  void oneNetworkOfIpv6IsOneClient() throws IOException {
    int call = 0;
    while (from("[2001:db8:1:2::%x]:99".formatted(call), "/open") == 200) {
      call++;
    }
    assertEquals(400, call);
    assertEquals(200, from("2001:db8:1:3::1", "/open"));
  }

  @Test
  void nobodyButAConfiguredProxyIsBelieved() throws IOException {
    server.close();
    start("127.0.0.1", List.of("10.0.0.0/8"), List.of());
    for (int i = 0; i < 450; i++) {
      assertEquals(200, from(FLOODER, "/open"), "this machine's own have no limit");
    }
    String path = "/thread/" + REF + "?token=" + link();
    for (int i = 0; i < AT_ONCE; i++) {
      assertEquals(200, from("192.0.2." + i, path));
    }
    assertEquals(429, from(PHONE, path));
  }

  // How tokens are spelled.

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%s%%20",
        "%%20%s",
        "%s=",
        "%s%%3D",
        "%s%%0A",
        "%s.",
        "%s%%00",
        "%s+",
        "%s%%2500",
        "%s~",
        "%s,",
        "%s/",
        "mess_%s",
        "%s&token=",
        "%1$s&token=%1$s",
        "%s%%C2%%A0"
      })
  void aLinkHasOneSpelling(String spelling) throws IOException {
    String path = "/thread/" + REF + "?token=" + spelling.formatted(link());
    assertEquals(401, from(PHONE, path), path);
  }

  @Test
  void noBitOfALinkMayBeOtherwise() throws IOException {
    String[] parts = link().split("\\.");
    for (int part = 0; part < parts.length; part++) {
      for (int at = 0; at < ALPHABET.length(); at++) {
        char last = ALPHABET.charAt(at);
        String[] changed = parts.clone();
        changed[part] = parts[part].substring(0, parts[part].length() - 1) + last;
        int status = from(PHONE, "/thread/" + REF + "?token=" + String.join(".", changed));
        assertEquals(changed[part].equals(parts[part]) ? 200 : 401, status, part + " " + last);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bearer  %s",
        "Bearer\t%s",
        "Bearer %s,Bearer %1$s",
        "Bearer%s",
        "Bearer \"%s\"",
        "Bearer %s=",
        "Bearer: %s",
        "Bearer %s x"
      })
  void aHeaderHasOneSpellingToo(String spelling) throws IOException {
    assertEquals(
        401,
        status(
            "GET /thread/" + REF + "?token=" + link(),
            "X-Forwarded-For: " + PHONE,
            "Authorization: " + spelling.replace("%1$s", "%s").formatted(link(), link())));
  }

  @Test
  void severalHeadersOpenNothingAndAProxysOwnSchemeDisturbsNobody() throws IOException {
    String bearer = "Authorization: Bearer " + link();
    assertEquals(401, status("GET /thread/" + REF, bearer, bearer));
    assertEquals(
        200, status("GET /thread/" + REF + "?token=" + link(), "Authorization: Basic YTpi"));
  }

  @Test
  void storedTokensTheControlKeyAndShortCodesHaveOneSpelling() throws IOException {
    String stored = new TokenFile(keys).make(TokenKind.EXECUTOR, "ana", NOW, null);
    String control = new ControlKey(key).token();
    assertEquals(200, from(PHONE, "/thread/" + REF + "?token=" + stored));
    assertEquals(200, from(PHONE, "/control?token=" + control));
    for (String after : List.of("%20", "=", "A", ".", "%0D")) {
      assertEquals(401, from(PHONE, "/thread/" + REF + "?token=" + stored + after), after);
      assertEquals(401, from(PHONE, "/control?token=" + control + after), after);
      assertEquals(401, from(PHONE, codes.path(DELIVERY) + after), after);
    }
    assertEquals(401, from(PHONE, "/control?token=" + control.toUpperCase(java.util.Locale.ROOT)));
    assertEquals(401, from(PHONE, codes.path(DELIVERY) + "&t=x"));
    String path = codes.path(DELIVERY);
    int end = path.indexOf('?');
    for (int at = 0; at < ALPHABET.length(); at++) {
      char last = ALPHABET.charAt(at);
      String code = path.substring(0, end - 1) + last;
      int expected = code.equals(path.substring(0, end)) ? 200 : 401;
      assertEquals(expected, from(PHONE, code + path.substring(end)), code);
    }
  }

  // Under which name.

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:8420",
        "a.localhost",
        "127.0.0.1",
        "127.5.5.5:1",
        "[::1]",
        "[::1]:80",
        "localhost.",
        "mess.example.com",
        "Mess.Example.Com:443",
        "tunnel.example.org"
      })
  void theServerAnswersUnderNamesOfItsOwn(String host) throws IOException {
    assertEquals(200, status("GET /open", "Host: " + host), host);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example.org",
        "localhost.evil.org",
        "xlocalhost",
        "127.0.0.1.evil.org",
        "10.0.0.5",
        "0.0.0.0",
        "evil@localhost",
        "mess.example.com.evil.org",
        "[::2]",
        "192.168.1.5:8420"
      })
  void aPageThatLetsItsNameLeadHereReadsNothing(String host) throws IOException {
    for (String path : List.of("/open", "/health", "/metrics", "/respond", "/nowhere")) {
      String answer = ask("GET " + path, "Host: " + host);
      assertTrue(!answer.startsWith("HTTP/1.1 200"), host + path);
      assertTrue(answer.startsWith("HTTP/1.1 421") || answer.startsWith("HTTP/1.1 400"), answer);
    }
  }

  @Test
  void theRefusalSaysWhatWouldBeRight() throws IOException {
    String answer = ask("GET /open", "Host: other.example.org");
    assertTrue(answer.contains("http: { hosts: [NAME] }"), answer);
  }

  @Test
  void whereTheServerListensToOthersOnlyConfiguredNamesAreARule() throws IOException {
    server.close();
    start("0.0.0.0", List.of(), List.of());
    assertEquals(200, status("GET /open", "Host: mess-box:8420"));
    server.close();
    start("0.0.0.0", List.of(), List.of("mess-box"));
    assertEquals(200, status("GET /open", "Host: mess-box:8420"));
    assertEquals(421, status("GET /open", "Host: evil.example.org"));
  }

  // With which headers.

  @Test
  void everyAnswerIsGuardedTheServersOwnErrorsToo() throws IOException {
    Map<String, String> answers =
        Map.of(
            "answered", ask("GET /open"),
            "no such path", ask("GET /nowhere"),
            "no token", ask("GET /thread/" + REF),
            "another host", ask("GET /open", "Host: evil.example.org"),
            "no HTTP", ask("nonsense"),
            "a broken path", ask("GET /%zz"));
    answers.forEach((what, answer) -> {
      for (String header :
          List.of(
              "Content-Security-Policy: default-src 'self'",
              "Permissions-Policy: camera=(self)",
              "Cross-Origin-Opener-Policy: same-origin",
              "Cross-Origin-Resource-Policy: same-origin",
              "X-Content-Type-Options: nosniff",
              "X-Frame-Options: DENY",
              "Referrer-Policy: no-referrer",
              "Cache-Control: no-store")) {
        assertTrue(answer.contains(header), what + " lacks " + header + ": " + answer);
      }
    });
  }
}
