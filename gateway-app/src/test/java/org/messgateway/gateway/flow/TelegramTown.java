package org.messgateway.gateway.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.messgateway.gateway.flow.Vendors.Ask;
import org.messgateway.gateway.flow.Vendors.Reply;

/** Telegram's Bot API for many chats and people, asked by long polling. */
final class TelegramTown implements AutoCloseable {

  static final String TOKEN = "123456789:AAproof-proof-proof-proof-proof-proof";
  static final String SETTINGS = "bot_token: \"" + TOKEN + "\"";

  private static final int DATE = 1_763_640_000;
  private static final long BOT = 123_456_789;

  private final ObjectMapper json = new ObjectMapper();
  private final Map<String, ObjectNode> messages = new ConcurrentHashMap<>();
  private final Map<String, byte[]> files = new ConcurrentHashMap<>();
  private final List<Post> posts = new CopyOnWriteArrayList<>();
  private final List<Toast> toasts = new CopyOnWriteArrayList<>();
  private final List<JsonNode> webhooks = new CopyOnWriteArrayList<>();
  private final TreeMap<Long, ObjectNode> waiting = new TreeMap<>();
  private long number = 1_000;
  private long offset;
  private int asked;
  private boolean closed;

  /** A message of the bot as it stands after it was sent or edited. */
  record Post(String chat, long number, String text, JsonNode markup, boolean edit) {

    /** The data of the button whose data begins so. */
    String data(String action) {
      return markup.findValuesAsText("callback_data").stream()
          .filter(data -> data.startsWith(action + ":"))
          .findFirst()
          .orElse("");
    }

    String link() {
      return markup.findValuesAsText("url").stream().findFirst().orElse("");
    }
  }

  /** What the one who pressed is shown. */
  record Toast(String query, String text, boolean alert) {}

  List<Post> posts(String chat) {
    return posts.stream().filter(post -> post.chat().equals(chat)).toList();
  }

  List<Post> posts() {
    return posts;
  }

  /** The answers to a press. */
  List<Toast> toasts(String query) {
    return toasts.stream().filter(toast -> toast.query().equals(query)).toList();
  }

  /** How setWebhook was called. */
  List<JsonNode> webhooks() {
    return webhooks;
  }

  /** Whether the bot has asked for news, and was answered. */
  synchronized boolean connected() {
    return asked > 1;
  }

  /** All updates below were confirmed by the bot. */
  synchronized long confirmed() {
    return offset;
  }

  Reply reply(Ask ask) throws IOException {
    if (ask.path().startsWith("/file/bot" + TOKEN + "/")) {
      byte[] file = files.get(ask.path().substring(("/file/bot" + TOKEN + "/").length()));
      return file == null
          ? new Reply(404, "text/plain", new byte[0])
          : new Reply(200, "application/octet-stream", file);
    }
    if (!ask.path().startsWith("/bot" + TOKEN + "/")) {
      return Reply.json(401, "{\"ok\":false,\"error_code\":401,\"description\":\"Unauthorized\"}");
    }
    String method = ask.path().substring(("/bot" + TOKEN + "/").length()).toLowerCase(Locale.ROOT);
    JsonNode body = json.readTree(ask.body().isEmpty() ? "{}" : ask.body());
    return Reply.json(200, "{\"ok\":true,\"result\":" + result(method, body) + "}");
  }

  private JsonNode result(String method, JsonNode body) {
    return switch (method) {
      case "getupdates" -> updates(body.path("offset").asLong(), body.path("timeout").asLong());
      case "getme" -> bot().put("username", "proof_bot");
      case "getwebhookinfo" -> json.createObjectNode().put("url", "");
      case "sendmessage" -> posted(0, body);
      case "editmessagetext" -> posted(body.path("message_id").asLong(), body);
      case "getfile" ->
          json.createObjectNode().put("file_path", body.path("file_id").asText() + ".jpg");
      case "setwebhook" -> {
        webhooks.add(body);
        yield json.getNodeFactory().booleanNode(true);
      }
      case "answercallbackquery" -> {
        toasts.add(
            new Toast(
                body.path("callback_query_id").asText(),
                body.path("text").asText(),
                body.path("show_alert").asBoolean()));
        yield json.getNodeFactory().booleanNode(true);
      }
      default -> json.getNodeFactory().booleanNode(true);
    };
  }

  private ObjectNode bot() {
    return json.createObjectNode().put("id", BOT).put("is_bot", true).put("first_name", "MESS");
  }

  private synchronized ArrayNode updates(long from, long seconds) {
    asked++;
    if (from > 0) {
      waiting.headMap(from).clear();
      offset = Math.max(offset, from);
    }
    long end = System.nanoTime() + seconds * 1_000_000_000;
    while (waiting.isEmpty() && System.nanoTime() < end && !closed) {
      try {
        wait(100);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        closed = true;
      }
    }
    ArrayNode news = json.createArrayNode();
    waiting.values().forEach(news::add);
    return news;
  }

  private synchronized ObjectNode posted(long edited, JsonNode body) {
    String chat = body.path("chat_id").asText();
    long id = edited == 0 ? ++number : edited;
    ObjectNode message = message(id, chat, bot());
    message.put("text", plain(body.path("text").asText()));
    ArrayNode entities = message.putArray("entities");
    for (String part : body.path("text").asText().split("<a href=\"", -1)) {
      if (part.startsWith("https://t.me/")) {
        entities
            .addObject()
            .put("type", "text_link")
            .put("offset", 0)
            .put("length", 1)
            .put("url", part.substring(0, part.indexOf('"')));
      }
    }
    messages.put(chat + "/" + id, message);
    posts.add(
        new Post(
            chat,
            id,
            body.path("text").asText(),
            body.path("reply_markup").deepCopy(),
            edited != 0));
    return message;
  }

  private static String plain(String html) {
    return html.replaceAll("<[^>]*>", "").replace("&#8203;", "\u200b").replace("&quot;", "\"");
  }

  private ObjectNode message(long id, String chat, ObjectNode from) {
    ObjectNode message = json.createObjectNode().put("message_id", id).put("date", DATE);
    boolean group = chat.startsWith("-");
    message
        .putObject("chat")
        .put("id", Long.parseLong(chat))
        .put("type", group ? "supergroup" : "private");
    message.set("from", from);
    return message;
  }

  private ObjectNode person(String id) {
    return json.createObjectNode()
        .put("id", Long.parseLong(id))
        .put("is_bot", false)
        .put("first_name", "Person " + id);
  }

  /** A press as Telegram tells of it, to be sent by webhook; its query is called so. */
  synchronized ObjectNode pressed(String person, Post post, String data, String query) {
    ObjectNode update = json.createObjectNode().put("update_id", ++number);
    ObjectNode callback = update.putObject("callback_query").put("id", query).put("data", data);
    callback.set("from", person(person));
    callback
        .put("chat_instance", "1")
        .set("message", messages.get(post.chat() + "/" + post.number()));
    return update;
  }

  /** Somebody presses; answers what the query is called. */
  synchronized String press(String person, Post post, String action) {
    String query = "query-" + ++number;
    ObjectNode update = pressed(person, post, post.data(action), query);
    tell(update);
    return query;
  }

  /** Somebody replies to a message of the bot with a photo; answers the number of the update. */
  synchronized long replyWithPhoto(String person, Post post, String caption, byte[] jpeg) {
    String file = "photo" + ++number;
    files.put(file + ".jpg", jpeg);
    ObjectNode message = message(++number, post.chat(), person(person));
    message.put("caption", caption);
    message
        .putArray("photo")
        .addObject()
        .put("file_id", file)
        .put("file_unique_id", file)
        .put("width", 8)
        .put("height", 8)
        .put("file_size", jpeg.length);
    message.set("reply_to_message", messages.get(post.chat() + "/" + post.number()));
    ObjectNode update = json.createObjectNode().put("update_id", ++number);
    update.set("message", message);
    tell(update);
    return number;
  }

  /** Somebody writes. */
  synchronized void write(String person, String chat, String text) {
    ObjectNode message = message(++number, chat, person(person)).put("text", text);
    ObjectNode update = json.createObjectNode().put("update_id", ++number);
    update.set("message", message);
    tell(update);
  }

  private synchronized void tell(ObjectNode update) {
    waiting.put(update.path("update_id").asLong(), update);
    notifyAll();
  }

  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }
}
