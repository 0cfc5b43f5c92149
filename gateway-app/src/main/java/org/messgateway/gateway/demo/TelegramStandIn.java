package org.messgateway.gateway.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Plays Telegram's Bot API, method names in any case as the real one, and Ana's phone. */
final class TelegramStandIn implements Handset, AutoCloseable {

  static final String SCREEN = "telegram";
  private static final int MOST_KEPT = 500;
  private static final int DATE = 1_700_000_000;
  private static final String OK = "{\"ok\":true,\"result\":true}";
  private static final String BOT =
      """
      {"id":1,"is_bot":true,"first_name":"MESS","username":"mess_demo_bot"}\
      """;
  private static final Pattern LINK = Pattern.compile("<a href=\"([^\"]*)\">");

  private final Consumer<Arrival> arrivals;
  private final Screens screens;
  private final TelegramUpdates updates = new TelegramUpdates();
  private final ObjectMapper json = new ObjectMapper();
  private final Map<Long, ObjectNode> kept = new LinkedHashMap<>();
  private long last = 100;

  TelegramStandIn(Consumer<Arrival> arrivals, Screens screens) {
    this.arrivals = arrivals;
    this.screens = screens;
  }

  void routes(HttpRouting.Builder routing) {
    routing.get("/file/{bot}/{name}", this::file).any("/{bot}/{method}", this::call);
  }

  private static boolean isOurs(ServerRequest request) {
    return request.path().pathParameters().get("bot").equals("bot" + DemoHome.TELEGRAM_TOKEN);
  }

  private void call(ServerRequest request, ServerResponse response) throws JsonProcessingException {
    if (!isOurs(request)) {
      StandIn.json(
          response, 401, "{\"ok\":false,\"error_code\":401,\"description\":\"Unauthorized\"}");
      return;
    }
    String method = request.path().pathParameters().get("method").toLowerCase(Locale.ROOT);
    try {
      StandIn.json(response, 200, answer(method, json.readTree(StandIn.text(request))));
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
      StandIn.json(response, 502, "{\"ok\":false,\"error_code\":502}");
    }
  }

  private String answer(String method, JsonNode body) throws InterruptedException {
    return switch (method) {
      case "getupdates" ->
          result(
              updates.from(
                  body.path("offset").asLong(),
                  Duration.ofSeconds(Math.min(60, body.path("timeout").asLong()))));
      case "getme" -> "{\"ok\":true,\"result\":" + BOT + "}";
      case "getwebhookinfo" -> "{\"ok\":true,\"result\":{\"url\":\"\",\"pending_update_count\":0}}";
      case "sendmessage" -> result(posted(0, body));
      case "editmessagetext" -> result(posted(body.path("message_id").asLong(), body));
      case "getfile" ->
          result(json.createObjectNode().put("file_path", body.path("file_id").asText()));
      case "answercallbackquery" -> {
        toast(body.path("text").asText());
        yield OK;
      }
      default -> OK;
    };
  }

  private static String result(JsonNode result) {
    return "{\"ok\":true,\"result\":" + result + "}";
  }

  /** The bot's; numbered anew where it is not an edit. */
  private synchronized ObjectNode posted(long edited, JsonNode body) {
    long number = edited == 0 ? ++last : edited;
    ObjectNode message = message(number, "{\"id\":1,\"is_bot\":true,\"first_name\":\"MESS\"}");
    String html = body.path("text").asText();
    ArrayNode entities = message.putArray("entities");
    LINK.matcher(html)
        .results()
        .map(MatchResult::group)
        .forEach(link ->
            entities
                .addObject()
                .put("type", "text_link")
                .put("offset", 0)
                .put("length", 1)
                .put("url", link.substring(9, link.length() - 2)));
    message.put("text", plain(html));
    long answered = body.path("reply_parameters").path("message_id").asLong();
    keep(number, message);
    ObjectNode shown = json.createObjectNode().put("html", html).put("reply", answered);
    shown.put("ask", body.path("reply_markup").path("force_reply").asBoolean());
    shown.set("rows", body.path("reply_markup").path("inline_keyboard"));
    arrivals.accept(
        new Arrival(
            SCREEN,
            DemoHome.ANA,
            String.valueOf(number),
            edited != 0,
            true,
            lines(message.path("text").asText(), body),
            body.path("reply_markup").findValuesAsText("callback_data")));
    screens.show(SCREEN, String.valueOf(number), shown);
    return message;
  }

  private void keep(long number, ObjectNode message) {
    kept.put(number, message);
    if (kept.size() > MOST_KEPT) {
      kept.remove(kept.keySet().iterator().next());
    }
  }

  private ObjectNode message(long number, String from) {
    ObjectNode message = json.createObjectNode().put("message_id", number).put("date", DATE);
    message.putObject("chat").put("id", Long.parseLong(DemoHome.ANA)).put("type", "private");
    message.set("from", read(from));
    return message;
  }

  private void toast(String text) {
    if (!text.isEmpty()) {
      screens.flash(SCREEN, json.createObjectNode().put("what", "toast").put("text", text));
    }
  }

  @Override
  public void touch(Touch touch) {
    long number = touch.message().isEmpty() ? 0 : Long.parseLong(touch.message());
    switch (touch.deed()) {
      case "press" -> press(number, touch.button());
      case "send" -> send(number, touch.text(), touch.photo());
      default -> throw new IllegalArgumentException("nobody can " + touch.deed() + " here");
    }
  }

  private synchronized void press(long number, String data) {
    ObjectNode query = json.createObjectNode().put("id", "q" + ++last).put("data", data);
    query.set("from", ana());
    Optional.ofNullable(kept.get(number)).ifPresent(message -> query.set("message", message));
    updates.add("callback_query", query);
  }

  private synchronized void send(long answered, String text, String name) {
    long number = ++last;
    ObjectNode message = message(number, ana().toString());
    Optional<Photo> photo = Photo.named(name);
    if (!text.isEmpty()) {
      message.put(photo.isPresent() ? "caption" : "text", text);
    }
    photo.ifPresent(picture ->
        message
            .putArray("photo")
            .addObject()
            .put("file_id", picture.name())
            .put("file_unique_id", picture.name())
            .put("width", Photo.WIDTH)
            .put("height", Photo.HEIGHT)
            .put("file_size", picture.jpeg().length));
    Optional.ofNullable(kept.get(answered))
        .ifPresent(question -> message.set("reply_to_message", question));
    keep(number, message);
    updates.add("message", message);
    screens.show(
        SCREEN,
        String.valueOf(number),
        json.createObjectNode()
            .put("mine", true)
            .put("text", text)
            .put("photo", photo.map(Photo::name).orElse(""))
            .put("reply", answered));
  }

  private ObjectNode ana() {
    return read("{\"id\":" + DemoHome.ANA + ",\"is_bot\":false,\"first_name\":\"Ana\"}");
  }

  private ObjectNode read(String text) {
    try {
      return (ObjectNode) json.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private void file(ServerRequest request, ServerResponse response) {
    Optional<Photo> photo = Photo.named(request.path().pathParameters().get("name"));
    if (isOurs(request) && photo.isPresent()) {
      StandIn.jpeg(response, photo.get());
    } else {
      StandIn.json(response, 404, "{\"ok\":false,\"error_code\":404}");
    }
  }

  private static String plain(String html) {
    return html.replaceAll("<[^>]*>", "")
        .replace("&#8203;", "\u200b")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&");
  }

  private static List<String> lines(String text, JsonNode message) {
    List<String> lines = new ArrayList<>(text.lines().filter(line -> !line.isBlank()).toList());
    List<String> buttons = new ArrayList<>();
    for (JsonNode row : message.path("reply_markup").path("inline_keyboard")) {
      row.forEach(button -> buttons.add("[" + button.path("text").asText() + "]"));
    }
    if (!buttons.isEmpty()) {
      lines.add(String.join("  ", buttons));
    }
    return lines;
  }

  @Override
  public void close() {
    updates.close();
  }
}
