package org.messgateway.gateway.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Plays Telegram's Bot API: {@code sendMessage} and {@code getMe}, method names in any case, as the
 * real one.
 */
final class TelegramStandIn {

  private final String token;
  private final Consumer<Arrival> arrivals;
  private final ObjectMapper json = new ObjectMapper();
  private final AtomicInteger messages = new AtomicInteger();

  TelegramStandIn(String token, Consumer<Arrival> arrivals) {
    this.token = token;
    this.arrivals = arrivals;
  }

  void routes(HttpRouting.Builder routing) {
    routing.any("/{bot}/{method}", this::call);
  }

  private void call(ServerRequest request, ServerResponse response) throws JsonProcessingException {
    String bot = request.path().pathParameters().get("bot");
    String method = request.path().pathParameters().get("method").toLowerCase(Locale.ROOT);
    if (!bot.equals("bot" + token)) {
      StandIn.json(
          response, 401, "{\"ok\":false,\"error_code\":401,\"description\":\"Unauthorized\"}");
    } else if (method.equals("sendmessage")) {
      send(json.readTree(request.content().as(String.class)), response);
    } else {
      StandIn.json(
          response,
          200,
          "{\"ok\":true,\"result\":{\"id\":1,\"is_bot\":true,\"first_name\":\"MESS\",\"username\":\"mess_demo_bot\"}}");
    }
  }

  private void send(JsonNode message, ServerResponse response) {
    String chat = message.path("chat_id").asText();
    arrivals.accept(
        new Arrival("telegram", chat, message.path("text").asText(), true, shown(message)));
    StandIn.json(
        response,
        200,
        """
        {"ok":true,"result":{"message_id":%d,"date":1700000000,"chat":{"id":%s,"type":"private"},"text":"…"}}\
        """
            .formatted(messages.incrementAndGet(), chat));
  }

  private static List<String> shown(JsonNode message) {
    List<String> lines = new ArrayList<>();
    message
        .path("text")
        .asText()
        .replaceAll("<[^>]*>", "")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
        .lines()
        .filter(line -> !line.isBlank())
        .forEach(lines::add);
    List<String> buttons = new ArrayList<>();
    for (JsonNode row : message.path("reply_markup").path("inline_keyboard")) {
      row.forEach(button -> buttons.add("[" + button.path("text").asText() + "]"));
    }
    if (!buttons.isEmpty()) {
      lines.add(String.join("  ", buttons));
    }
    return lines;
  }
}
