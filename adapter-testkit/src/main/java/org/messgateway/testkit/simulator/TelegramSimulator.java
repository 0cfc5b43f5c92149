package org.messgateway.testkit.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.messgateway.testkit.CannedResponse;
import org.messgateway.testkit.RecordedRequest;

/**
 * Telegram's Bot API for one bot, many chats and many people: holds updates until they are
 * confirmed, makes {@code getUpdates} wait, keeps messages with the entities of their HTML so that
 * replies carry them, and gives out files. Operations are the methods in lower case ({@code
 * getupdates}) and {@value #FILES}. Safe for all threads.
 */
public final class TelegramSimulator implements AutoCloseable {

  /** Downloads of files that people sent. */
  public static final String FILES = "file";

  private static final int DATE = 1_763_640_000;
  private static final int MOST_KEPT = 10_000;
  private static final int MOST_UPDATES = 100;
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final String TRUE = "true";
  private static final Pattern LINK = Pattern.compile("<a href=\"(https://[^\"]*)\">");

  private final ObjectMapper json = new ObjectMapper();
  private final String token;
  private final String name;
  private final VendorHttp http;
  private final Map<Long, ObjectNode> messages = new LinkedHashMap<>();
  private final Map<String, byte[]> files = new ConcurrentHashMap<>();
  private final List<TelegramPost> posts = new CopyOnWriteArrayList<>();
  private final List<PressAnswer> pressAnswers = new CopyOnWriteArrayList<>();
  private final TreeMap<Long, ObjectNode> updates = new TreeMap<>();
  private long lastMessage = 500;
  private long lastUpdate = 1_000;
  private long confirmed;
  private boolean closed;
  private volatile Consumer<TelegramPost> onPost = _ -> {};
  private volatile Consumer<PressAnswer> onPressAnswer = _ -> {};

  /**
   * A message of the bot as it stands after it was sent or edited.
   *
   * @param html as it was sent
   * @param repliedTo the number of the message that it answers; 0 for none
   * @param markup buttons, or the request to reply; missing when there is none
   * @param edit whether it stood there before
   */
  public record TelegramPost(
      String chat, long number, String html, long repliedTo, JsonNode markup, boolean edit) {

    /** As people read it. */
    public String text() {
      return plain(html);
    }

    /** The data of the button whose data begins with this action; empty when there is none. */
    public String data(String action) {
      return markup.findValuesAsText("callback_data").stream()
          .filter(data -> data.startsWith(action + ":"))
          .findFirst()
          .orElse("");
    }

    /** What a button that leads to a page points at; empty when there is none. */
    public String link() {
      return markup.findValuesAsText("url").stream().findFirst().orElse("");
    }
  }

  /** What the person who pressed a button is shown. */
  public record PressAnswer(String query, String text, boolean alert) {}

  private TelegramSimulator(String token, String name) {
    this.token = token;
    this.name = name;
    this.http = VendorHttp.start(new BotApi());
  }

  /**
   * Starts Telegram for one bot. Calls with another token are refused with 401.
   *
   * @param token its first part, a number, is the bot's id
   * @param name the bot's user name
   */
  public static TelegramSimulator start(String token, String name) {
    return new TelegramSimulator(token, name);
  }

  public URI baseUrl() {
    return http.baseUrl();
  }

  public FaultScript faults() {
    return http.faults();
  }

  // What was called.

  /** The bodies of all calls of one method so far; its case does not matter. */
  public List<JsonNode> calls(String method) {
    String wanted = method.toLowerCase(Locale.ROOT);
    return http.calls().stream()
        .filter(call -> call.operation().equals(wanted))
        .map(VendorCall::json)
        .toList();
  }

  /** The body of the call of that method with this index; waits for it. */
  public JsonNode awaitCall(String method, int index) {
    String wanted = method.toLowerCase(Locale.ROOT);
    return http.await(call -> call.operation().equals(wanted), index, LIMIT).json();
  }

  /** Whether the bot has asked for updates, and was answered. */
  public boolean connected() {
    return calls("getUpdates").size() > 1;
  }

  /** The number of the last update that the bot has confirmed. */
  public synchronized long confirmed() {
    return confirmed;
  }

  // What people see.

  /** Called with each message and edit, on the thread of the call. */
  public void onPost(Consumer<TelegramPost> consumer) {
    onPost = consumer;
  }

  public void onPressAnswer(Consumer<PressAnswer> consumer) {
    onPressAnswer = consumer;
  }

  public List<TelegramPost> posts(String chat) {
    return posts.stream().filter(post -> post.chat().equals(chat)).toList();
  }

  public List<TelegramPost> posts() {
    return List.copyOf(posts);
  }

  public List<PressAnswer> pressAnswers(String query) {
    return pressAnswers.stream().filter(answer -> answer.query().equals(query)).toList();
  }

  /**
   * A message as updates carry it, with the entities of its HTML. Numbers are unique over chats.
   */
  public synchronized ObjectNode message(long number) {
    ObjectNode message = messages.get(number);
    if (message == null) {
      throw new IllegalArgumentException("no such message: " + number);
    }
    return message;
  }

  // What people do.

  /** Adds an update whose fields beside its number are these, as JSON; returns its number. */
  public long update(String fields) {
    return update((ObjectNode) VendorCall.read("{" + fields + "}"));
  }

  private synchronized long update(ObjectNode fields) {
    long number = ++lastUpdate;
    again(number, fields);
    return number;
  }

  /** Adds an update once more, as after a confirmation that got lost. */
  public void again(long number, String fields) {
    again(number, (ObjectNode) VendorCall.read("{" + fields + "}"));
  }

  private synchronized void again(long number, ObjectNode fields) {
    updates.put(number, fields.put("update_id", number));
    notifyAll();
  }

  /** A press as a webhook tells of it. */
  public synchronized ObjectNode pressed(
      String person, TelegramPost post, String data, String query) {
    ObjectNode update = json.createObjectNode().put("update_id", ++lastUpdate);
    ObjectNode callback = update.putObject("callback_query").put("id", query).put("data", data);
    callback.set("from", person(person));
    callback.put("chat_instance", "1").set("message", message(post.number()));
    return update;
  }

  /** Somebody presses the button for an action; returns the id of the query. */
  public String press(String person, TelegramPost post, String action) {
    return pressData(person, post, post.data(action));
  }

  /** Somebody presses the button that carries these data; returns the id of the query. */
  public synchronized String pressData(String person, TelegramPost post, String data) {
    String query = "query-" + (lastUpdate + 1);
    ObjectNode update = pressed(person, post, data, query);
    again(lastUpdate, update);
    return query;
  }

  /**
   * Somebody writes; returns the number of the message.
   *
   * @param repliedTo the number of the message that is answered; 0 for none
   */
  public synchronized long write(String person, String chat, long repliedTo, String text) {
    return told(message(chat, person(person)).put("text", text), repliedTo);
  }

  /** The same with a photo; the caption may be empty. */
  public synchronized long sendPhoto(
      String person, String chat, long repliedTo, String caption, byte[] jpeg) {
    ObjectNode message = message(chat, person(person));
    String file = "photo" + message.path("message_id").asLong();
    file(file, jpeg);
    if (!caption.isEmpty()) {
      message.put("caption", caption);
    }
    message
        .putArray("photo")
        .addObject()
        .put("file_id", file)
        .put("file_unique_id", file)
        .put("width", 8)
        .put("height", 8)
        .put("file_size", jpeg.length);
    return told(message, repliedTo);
  }

  /**
   * Lets a week without updates pass: the next update has this number, which Telegram then chooses
   * at random, also lower than those before.
   */
  public synchronized void numberAnew(long next) {
    updates.clear();
    lastUpdate = next - 1;
    confirmed = 0;
  }

  /** The number of the newest update. */
  public synchronized long lastUpdate() {
    return lastUpdate;
  }

  /** Puts a file where Telegram keeps files. */
  public void file(String id, byte[] content) {
    files.put(id, content.clone());
  }

  private long told(ObjectNode message, long repliedTo) {
    if (repliedTo != 0) {
      message.set("reply_to_message", message(repliedTo));
    }
    keep(message);
    ObjectNode update = json.createObjectNode();
    update.set("message", message);
    update(update);
    return message.path("message_id").asLong();
  }

  private ObjectNode message(String chat, ObjectNode from) {
    return message(++lastMessage, chat, from);
  }

  private ObjectNode message(long number, String chat, ObjectNode from) {
    ObjectNode message = json.createObjectNode().put("message_id", number).put("date", DATE);
    message
        .putObject("chat")
        .put("id", Long.parseLong(chat))
        .put("type", chat.startsWith("-") ? "supergroup" : "private");
    message.set("from", from);
    return message;
  }

  private void keep(ObjectNode message) {
    messages.put(message.path("message_id").asLong(), message);
    if (messages.size() > MOST_KEPT) {
      messages.remove(messages.keySet().iterator().next());
    }
  }

  private static <T> void keep(List<T> list, T one) {
    list.add(one);
    if (list.size() > MOST_KEPT) {
      list.removeFirst();
    }
  }

  private ObjectNode person(String id) {
    return json.createObjectNode()
        .put("id", Long.parseLong(id))
        .put("is_bot", false)
        .put("first_name", "Person " + id);
  }

  private ObjectNode bot() {
    return json.createObjectNode()
        .put("id", Long.parseLong(token.substring(0, token.indexOf(':'))))
        .put("is_bot", true)
        .put("first_name", "MESS");
  }

  private static String plain(String html) {
    return html.replaceAll("<[^>]*>", "")
        .replace("&#8203;", "\u200b")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&");
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    http.close();
  }

  private synchronized String waitingUpdates(JsonNode question) throws InterruptedException {
    long offset = question.path("offset").asLong();
    // An offset beyond the last number is of other numbers: it confirms nothing, as none would.
    if (offset > 0 && offset <= lastUpdate + 1) {
      confirmed = Math.max(confirmed, offset - 1);
      updates.headMap(offset).clear();
    }
    long limit = Duration.ofSeconds(Math.min(60, question.path("timeout").asLong())).toMillis();
    long end = System.nanoTime() + limit * 1_000_000;
    for (long left = limit; updates.isEmpty() && left > 0 && !closed; ) {
      wait(left);
      left = (end - System.nanoTime()) / 1_000_000;
    }
    ArrayNode news = json.createArrayNode();
    updates.values().stream().limit(question.path("limit").asLong(MOST_UPDATES)).forEach(news::add);
    return news.toString();
  }

  /** A message of the bot: numbered anew where it is not an edit; links become entities. */
  private ObjectNode posted(long edited, JsonNode body) {
    String html = body.path("text").asText();
    String chat = body.path("chat_id").asText();
    ObjectNode message;
    synchronized (this) {
      message = message(edited == 0 ? ++lastMessage : edited, chat, bot());
      ArrayNode entities = message.putArray("entities");
      LINK.matcher(html)
          .results()
          .forEach(link ->
              entities
                  .addObject()
                  .put("type", "text_link")
                  .put("offset", 0)
                  .put("length", 1)
                  .put("url", link.group(1)));
      message.put("text", plain(html));
      keep(message);
    }
    TelegramPost post =
        new TelegramPost(
            chat,
            message.path("message_id").asLong(),
            html,
            body.path("reply_parameters").path("message_id").asLong(),
            body.path("reply_markup").deepCopy(),
            edited != 0);
    keep(posts, post);
    onPost.accept(post);
    return message;
  }

  private final class BotApi implements VendorHttp.Vendor {

    @Override
    public String operation(RecordedRequest request) {
      String path = request.path();
      return path.startsWith("/file/")
          ? FILES
          : path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    }

    @Override
    public boolean waits(String operation) {
      return operation.equals("getupdates");
    }

    @Override
    public CannedResponse answer(VendorCall call) throws InterruptedException {
      String path = call.request().path();
      if (path.startsWith("/file/bot" + token + "/")) {
        return Optional.ofNullable(files.get(path.substring(path.lastIndexOf('/') + 1)))
            .map(file ->
                new CannedResponse(200, Map.of("Content-Type", "application/octet-stream"), file))
            .orElse(CannedResponse.json(404, "{\"ok\":false,\"error_code\":404}"));
      }
      if (!path.startsWith("/bot" + token + "/")) {
        return CannedResponse.json(
            401, "{\"ok\":false,\"error_code\":401,\"description\":\"Unauthorized\"}");
      }
      return CannedResponse.json(200, "{\"ok\":true,\"result\":" + result(call) + "}");
    }

    private String result(VendorCall call) throws InterruptedException {
      JsonNode body = call.json();
      return switch (call.operation()) {
        case "getupdates" -> waitingUpdates(body);
        case "getme" -> bot().put("username", name).toString();
        case "getwebhookinfo" -> "{\"url\":\"\",\"pending_update_count\":0}";
        case "sendmessage" -> posted(0, body).toString();
        case "editmessagetext" -> posted(body.path("message_id").asLong(), body).toString();
        case "getfile" ->
            json.createObjectNode()
                .put("file_path", "files/" + body.path("file_id").asText())
                .toString();
        case "answercallbackquery" -> {
          PressAnswer answer =
              new PressAnswer(
                  body.path("callback_query_id").asText(),
                  body.path("text").asText(),
                  body.path("show_alert").asBoolean());
          keep(pressAnswers, answer);
          onPressAnswer.accept(answer);
          yield TRUE;
        }
        default -> TRUE;
      };
    }
  }
}
