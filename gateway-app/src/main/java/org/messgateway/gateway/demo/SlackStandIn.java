package org.messgateway.gateway.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Plays Slack's {@code chat.postMessage} and shows the message as a person sees it: text and
 * buttons.
 */
final class SlackStandIn {

  private final String token;
  private final Consumer<Arrival> arrivals;
  private final ObjectMapper json = new ObjectMapper();
  private final AtomicInteger messages = new AtomicInteger();

  SlackStandIn(String token, Consumer<Arrival> arrivals) {
    this.token = token;
    this.arrivals = arrivals;
  }

  void routes(HttpRouting.Builder routing) {
    routing.post("/api/chat.postMessage", this::post).any("/api/auth.test", this::who);
  }

  private void post(ServerRequest request, ServerResponse response) throws JsonProcessingException {
    Form form = Form.parse(request.content().as(String.class));
    boolean genuine = StandIn.header(request, "Authorization").equals("Bearer " + token);
    if (!genuine) {
      StandIn.json(response, 200, "{\"ok\":false,\"error\":\"invalid_auth\"}");
      return;
    }
    String ts = "1700000000.%06d".formatted(messages.incrementAndGet());
    arrivals.accept(
        new Arrival("slack", form.field("channel"), form.field("text"), true, shown(form)));
    StandIn.json(
        response,
        200,
        "{\"ok\":true,\"channel\":\"D%s\",\"ts\":\"%s\"}".formatted(form.field("channel"), ts));
  }

  private void who(ServerRequest request, ServerResponse response) {
    StandIn.json(response, 200, "{\"ok\":true,\"user\":\"mess\",\"team\":\"demo\"}");
  }

  private List<String> shown(Form form) throws JsonProcessingException {
    List<String> lines = new ArrayList<>();
    lines.add(form.field("text"));
    String blocks = form.field("blocks");
    if (!blocks.isEmpty()) {
      json.readTree(blocks).forEach(block -> lines.addAll(block(block)));
    }
    return lines;
  }

  private static List<String> block(JsonNode block) {
    List<String> lines = new ArrayList<>();
    text(block.path("text"), lines);
    block.path("fields").forEach(field -> text(field, lines));
    List<String> buttons = new ArrayList<>();
    for (JsonNode element : block.path("elements")) {
      if (element.path("type").asText().equals("button")) {
        String url = element.path("url").asText();
        buttons.add(
            "["
                + element.path("text").path("text").asText()
                + "]"
                + (url.isEmpty() ? "" : " " + url));
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
}
