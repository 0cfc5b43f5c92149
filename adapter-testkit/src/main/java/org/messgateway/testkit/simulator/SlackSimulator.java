package org.messgateway.testkit.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.messgateway.testkit.CannedResponse;
import org.messgateway.testkit.RecordedRequest;

/**
 * A Slack workspace of many people: the methods of the Web API that the adapter calls, files,
 * response URLs and Socket Mode. Operations are the methods ({@code chat.postMessage}), {@value
 * #FILES} and {@value #RESPONSE_URL}. Safe for all threads.
 */
public final class SlackSimulator implements AutoCloseable {

  /** Downloads of files that people sent. */
  public static final String FILES = "files";

  /** Answers at the address that a press names. */
  public static final String RESPONSE_URL = "response_url";

  private static final String OPEN = "apps.connections.open";
  private static final String BOT = "U0BOT";
  private static final String RESPONSES = "/slack/respond/";
  private static final String FILES_PATH = "/slack/files/";
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int MOST_KEPT = 10_000;

  /** All that the adapter can use. */
  private static final String SCOPES =
      "chat:write,im:history,im:write,files:read,users:read,users:read.email,channels:history,"
          + "groups:history,mpim:history";

  private final ObjectMapper json = new ObjectMapper();
  private final String botToken;
  private final String appToken;
  private final VendorHttp http;
  private final SocketModeServer sockets;
  private final Map<String, ObjectNode> files = new ConcurrentHashMap<>();
  private final Map<String, byte[]> contents = new ConcurrentHashMap<>();
  private final Map<String, ObjectNode> people = new ConcurrentHashMap<>();
  private final List<SlackPost> posts = new CopyOnWriteArrayList<>();
  private final List<EphemeralMessage> ephemerals = new CopyOnWriteArrayList<>();
  private final List<OpenedView> views = new CopyOnWriteArrayList<>();
  private final List<String> acknowledged = new CopyOnWriteArrayList<>();
  private final BlockingQueue<String> acknowledgements = new LinkedBlockingQueue<>(MOST_KEPT);
  private final BlockingQueue<WebSocketLink> opened = new LinkedBlockingQueue<>(MOST_KEPT);
  private final BlockingQueue<Integer> ended = new LinkedBlockingQueue<>(MOST_KEPT);
  private final AtomicInteger number = new AtomicInteger();
  private final AtomicInteger handled = new AtomicInteger();
  private volatile boolean greeting = true;
  private volatile Consumer<SlackPost> onPost = _ -> {};
  private volatile Consumer<EphemeralMessage> onEphemeral = _ -> {};
  private volatile Consumer<OpenedView> onView = _ -> {};

  /**
   * A message as it stands after a post or an edit.
   *
   * @param thread the {@code ts} of the message that it answers; empty for none
   * @param edit whether it stood there before
   */
  public record SlackPost(
      String channel, String ts, String thread, String text, JsonNode blocks, boolean edit) {

    public boolean hasButton(String action) {
      return button(action).isPresent();
    }

    Optional<JsonNode> button(String action) {
      return blocks.findParents("action_id").stream()
          .filter(each -> each.path("action_id").asText().equals(action))
          .findFirst();
    }

    /** What a button that leads to a page points at; empty when there is none. */
    public String link() {
      return blocks.findValuesAsText("url").stream().findFirst().orElse("");
    }
  }

  /** What only one person sees. */
  public record EphemeralMessage(String channel, String user, String text) {}

  /** A form that was opened. */
  public record OpenedView(String trigger, JsonNode view) {}

  private SlackSimulator(String botToken, String appToken) {
    this.botToken = botToken;
    this.appToken = appToken;
    this.sockets = SocketModeServer.start(new SocketConnections());
    this.http = VendorHttp.start(new WebApi());
  }

  /**
   * Starts a workspace into which an app with these tokens is installed. Calls with other tokens
   * are refused with {@code invalid_auth}.
   */
  public static SlackSimulator start(String botToken, String appToken) {
    return new SlackSimulator(botToken, appToken);
  }

  public URI baseUrl() {
    return http.baseUrl();
  }

  public FaultScript faults() {
    return http.faults();
  }

  /** Calls so far, {@code apps.connections.open} included. */
  public List<VendorCall> calls() {
    return http.calls();
  }

  /** How often {@code apps.connections.open} was called. */
  public int connectionRequests() {
    return Math.toIntExact(calls().stream().filter(SlackSimulator::opens).count());
  }

  private static boolean opens(VendorCall call) {
    return call.operation().equals(OPEN);
  }

  /** The next call that this method has not returned, of those that open no connection. */
  public VendorCall nextCall() {
    return http.await(call -> !opens(call), handled.getAndIncrement(), LIMIT);
  }

  /** How many calls {@link #nextCall} would return now. */
  public int callsLeft() {
    return (int) calls().stream().filter(call -> !opens(call)).count() - handled.get();
  }

  // What people see.

  /** Called with each post and edit, on the thread of the call. */
  public void onPost(Consumer<SlackPost> consumer) {
    onPost = consumer;
  }

  public void onEphemeral(Consumer<EphemeralMessage> consumer) {
    onEphemeral = consumer;
  }

  public void onView(Consumer<OpenedView> consumer) {
    onView = consumer;
  }

  /** What stands in a channel or with a person, as posted and as edited, in order. */
  public List<SlackPost> posts(String where) {
    String channel = channel(where);
    return posts.stream().filter(post -> post.channel().equals(channel)).toList();
  }

  public List<SlackPost> posts() {
    return List.copyOf(posts);
  }

  public List<EphemeralMessage> ephemerals(String user) {
    return ephemerals.stream().filter(message -> message.user().equals(user)).toList();
  }

  public List<OpenedView> views() {
    return List.copyOf(views);
  }

  /** The conversation of a person with the app; anything else is its own. */
  public static String channel(String where) {
    return where.startsWith("U") ? "D" + where.substring(1) : where;
  }

  // Socket Mode.

  /** Whether new connections get a hello. */
  public void sendsHello(boolean now) {
    greeting = now;
  }

  /** Whether the gateway is connected. */
  public boolean connected() {
    return sockets.send(hello());
  }

  private static String hello() {
    return "{\"type\":\"hello\",\"num_connections\":1}";
  }

  /** The next connection that was opened. */
  public WebSocketLink nextLink() {
    return next(opened, "a connection");
  }

  /** The id of the next envelope that was acknowledged. */
  public String nextAcknowledgement() {
    return next(acknowledgements, "an acknowledgement");
  }

  public int acknowledgementsLeft() {
    return acknowledgements.size();
  }

  /**
   * How the next connection ended that did: the adapter's close code, or {@link WebSocketLink#CUT}.
   */
  public int nextEnd() {
    return next(ended, "the end of a connection");
  }

  /** Whether this envelope was acknowledged. */
  public boolean acknowledged(String envelope) {
    return acknowledged.contains(envelope);
  }

  private static <T> T next(BlockingQueue<T> queue, String what) {
    try {
      @Nullable T one = queue.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
      if (one == null) {
        throw new AssertionError(what + " did not come within " + LIMIT);
      }
      return one;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for " + what, e);
    }
  }

  /**
   * Sends an event over Socket Mode.
   *
   * @return the envelope's id; empty while nobody is connected
   */
  public Optional<String> trySend(ObjectNode payload) {
    String id = "envelope-" + number.incrementAndGet();
    return sockets.send(envelope(id, payload)) ? Optional.of(id) : Optional.empty();
  }

  /** Sends an event over Socket Mode and returns the envelope's id. */
  public String send(ObjectNode payload) {
    return trySend(payload)
        .orElseThrow(() -> new AssertionError("the gateway is not connected to Slack"));
  }

  private String envelope(String id, ObjectNode payload) {
    boolean event = payload.path("type").asText().equals("event_callback");
    ObjectNode envelope = json.createObjectNode().put("envelope_id", id);
    envelope.put("type", event ? "events_api" : "interactive");
    envelope.put("accepts_response_payload", false);
    envelope.set("payload", payload);
    return envelope.toString();
  }

  /** The body in which Slack posts what is interactive to a Request URL. */
  public static String form(ObjectNode payload) {
    return "payload=" + URLEncoder.encode(payload.toString(), UTF_8);
  }

  // What people do.

  /** What Slack sends when somebody presses a button of a message. */
  public ObjectNode press(String user, SlackPost post, String action) {
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
    payload.put("response_url", responseUrl(post.channel(), user));
    JsonNode button = post.button(action).orElseThrow();
    ObjectNode done = payload.putArray("actions").addObject();
    done.put("type", "button").put("block_id", "x").put("action_ts", "1763640005." + press);
    done.set("action_id", button.path("action_id"));
    done.set("value", button.path("value"));
    return payload;
  }

  /** Where what a person did is answered for half an hour. */
  public String responseUrl(String channel, String user) {
    return baseUrl() + RESPONSES + channel + "/" + user;
  }

  /**
   * What Slack sends when somebody sends a form off.
   *
   * @param texts what was filled in, by block
   * @param uploads ids of files, as {@link #upload} returned them
   */
  public ObjectNode submit(
      String user, JsonNode opened, Map<String, String> texts, List<String> uploads) {
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
        uploads.forEach(upload -> sent.add(files.get(upload)));
      }
    }
    ObjectNode payload = interactive("view_submission", user);
    payload.set("view", view);
    return payload;
  }

  private static ObjectNode value(ObjectNode values, String id, String type) {
    return values.putObject(id).putObject(id).put("type", type);
  }

  /** A message that somebody writes; {@code thread} is empty outside of threads. */
  public ObjectNode wrote(String user, String channel, String thread, String text) {
    ObjectNode payload = json.createObjectNode().put("type", "event_callback");
    payload.put("event_id", "Ev%06d".formatted(number.incrementAndGet()));
    payload.putArray("authorizations").addObject().put("user_id", BOT).put("is_bot", true);
    ObjectNode event = payload.putObject("event").put("type", "message").put("user", user);
    event.put("ts", nextTs()).put("channel", channel);
    event.put("channel_type", channel.startsWith("D") ? "im" : "channel").put("text", text);
    if (!thread.isEmpty()) {
      event.put("thread_ts", thread).put("parent_user_id", BOT);
    }
    return payload;
  }

  private String nextTs() {
    return "1763640000.%06d".formatted(number.incrementAndGet());
  }

  /** The same message with a file that was uploaded. */
  public ObjectNode sent(ObjectNode wrote, String upload) {
    ObjectNode event = (ObjectNode) wrote.path("event");
    event.put("subtype", "file_share").putArray("files").add(files.get(upload));
    return wrote;
  }

  /** Somebody joins the workspace, whom others find by e-mail address. */
  public void join(String user, String email, String name) {
    people.put(email, json.createObjectNode().put("id", user).put("real_name", name));
  }

  /** Puts a photo where Slack keeps files; returns its id. */
  public String upload(String name, byte[] jpeg) {
    return upload(name, "image/jpeg", jpeg);
  }

  /** Puts a file where Slack keeps files; returns its id. */
  public String upload(String name, String mime, byte[] content) {
    String id = "F" + number.incrementAndGet();
    String url = fileUrl(id);
    contents.put(id, content.clone());
    files.put(
        id,
        json.createObjectNode()
            .put("id", id)
            .put("name", name)
            .put("mimetype", mime)
            .put("size", content.length)
            .put("url_private", url)
            .put("url_private_download", url));
    return id;
  }

  /** Where Slack keeps an uploaded file. */
  public String fileUrl(String upload) {
    return baseUrl() + FILES_PATH + upload;
  }

  private ObjectNode interactive(String type, String user) {
    ObjectNode payload = json.createObjectNode().put("type", type);
    payload.putObject("user").put("id", user).put("name", user).put("username", user);
    return payload;
  }

  private static <T> void keep(List<T> list, T one) {
    list.add(one);
    if (list.size() > MOST_KEPT) {
      list.removeFirst();
    }
  }

  @Override
  public void close() {
    sockets.close();
    http.close();
  }

  private final class WebApi implements VendorHttp.Vendor {

    @Override
    public String operation(RecordedRequest request) {
      String path = request.path();
      if (path.startsWith(RESPONSES)) {
        return RESPONSE_URL;
      }
      return path.startsWith(FILES_PATH) ? FILES : path.substring(path.lastIndexOf('/') + 1);
    }

    @Override
    public CannedResponse answer(VendorCall call) {
      String path = call.request().path();
      return switch (call.operation()) {
        case RESPONSE_URL -> {
          String[] whom = path.substring(RESPONSES.length()).split("/", 2);
          told(new EphemeralMessage(whom[0], whom[1], call.json().path("text").asText()));
          yield CannedResponse.json(200, "{\"ok\":true}");
        }
        case FILES -> download(path.substring(FILES_PATH.length()), call.request());
        default -> method(call);
      };
    }

    private CannedResponse download(String id, RecordedRequest request) {
      byte[] content = contents.get(id);
      ObjectNode file = files.get(id);
      // Whom it does not know Slack leads to a page to log in at.
      if (content == null || file == null || !authorized(request, botToken)) {
        return CannedResponse.of(200, "text/html", "<html>Sign in</html>");
      }
      String mime = file.path("mimetype").asText();
      return new CannedResponse(200, Map.of("Content-Type", mime), content);
    }

    private CannedResponse method(VendorCall call) {
      String token = opens(call) ? appToken : botToken;
      ObjectNode answer = authorized(call.request(), token) ? result(call) : error("invalid_auth");
      return CannedResponse.json(200, answer.toString()).with("x-oauth-scopes", SCOPES);
    }

    private static boolean authorized(RecordedRequest request, String token) {
      return request.header("authorization").equals(Optional.of("Bearer " + token));
    }

    private ObjectNode error(String word) {
      return json.createObjectNode().put("ok", false).put("error", word);
    }

    private ObjectNode result(VendorCall call) {
      ObjectNode answer = json.createObjectNode().put("ok", true);
      switch (call.operation()) {
        case OPEN -> answer.put("url", sockets.url());
        case "auth.test" -> answer.put("user", "mess").put("user_id", BOT).put("bot_id", "B1");
        case "chat.postMessage" -> {
          SlackPost post = posted(channel(call.field("channel")), nextTs(), call, false);
          answer.put("channel", post.channel()).put("ts", post.ts());
        }
        case "chat.update" -> {
          SlackPost post = posted(call.field("channel"), call.field("ts"), call, true);
          answer.put("channel", post.channel()).put("ts", post.ts());
        }
        case "chat.postEphemeral" ->
            told(
                new EphemeralMessage(
                    call.field("channel"), call.field("user"), call.field("text")));
        case "views.open" -> {
          OpenedView view =
              new OpenedView(call.field("trigger_id"), VendorCall.read(call.field("view")));
          keep(views, view);
          onView.accept(view);
        }
        case "files.info" -> {
          ObjectNode file = files.get(call.field("file"));
          if (file == null) {
            return error("file_not_found");
          }
          answer.set("file", file);
        }
        case "users.lookupByEmail" -> {
          ObjectNode user = people.get(call.field("email"));
          if (user == null) {
            return error("users_not_found");
          }
          answer.set("user", user);
        }
        default -> {
          return error("unknown_method");
        }
      }
      return answer;
    }

    private SlackPost posted(String channel, String ts, VendorCall call, boolean edit) {
      String blocks = call.field("blocks");
      SlackPost post =
          new SlackPost(
              channel,
              ts,
              call.field("thread_ts"),
              call.field("text"),
              VendorCall.read(blocks.isEmpty() ? "[]" : blocks),
              edit);
      keep(posts, post);
      onPost.accept(post);
      return post;
    }

    private void told(EphemeralMessage message) {
      keep(ephemerals, message);
      onEphemeral.accept(message);
    }
  }

  private final class SocketConnections implements SocketModeServer.Workspace {

    @Override
    public void opened(WebSocketLink link) {
      if (greeting) {
        link.send(hello());
      }
      boolean _ = opened.offer(link);
    }

    @Override
    public void received(String text) {
      String id = VendorCall.read(text).path("envelope_id").asText();
      keep(acknowledged, id);
      boolean _ = acknowledgements.offer(id);
    }

    @Override
    public void ended(int code) {
      boolean _ = ended.offer(code);
    }
  }
}
