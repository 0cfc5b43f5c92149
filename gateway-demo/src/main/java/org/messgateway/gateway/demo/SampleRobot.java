package org.messgateway.gateway.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A robot as its maker would write it: checks the signature (Standard Webhooks 1.0) before it
 * believes anything, bids for a task in the body of its answer, begins only when the next webhook
 * says that the task is its own, and says what came of it where it was told to.
 */
final class SampleRobot implements AutoCloseable {

  static final String SCREEN = "robot";

  /** Timeout of connections and requests to the gateway. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private static final String CLAIM = "MESS:\n  - status: { code: claimed }\n";
  private static final String DONE =
      """
      MESS:
        - status: { code: completed }
        - response:
            content: ["Done. 2 m² in 3 minutes, battery at 81 %."]
      """;
  private static final String GIVEN_BACK =
      """
      MESS:
        - status: { code: declined, reason: "Rice has jammed my brush. A person has to do this." }
      """;

  private final String name;
  private final byte[] key;
  private final Duration work;
  private final Consumer<Arrival> arrivals;
  private final DemoScreens screens;
  private final AtomicInteger entries = new AtomicInteger();
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(LIMIT).build();

  /**
   * @param secret {@code whsec_…}, as {@code ./mess-gateway secret EXECUTOR} prints it
   * @param work how long it takes over a task
   */
  SampleRobot(
      String name, String secret, Duration work, Consumer<Arrival> arrivals, DemoScreens screens) {
    this.name = name;
    this.key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
    this.work = work;
    this.arrivals = arrivals;
    this.screens = screens;
  }

  void routes(HttpRouting.Builder routing) {
    routing.post("/mess", this::receive);
  }

  private void receive(ServerRequest request, ServerResponse response)
      throws GeneralSecurityException {
    byte[] body = request.content().as(byte[].class);
    String id = DemoServer.header(request, "webhook-id");
    String timestamp = DemoServer.header(request, "webhook-timestamp");
    String kind = DemoServer.header(request, "mess-kind");
    boolean genuine =
        verified(id, timestamp, body, DemoServer.header(request, "webhook-signature"));
    String text = new String(body, UTF_8);
    Arrival arrival =
        new Arrival("webhook", name, id, false, genuine, shown(kind, text, genuine), List.of());
    // Who sees the arrival may switch the robot off: that must not cut off an answer, nor leave a
    // connection on which a next request would end unanswered instead of being refused.
    response.whenSent(() -> arrivals.accept(arrival));
    response.header(HeaderValues.CONNECTION_CLOSE);
    log("in", "POST /mess · " + kind, text, genuine ? "✓ signature genuine" : "✗ signature FORGED");
    if (!genuine) {
      response.status(Status.UNAUTHORIZED_401).send();
    } else if (kind.equals("request")) {
      log("out", "200 · a bid", CLAIM);
      response.header(HeaderNames.CONTENT_TYPE, "application/yaml").send(CLAIM);
    } else {
      response.status(Status.NO_CONTENT_204).send();
      if (kind.equals("claimed")) {
        String respond = DemoServer.header(request, "mess-respond");
        Thread.ofVirtual().name("demo-" + name).start(() -> work(respond, text));
      }
    }
  }

  private boolean verified(String id, String timestamp, byte[] body, String signatures)
      throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update((id + "." + timestamp + ".").getBytes(UTF_8));
    byte[] expected =
        ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(UTF_8);
    boolean found = false;
    for (String signature : signatures.split(" ", -1)) {
      found |= MessageDigest.isEqual(expected, signature.getBytes(UTF_8));
    }
    return found;
  }

  /** The robot cannot vacuum rice. */
  private void work(String respond, String thread) {
    try {
      log("note", "The task is mine: I begin", "");
      Thread.sleep(work);
      say(respond, thread.contains("rice") ? GIVEN_BACK : DONE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | IllegalArgumentException e) {
      log("note", "The gateway was not reached: " + e.getMessage(), "");
    }
  }

  private void say(String respond, String answer) throws IOException, InterruptedException {
    log("out", "POST mess-respond", answer);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(DemoHome.followed(respond)))
            .timeout(LIMIT)
            .header("Content-Type", "application/yaml")
            .POST(HttpRequest.BodyPublishers.ofString(answer))
            .build();
    HttpResponse<String> verdict = client.send(request, HttpResponse.BodyHandlers.ofString());
    log("in", "verdict: " + verdict.statusCode(), "");
  }

  private void log(String way, String head, String text) {
    log(way, head, text, "");
  }

  private void log(String way, String head, String text, String check) {
    ObjectNode entry = JsonNodeFactory.instance.objectNode();
    entry.put("way", way).put("head", head).put("text", text).put("robot", name);
    entry.put("check", check);
    screens.show(SCREEN, name + entries.incrementAndGet(), entry);
  }

  private static List<String> shown(String kind, String body, boolean genuine) {
    List<String> lines = new ArrayList<>();
    lines.add(genuine ? "signature checked: genuine" : "signature checked: FORGED");
    lines.add("mess-kind: " + kind);
    body.lines().limit(14).forEach(lines::add);
    return lines;
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
