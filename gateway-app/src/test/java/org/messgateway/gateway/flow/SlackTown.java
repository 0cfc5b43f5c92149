package org.messgateway.gateway.flow;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.messgateway.gateway.demo.Sockets;
import org.messgateway.gateway.flow.Vendors.Ask;
import org.messgateway.gateway.flow.Vendors.Reply;

/**
 * A workspace of many: what stands in each channel, who was told what privately, and who presses.
 */
final class SlackTown implements AutoCloseable {

  static final String SIGNING_SECRET = "8f742231b10e8888abcd99yyyzzz85a5";
  static final String SETTINGS =
      "bot_token: xoxb-1-2-abc, app_token: xapp-1-2-abc, signing_secret: " + SIGNING_SECRET;

  private static final String BOT = "U0BOT";

  private final ObjectMapper json = new ObjectMapper();
  private final String url;
  private final Sockets sockets;
  private final Map<String, ObjectNode> files = new ConcurrentHashMap<>();
  private final Map<String, byte[]> contents = new ConcurrentHashMap<>();
  private final List<Post> posts = new CopyOnWriteArrayList<>();
  private final List<Whisper> whispers = new CopyOnWriteArrayList<>();
  private final List<View> views = new CopyOnWriteArrayList<>();
  private final List<String> acknowledged = new CopyOnWriteArrayList<>();
  private final AtomicInteger number = new AtomicInteger();

  /** A message as it stands after a post or an edit. */
  record Post(
      String channel, String ts, String thread, String text, JsonNode blocks, boolean edit) {

    boolean hasButton(String action) {
      return button(action).isPresent();
    }

    private Optional<JsonNode> button(String action) {
      return blocks.findParents("action_id").stream()
          .filter(each -> each.path("action_id").asText().equals(action))
          .findFirst();
    }

    /** What a button that leads to a page points at. */
    String link() {
      return blocks.findValuesAsText("url").stream().findFirst().orElse("");
    }
  }

  /** What only one person sees. */
  record Whisper(String channel, String user, String text) {}

  /** A form that was opened. */
  record View(String trigger, JsonNode view) {}

  SlackTown(String url) throws IOException {
    this.url = url;
    this.sockets = Sockets.open(this::heard);
  }

  private void heard(String text) {
    acknowledged.add(text);
  }

  /** What stands in a channel or with a person, as posted and as edited, in order. */
  List<Post> posts(String where) {
    String channel = channel(where);
    return posts.stream().filter(post -> post.channel().equals(channel)).toList();
  }

  List<Post> posts() {
    return posts;
  }

  List<Whisper> whispers(String user) {
    return whispers.stream().filter(whisper -> whisper.user().equals(user)).toList();
  }

  List<View> views() {
    return views;
  }

  /** Whether buttons lead anywhere now. */
  boolean connected() {
    return sockets.send("{\"type\":\"hello\",\"num_connections\":1}");
  }

  /** Whether the gateway has told that it has this envelope. */
  boolean acknowledged(String envelope) {
    return acknowledged.stream().anyMatch(text -> text.contains("\"" + envelope + "\""));
  }

  private static String channel(String where) {
    return where.startsWith("U") ? "D" + where.substring(1) : where;
  }

  Reply reply(Ask ask) throws IOException {
    if (ask.path().startsWith("/slack/respond/")) {
      JsonNode said = json.readTree(ask.body());
      String[] whom = ask.path().substring("/slack/respond/".length()).split("/", 2);
      whispers.add(new Whisper(whom[0], whom[1], said.path("text").asText()));
      return Reply.json(200, json.createObjectNode().put("ok", true));
    }
    if (ask.path().startsWith("/slack/files/")) {
      byte[] content = contents.get(ask.path().substring("/slack/files/".length()));
      boolean ours = ask.credential().equals("Bearer xoxb-1-2-abc");
      return content == null || !ours
          ? new Reply(403, "text/plain", new byte[0])
          : new Reply(200, "image/jpeg", content);
    }
    ObjectNode answer = answer(ask.path().substring("/api/".length()), ask.form());
    return Reply.json(200, answer);
  }

  private ObjectNode answer(String method, Map<String, String> form) throws IOException {
    ObjectNode answer = json.createObjectNode().put("ok", true);
    switch (method) {
      case "apps.connections.open" -> answer.put("url", sockets.url());
      case "auth.test" -> answer.put("user", "mess").put("user_id", BOT).put("bot_id", "B1");
      case "chat.postMessage" -> {
        String ts = "1763640000.%06d".formatted(number.incrementAndGet());
        posted(channel(field(form, "channel")), ts, form, false);
        answer.put("channel", channel(field(form, "channel"))).put("ts", ts);
      }
      case "chat.update" -> {
        posted(field(form, "channel"), field(form, "ts"), form, true);
        answer.put("channel", field(form, "channel")).put("ts", field(form, "ts"));
      }
      case "chat.postEphemeral" ->
          whispers.add(
              new Whisper(field(form, "channel"), field(form, "user"), field(form, "text")));
      case "views.open" ->
          views.add(new View(field(form, "trigger_id"), json.readTree(field(form, "view"))));
      default -> answer.put("ok", false).put("error", "unknown_method");
    }
    return answer;
  }

  private static String field(Map<String, String> form, String name) {
    return form.getOrDefault(name, "");
  }

  private void posted(String channel, String ts, Map<String, String> form, boolean edit)
      throws IOException {
    String blocks = field(form, "blocks");
    posts.add(
        new Post(
            channel,
            ts,
            field(form, "thread_ts"),
            field(form, "text"),
            json.readTree(blocks.isEmpty() ? "[]" : blocks),
            edit));
  }

  /** What Slack sends when somebody presses a button of a message. */
  ObjectNode press(String user, Post post, String action) {
    int press = number.incrementAndGet();
    ObjectNode payload = interactive("block_actions", user);
    payload.put("trigger_id", "trigger." + press);
    payload
        .putObject("container")
        .put("type", "message")
        .put("message_ts", post.ts())
        .put("channel_id", post.channel())
        .put("is_ephemeral", false);
    payload.putObject("channel").put("id", post.channel()).put("name", "somewhere");
    payload.putObject("message").put("ts", post.ts()).put("text", post.text());
    payload.put("response_url", url + "/slack/respond/" + post.channel() + "/" + user);
    JsonNode button = post.button(action).orElseThrow();
    ObjectNode done = payload.putArray("actions").addObject();
    done.put("type", "button").put("block_id", "x").put("action_ts", "1763640005." + press);
    done.set("action_id", button.path("action_id"));
    done.set("value", button.path("value"));
    return payload;
  }

  /** What Slack sends when somebody sends a form off, with photos. */
  ObjectNode submit(String user, JsonNode opened, Map<String, String> texts, List<String> photos) {
    ObjectNode view = opened.deepCopy();
    view.put("id", "V%04d".formatted(number.incrementAndGet()));
    ObjectNode values = view.putObject("state").putObject("values");
    for (JsonNode block : opened.path("blocks")) {
      String id = block.path("block_id").asText();
      String type = block.path("element").path("type").asText();
      if (type.equals("plain_text_input")) {
        value(values, id, type).put("value", texts.get(id));
      } else if (type.equals("file_input")) {
        ArrayNode sent = value(values, id, type).putArray("files");
        photos.forEach(photo -> sent.add(files.get(photo)));
      }
    }
    ObjectNode payload = interactive("view_submission", user);
    payload.set("view", view);
    return payload;
  }

  private static ObjectNode value(ObjectNode values, String id, String type) {
    return values.putObject(id).putObject(id).put("type", type);
  }

  /** A message that somebody writes. */
  ObjectNode wrote(String user, String channel, String thread, String text) {
    ObjectNode payload = json.createObjectNode().put("type", "event_callback");
    payload.put("event_id", "Ev%06d".formatted(number.incrementAndGet()));
    payload.putArray("authorizations").addObject().put("user_id", BOT).put("is_bot", true);
    ObjectNode event = payload.putObject("event").put("type", "message").put("user", user);
    event.put("ts", "1763640010.%06d".formatted(number.get())).put("channel", channel);
    event.put("channel_type", channel.startsWith("D") ? "im" : "channel").put("text", text);
    if (!thread.isEmpty()) {
      event.put("thread_ts", thread).put("parent_user_id", BOT);
    }
    return payload;
  }

  /** The same message with a file that was uploaded. */
  ObjectNode sent(ObjectNode wrote, String file) {
    ObjectNode event = (ObjectNode) wrote.path("event");
    event.put("subtype", "file_share").putArray("files").add(files.get(file));
    return wrote;
  }

  /** Puts a photo where Slack keeps files. */
  String upload(String name, byte[] jpeg) {
    String id = "F" + number.incrementAndGet();
    contents.put(id, jpeg);
    files.put(
        id,
        json.createObjectNode()
            .put("id", id)
            .put("name", name)
            .put("mimetype", "image/jpeg")
            .put("size", jpeg.length)
            .put("url_private", url + "/slack/files/" + id)
            .put("url_private_download", url + "/slack/files/" + id));
    return id;
  }

  private ObjectNode interactive(String type, String user) {
    ObjectNode payload = json.createObjectNode().put("type", type);
    payload.putObject("user").put("id", user).put("name", user).put("username", user);
    return payload;
  }

  /** Sends over Socket Mode; what the envelope is called. */
  String send(ObjectNode payload) {
    String id = "envelope-" + number.incrementAndGet();
    boolean event = payload.path("type").asText().equals("event_callback");
    ObjectNode envelope = json.createObjectNode().put("envelope_id", id);
    envelope.put("type", event ? "events_api" : "interactive");
    envelope.put("accepts_response_payload", false);
    envelope.set("payload", payload);
    if (!sockets.send(envelope.toString())) {
      throw new AssertionError("the gateway is not connected to Slack");
    }
    return id;
  }

  /** The body in which Slack posts what is interactive. */
  static String form(ObjectNode payload) {
    return "payload=" + URLEncoder.encode(payload.toString(), UTF_8);
  }

  @Override
  public void close() throws IOException {
    sockets.close();
  }
}
