package org.messgateway.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.messgateway.api.Inbound;
import org.messgateway.api.InboundListener;
import org.messgateway.gateway.channels.Callbacks;
import org.messgateway.gateway.links.LinkKey;

class CallbackRoutesTest {

  private final PublicProof proof = new PublicProof(LinkKey.of(new byte[32], Optional.empty()));
  private final HttpClient client = HttpClient.newHttpClient();
  private final Listener listener = new Listener();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    Callbacks callbacks =
        new Callbacks() {
          @Override
          public Optional<Inbound> channel(String name) {
            return name.equals("slack") ? Optional.of(listener) : Optional.empty();
          }

          @Override
          public String base() {
            return "https://mess.example.com/gw";
          }
        };
    server =
        new HttpServer(
            new ListenAddress("127.0.0.1", 0, 4 << 20),
            List.of(new CallbackRoutes(callbacks, proof)));
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
    client.close();
  }

  @Test
  void aCallIsHandedOverAsTheServiceSeesIt() throws Exception {
    byte[] body = {0, (byte) 0xff, '\r', '\n'};
    HttpResponse<String> response =
        client.send(
            request("/callbacks/slack?a=%2Fb&c=d")
                .header("X-Slack-Signature", "v0=ab")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertEquals(202, response.statusCode());
    assertEquals("taken", response.body());
    assertEquals(Optional.of("text/plain"), response.headers().firstValue("content-type"));
    Inbound.CallbackRequest call = listener.calls.getFirst();
    assertEquals("POST", call.method());
    assertEquals(URI.create("https://mess.example.com/gw/callbacks/slack?a=%2Fb&c=d"), call.url());
    assertEquals(List.of("v0=ab"), call.headers().get("x-slack-signature"));
    assertArrayEquals(body, call.body());
  }

  @Test
  void aGetIsACallToo() throws Exception {
    assertEquals(202, get("/callbacks/slack?hub.challenge=1").statusCode());
    assertEquals("GET", listener.calls.getFirst().method());
  }

  @Test
  void aChannelThatIsNotThereIsNotFound() throws Exception {
    assertEquals(404, get("/callbacks/telegram").statusCode());
  }

  @Test
  void aBodyThatIsTooLargeNeverReachesTheAdapter() throws Exception {
    HttpRequest large =
        request("/callbacks/slack")
            .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[(1 << 20) + 1]))
            .build();
    assertEquals(413, client.send(large, HttpResponse.BodyHandlers.ofString()).statusCode());
    assertEquals(List.of(), listener.calls);
  }

  @Test
  void anAdapterThatThrowsIsAnswered500WithoutDetail() throws Exception {
    listener.failure = new IllegalStateException("xoxb-secret");
    HttpResponse<String> response = get("/callbacks/slack");
    assertEquals(500, response.statusCode());
    assertFalse(response.body().contains("xoxb"));
  }

  @Test
  void onlyThisGatewayCanProveThatItAnswers() throws Exception {
    String nonce = proof.nonce();
    String answer = get("/callbacks/gateway?confirm=" + nonce).body();
    assertTrue(proof.proves(nonce, answer));
    assertFalse(proof.proves(proof.nonce(), answer));
    assertEquals(400, get("/callbacks/gateway?confirm=anything").statusCode());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
  }

  private HttpResponse<String> get(String path) throws Exception {
    return client.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
  }

  private static final class Listener implements Inbound {

    private final List<CallbackRequest> calls = new ArrayList<>();
    private RuntimeException failure = new IllegalStateException("none");

    @Override
    public void listen(InboundListener listener) {}

    @Override
    public boolean inboundOpen() {
      return true;
    }

    @Override
    public CallbackResponse receive(CallbackRequest call) {
      calls.add(call);
      if (String.valueOf(failure.getMessage()).contains("xoxb")) {
        throw failure;
      }
      return new CallbackResponse(202, "text/plain", "taken".getBytes(UTF_8));
    }
  }
}
