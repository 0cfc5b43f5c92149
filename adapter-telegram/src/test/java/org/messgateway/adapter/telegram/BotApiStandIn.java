package org.messgateway.adapter.telegram;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.messgateway.testkit.Answer;
import org.messgateway.testkit.Patience;

/**
 * Telegram over real HTTP, as far as bots see it: holds updates until they are confirmed, makes
 * questions for news wait, keeps messages with the entities of their HTML so that replies carry
 * them, and gives out files.
 */
final class BotApiStandIn implements AutoCloseable {

  static final String TOKEN = "123:secretToken";
  static final String NAME = "mess_test_bot";

  /** A request as it came, the method in lower case. */
  record Asked(String method, JsonNode body) {}

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final JsonMapper json = new JsonMapper();
  private final TreeMap<Long, ObjectNode> updates = new TreeMap<>();
  private final Map<Long, ObjectNode> messages = new HashMap<>();
  private final Map<String, byte[]> files = new HashMap<>();
  private final List<Asked> asked = new ArrayList<>();
  private final Map<String, Deque<Answer>> next = new HashMap<>();
  private boolean hanging;
  private boolean closed;
  private long confirmed;
  private long lastUpdate = 1_000;
  private long lastMessage = 500;

  private BotApiStandIn(HttpServer server) {
    this.server = server;
  }

  static BotApiStandIn start() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      BotApiStandIn standIn = new BotApiStandIn(server);
      server.setExecutor(standIn.threads);
      server.createContext("/", standIn::serve);
      server.start();
      return standIn;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  URI baseUrl() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  // What happens in the world.

  /** An update with this beside its number; answers the number. */
  synchronized long update(String what) {
    long number = ++lastUpdate;
    updates.put(number, read("{\"update_id\":" + number + "," + what + "}"));
    notifyAll();
    return number;
  }

  /** Tells an update again, as after a confirmation that got lost. */
  synchronized void again(long number, String what) {
    updates.put(number, read("{\"update_id\":" + number + "," + what + "}"));
    notifyAll();
  }

  /** The message of that number as it is told with a reply to it. */
  synchronized JsonNode message(long number) {
    ObjectNode message = messages.get(number);
    if (message == null) {
      throw new AssertionError("no such message: " + number);
    }
    return message;
  }

  synchronized void file(String id, byte[] content) {
    files.put(id, content.clone());
  }

  /** The next request of this method is answered so. */
  synchronized void once(String method, Answer answer) {
    next.computeIfAbsent(method.toLowerCase(Locale.ROOT), key -> new ArrayDeque<>()).add(answer);
  }

  /** From now on questions for news are never answered; or they are again. */
  synchronized void hangs(boolean now) {
    hanging = now;
    notifyAll();
  }

  // What was seen.

  /** All requests of one method so far. */
  synchronized List<JsonNode> asked(String method) {
    String wanted = method.toLowerCase(Locale.ROOT);
    return asked.stream().filter(one -> one.method().equals(wanted)).map(Asked::body).toList();
  }

  /** The request of that method with this index; waits for it. */
  JsonNode awaitAsked(String method, int index) {
    Patience.until(
        () -> asked(method).size() > index,
        Duration.ofSeconds(10),
        () -> method + " number " + index + ", only: " + asked(method));
    return asked(method).get(index);
  }

  /** The number up to which updates were confirmed. */
  synchronized long confirmed() {
    return confirmed;
  }

  // The server.

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().getPath();
      if (path.startsWith("/file/bot" + TOKEN + "/")) {
        serveFile(exchange, path.substring(path.lastIndexOf('/') + 1));
      } else {
        String method = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        answer(exchange, answer(method, read(new String(body, UTF_8))));
      }
    }
  }

  private synchronized void serveFile(HttpExchange exchange, String id) throws IOException {
    byte[] content = files.getOrDefault(id, new byte[0]);
    exchange.sendResponseHeaders(200, content.length);
    exchange.getResponseBody().write(content);
  }

  private static void answer(HttpExchange exchange, @Nullable Answer answer) throws IOException {
    if (answer != null) {
      exchange.sendResponseHeaders(answer.status(), answer.body().length);
      exchange.getResponseBody().write(answer.body());
    }
  }

  private synchronized @Nullable Answer answer(String method, ObjectNode body) {
    asked.add(new Asked(method, body));
    Deque<Answer> scripted = next.getOrDefault(method, new ArrayDeque<>());
    if (!scripted.isEmpty()) {
      return scripted.removeFirst();
    }
    return switch (method) {
      case "getupdates" -> news(body);
      case "getme" ->
          result("{\"id\":123,\"is_bot\":true,\"first_name\":\"m\",\"username\":\"" + NAME + "\"}");
      case "sendmessage" -> result(sent(body).toString());
      case "getfile" -> result("{\"file_path\":\"x/" + body.path("file_id").asText() + "\"}");
      case "getwebhookinfo" -> result("{\"url\":\"\",\"pending_update_count\":0}");
      default -> result("true");
    };
  }

  private @Nullable Answer news(ObjectNode body) {
    long offset = body.path("offset").asLong();
    if (offset > 0) {
      confirmed = Math.max(confirmed, offset - 1);
      updates.headMap(offset).clear();
    }
    long end = System.nanoTime() + Duration.ofSeconds(body.path("timeout").asLong()).toNanos();
    try {
      while (!closed && (hanging || (updates.isEmpty() && System.nanoTime() < end))) {
        wait(10);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
    ArrayNode news = json.createArrayNode();
    updates.values().stream().limit(body.path("limit").asLong(100)).forEach(news::add);
    return closed ? null : result(news.toString());
  }

  /** As Telegram does: links become entities, the text keeps what they stood on. */
  private ObjectNode sent(ObjectNode body) {
    long number = ++lastMessage;
    ObjectNode message =
        json.createObjectNode().put("message_id", number).put("date", 1_763_640_000);
    long chat = Long.parseLong(body.path("chat_id").asText());
    message.putObject("chat").put("id", chat).put("type", chat > 0 ? "private" : "supergroup");
    message.putObject("from").put("id", 123).put("is_bot", true).put("first_name", "m");
    String text = body.path("text").asText();
    ArrayNode entities = message.putArray("entities");
    Pattern.compile("<a href=\"(https://[^\"]*)\">")
        .matcher(text)
        .results()
        .forEach(link ->
            entities
                .addObject()
                .put("type", "text_link")
                .put("offset", 0)
                .put("length", 1)
                .put("url", link.group(1)));
    message.put("text", text.replaceAll("<[^>]*>", ""));
    messages.put(number, message);
    return message;
  }

  private static Answer result(String result) {
    return Answer.json(200, "{\"ok\":true,\"result\":" + result + "}");
  }

  private ObjectNode read(String text) {
    try {
      return (ObjectNode) json.readTree(text.isEmpty() ? "{}" : text);
    } catch (IOException e) {
      throw new AssertionError("not JSON: " + text, e);
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    server.stop(0);
    threads.shutdownNow();
  }
}
