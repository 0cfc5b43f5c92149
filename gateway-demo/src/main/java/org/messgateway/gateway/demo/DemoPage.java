package org.messgateway.gateway.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.messgateway.gateway.demo.DemoScreens.Browser;
import org.messgateway.gateway.exchange.ExchangeWriteException;

/** The web page of the demonstration: its files, the stream of screens, and taps. */
final class DemoPage {

  private static final HeaderName POLICY = HeaderNames.create("Content-Security-Policy");
  private static final HeaderName SNIFF = HeaderNames.create("X-Content-Type-Options");
  private static final HeaderName REFERRER = HeaderNames.create("Referrer-Policy");
  private static final int MOST_WRITTEN = 2_000;

  /** Interval of keep-alive lines, by which a closed browser is noticed. */
  private static final long BEAT_SECONDS = 10;

  private static final Map<String, String> FILES =
      Map.of(
          "demo.html", "text/html; charset=utf-8",
          "demo.css", "text/css; charset=utf-8",
          "demo.js", "text/javascript; charset=utf-8",
          "fridge.jpg", "image/jpeg",
          "floor.jpg", "image/jpeg");

  private final DemoScreens screens;
  private final Map<String, Phone> phones;
  private final DemoAgent agent;
  private final ObjectMapper json = new ObjectMapper();

  DemoPage(DemoScreens screens, Map<String, Phone> phones, DemoAgent agent) {
    this.screens = screens;
    this.phones = Map.copyOf(phones);
    this.agent = agent;
  }

  void routes(HttpRouting.Builder routing) {
    routing
        .addFilter((chain, request, response) -> {
          guard(response);
          if (fromHere(request)) {
            chain.proceed();
          } else {
            DemoServer.json(response, 403, "{\"wrong\":\"This page is for this machine only.\"}");
          }
        })
        .get("/", (_, response) -> file("demo.html", response))
        .get("/events", this::events)
        .post("/act", this::act)
        .post("/ask", this::ask)
        .post("/reply", this::reply)
        .get(
            "/{file}",
            (request, response) -> file(request.path().pathParameters().get("file"), response));
  }

  private static void guard(ServerResponse response) {
    response
        .header(
            POLICY,
            "default-src 'self'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'")
        .header(SNIFF, "nosniff")
        .header(REFERRER, "no-referrer")
        .header(HeaderNames.CACHE_CONTROL, "no-store");
  }

  /**
   * Other sites must not act here through the browser: a foreign host name is refused, and so is a
   * form, which cannot send JSON.
   */
  private static boolean fromHere(ServerRequest request) {
    String host = DemoServer.header(request, "Host").replaceAll(":[0-9]+$", "");
    boolean reading = request.prologue().method().text().equals("GET");
    return (host.equals("localhost") || host.equals("127.0.0.1"))
        && (reading || DemoServer.header(request, "Content-Type").startsWith("application/json"));
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
    Optional<Phone> phone = Optional.ofNullable(phones.get(act.path("phone").asText()));
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
              List.of("text", "image"));
      DemoServer.json(response, 200, json.createObjectNode().put("ref", ref).toString());
    } catch (ExchangeWriteException e) {
      DemoServer.json(
          response, 503, json.createObjectNode().put("wrong", e.getMessage()).toString());
    }
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
