package org.messgateway.gateway.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Plays Slack: the methods of its Web API that the gateway calls, files, and Socket Mode. */
final class SlackStandIn implements AutoCloseable {

  private static final String SCOPES =
      "chat:write,im:history,im:write,files:read,users:read,users:read.email,channels:history,"
          + "groups:history,mpim:history";
  private static final int MOST_KEPT = 500;

  private final Consumer<Arrival> arrivals;
  private final Screens screens;
  private final Supplier<String> url;
  private final SocketModeServer socket;
  private final SlackPhone phone;
  private final ObjectMapper json = new ObjectMapper();
  private final AtomicInteger messages = new AtomicInteger();
  private final Map<String, ObjectNode> kept = new LinkedHashMap<>();

  /**
   * @param url where this stand-in is, once it is
   */
  SlackStandIn(Consumer<Arrival> arrivals, Screens screens, Supplier<String> url)
      throws IOException {
    this.arrivals = arrivals;
    this.screens = screens;
    this.url = url;
    this.socket =
        new SocketModeServer(_ -> {
          // Each is an acknowledgement: what was kept by the gateway is not told again here.
        });
    this.phone = new SlackPhone(this, socket::send, screens);
  }

  SlackPhone phone() {
    return phone;
  }

  void routes(HttpRouting.Builder routing) {
    routing.post("/api/{method}", this::call).get("/files/{name}", this::file);
  }

  String url() {
    return url.get();
  }

  /** The conversation between Teague and the app. */
  String channel() {
    return "D" + DemoHome.TEAGUE;
  }

  String now() {
    return "1700000000.%06d".formatted(messages.incrementAndGet());
  }

  synchronized Optional<ObjectNode> message(String ts) {
    return Optional.ofNullable(kept.get(ts));
  }

  /** Teague wrote something. */
  void wrote(ObjectNode event, String photo) {
    ObjectNode shown = event.deepCopy().put("mine", true).put("photo", photo);
    show(event.path("ts").asText(), shown);
  }

  private void call(ServerRequest request, ServerResponse response) throws JsonProcessingException {
    String method = request.path().pathParameters().get("method");
    Form form = Form.parse(StandIn.text(request));
    String token =
        method.equals("apps.connections.open") ? DemoHome.SLACK_APP_TOKEN : DemoHome.SLACK_TOKEN;
    if (!StandIn.header(request, "Authorization").equals("Bearer " + token)) {
      StandIn.json(response, 200, "{\"ok\":false,\"error\":\"invalid_auth\"}");
      return;
    }
    ObjectNode answer = answer(method, form);
    response.header(HeaderNames.create("x-oauth-scopes"), SCOPES);
    StandIn.json(response, 200, answer.toString());
  }

  private ObjectNode answer(String method, Form form) throws JsonProcessingException {
    ObjectNode answer = json.createObjectNode().put("ok", true);
    switch (method) {
      case "apps.connections.open" -> answer.put("url", socket.url());
      case "auth.test" ->
          answer
              .put("user", "mess")
              .put("user_id", "U0BOT")
              .put("team", "demo")
              .put("bot_id", "B1");
      case "chat.postMessage" -> {
        String ts = now();
        posted(ts, form);
        answer.put("channel", channel()).put("ts", ts);
      }
      case "chat.update" -> {
        posted(form.field("ts"), form);
        answer.put("channel", channel()).put("ts", form.field("ts"));
      }
      case "chat.postEphemeral" -> toast(form.field("text"));
      case "views.open" -> {
        phone.opened((ObjectNode) json.readTree(form.field("view")));
        answer.putObject("view").put("id", "V1");
      }
      default -> answer.put("ok", false).put("error", "unknown_method");
    }
    return answer;
  }

  private void posted(String ts, Form form) throws JsonProcessingException {
    boolean edit = message(ts).isPresent();
    ObjectNode message = json.createObjectNode().put("ts", ts).put("text", form.field("text"));
    message.put("thread_ts", form.field("thread_ts"));
    if (!form.field("blocks").isEmpty()) {
      message.set("blocks", json.readTree(form.field("blocks")));
    }
    arrivals.accept(
        new Arrival(SlackPhone.SCREEN, DemoHome.TEAGUE, ts, edit, true, shown(message), List.of()));
    show(ts, message);
  }

  private synchronized void show(String ts, ObjectNode message) {
    ObjectNode before = kept.get(ts);
    if (before != null) {
      message.set("thread_ts", before.path("thread_ts"));
    }
    kept.put(ts, message);
    if (kept.size() > MOST_KEPT) {
      kept.remove(kept.keySet().iterator().next());
    }
    screens.show(SlackPhone.SCREEN, ts, message.deepCopy());
  }

  private void toast(String text) {
    screens.flash(
        SlackPhone.SCREEN, json.createObjectNode().put("what", "toast").put("text", text));
  }

  private void file(ServerRequest request, ServerResponse response) {
    boolean ours =
        StandIn.header(request, "Authorization").equals("Bearer " + DemoHome.SLACK_TOKEN);
    Optional<Photo> photo = Photo.named(request.path().pathParameters().get("name"));
    if (ours && photo.isPresent()) {
      StandIn.jpeg(response, photo.get());
    } else {
      StandIn.json(response, ours ? 404 : 403, "{\"ok\":false}");
    }
  }

  private static List<String> shown(JsonNode message) {
    List<String> lines = new ArrayList<>();
    lines.add(message.path("text").asText());
    message.path("blocks").forEach(block -> lines.addAll(block(block)));
    return lines;
  }

  private static List<String> block(JsonNode block) {
    List<String> lines = new ArrayList<>();
    text(block.path("text"), lines);
    block.path("fields").forEach(field -> text(field, lines));
    List<String> buttons = new ArrayList<>();
    for (JsonNode element : block.path("elements")) {
      if (element.path("type").asText().equals("button")) {
        buttons.add("[" + element.path("text").path("text").asText() + "]");
      } else {
        text(element, lines);
      }
    }
    if (!buttons.isEmpty()) {
      lines.add(String.join("  ", buttons));
    }
    return lines;
  }

  private static void text(JsonNode text, List<String> lines) {
    String value = text.path("text").asText();
    if (!value.isEmpty()) {
      value.lines().forEach(lines::add);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
