package org.messgateway.gateway.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.messgateway.gateway.demo.DemoScreens.Browser;
import org.messgateway.gateway.exchange.ExchangeWriteException;

/** The web page of the demonstration: its files, the stream of screens, and taps. */
final class DemoPage {

  private static final int MOST_WRITTEN = 2_000;

  /** Interval of keep-alive lines, by which a closed browser is noticed. */
  private static final long BEAT_SECONDS = 10;

  private static final Map<String, String> FILES =
      Map.of(
          "demo.html", "text/html; charset=utf-8",
          "demo.css", "text/css; charset=utf-8",
          "demo.js", "text/javascript; charset=utf-8",
          "stories.js", "text/javascript; charset=utf-8",
          "fridge.jpg", "image/jpeg",
          "floor.jpg", "image/jpeg");

  private final DemoScreens screens;
  private final DemoEnvironment environment;
  private final DemoAgent agent;
  private final GatewayProcess gateway;
  private final Timeline timeline;
  private final PageAddress address;
  private final PageGuard guard;
  private final ObjectMapper json = new ObjectMapper();
  private volatile int port;

  DemoPage(
      DemoScreens screens,
      DemoEnvironment environment,
      DemoAgent agent,
      GatewayProcess gateway,
      Timeline timeline,
      PageAddress address) {
    this.screens = screens;
    this.environment = environment;
    this.agent = agent;
    this.gateway = gateway;
    this.timeline = timeline;
    this.address = address;
    this.guard = new PageGuard(address);
  }

  /** The port that the server got. */
  void listensOn(int listening) {
    port = listening;
    guard.listensOn(listening);
  }

  void routes(HttpRouting.Builder routing) {
    routing
        .addFilter(guard)
        .get("/", (_, response) -> file("demo.html", response))
        .get("/events", this::events)
        .get("/phone.svg", this::code)
        .post("/act", this::act)
        .post("/ask", this::ask)
        .post("/reply", this::reply)
        .post("/robot", this::robot)
        .post("/gateway", this::gateway)
        .get(
            "/{file}",
            (request, response) -> file(request.path().pathParameters().get("file"), response));
  }

  /** The code by which a real phone becomes one of the phones; none where it could not get here. */
  private void code(ServerRequest request, ServerResponse response) {
    String phone = request.query().first("phone").orElse("");
    if (address.open() && environment.phones().containsKey(phone)) {
      response
          .header(HeaderNames.CONTENT_TYPE, "image/svg+xml")
          .send(QrPicture.of(address.url(port, phone)));
    } else {
      DemoServer.json(response, 404, "{}");
    }
  }

  private void robot(ServerRequest request, ServerResponse response) throws IOException {
    environment.robot().turn(json.readTree(DemoServer.text(request)).path("on").asBoolean());
    DemoServer.json(response, 200, "{}");
  }

  private void gateway(ServerRequest request, ServerResponse response)
      throws IOException, InterruptedException {
    if (json.readTree(DemoServer.text(request)).path("kill").asBoolean()) {
      gateway.kill();
    } else {
      gateway.start();
    }
    DemoServer.json(response, 200, "{}");
  }

  private static void file(String name, ServerResponse response) {
    Optional<String> type = Optional.ofNullable(FILES.get(name));
    if (type.isPresent()) {
      response.header(HeaderNames.CONTENT_TYPE, type.get()).send(Photo.bytes("/demo/" + name));
    } else {
      DemoServer.json(response, 404, "{}");
    }
  }

  private void events(ServerRequest request, ServerResponse response) throws IOException {
    Browser browser = screens.watch();
    response.header(HeaderNames.CONTENT_TYPE, "text/event-stream");
    try (OutputStream out = response.outputStream()) {
      while (screens.isConnected(browser) || !browser.events().isEmpty()) {
        String event = browser.events().poll(BEAT_SECONDS, TimeUnit.SECONDS);
        out.write((event == null ? ":\n\n" : "data: " + event + "\n\n").getBytes(UTF_8));
        out.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      screens.disconnect(browser);
    }
  }

  private void act(ServerRequest request, ServerResponse response) throws IOException {
    JsonNode act = json.readTree(DemoServer.text(request));
    Optional<Phone> phone =
        Optional.ofNullable(environment.phones().get(act.path("phone").asText()));
    if (phone.isEmpty()) {
      DemoServer.json(response, 404, "{\"wrong\":\"There is no such phone.\"}");
      return;
    }
    try {
      phone.get().touch(PhoneAction.of(act));
      DemoServer.json(response, 200, "{}");
    } catch (IllegalArgumentException e) {
      DemoServer.json(response, 400, "{\"wrong\":\"That cannot be done here.\"}");
    }
  }

  private void ask(ServerRequest request, ServerResponse response) throws IOException {
    JsonNode asked = json.readTree(DemoServer.text(request));
    String intent = asked.path("intent").asText().strip();
    if (intent.isEmpty() || intent.length() > MOST_WRITTEN) {
      DemoServer.json(response, 400, "{\"wrong\":\"Say what should be done.\"}");
      return;
    }
    try {
      String ref =
          agent.ask(
              intent,
              asked.path("capability").asText(),
              asked.path("context").asText(),
              hints(asked));
      timeline.written(ref, Instant.now());
      DemoServer.json(response, 200, json.createObjectNode().put("ref", ref).toString());
    } catch (ExchangeWriteException e) {
      DemoServer.json(
          response, 503, json.createObjectNode().put("wrong", e.getMessage()).toString());
    }
  }

  private static List<String> hints(JsonNode asked) {
    boolean question = asked.path("question").asBoolean();
    return question ? List.of("confirmation") : List.of("text", "image");
  }

  private void reply(ServerRequest request, ServerResponse response) throws IOException {
    JsonNode said = json.readTree(DemoServer.text(request));
    String text = said.path("text").asText().strip();
    try {
      agent.reply(said.path("ref").asText(), text);
      DemoServer.json(response, 200, "{}");
    } catch (ExchangeWriteException | IllegalArgumentException e) {
      DemoServer.json(
          response, 409, json.createObjectNode().put("wrong", e.getMessage()).toString());
    }
  }
}
