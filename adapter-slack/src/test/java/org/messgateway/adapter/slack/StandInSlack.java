package org.messgateway.adapter.slack;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URLDecoder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.Response;
import okhttp3.WebSocket;
import okhttp3.WebSocketListener;
import okio.ByteString;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.AdapterServices;
import org.messgateway.testkit.DescribedSettings;

/** Slack as far as the gateway needs it: Web API, files, response URLs and Socket Mode. */
final class StandInSlack implements AutoCloseable {

  static final String BOT = "xoxb-1-2-secretToken";
  static final String APP = "xapp-1-A1-secretToken";

  /** One call of the Web API or of a response URL. */
  record Asked(String path, Map<String, String> form, String body) {}

  private final MockWebServer server = new MockWebServer();
  private final Map<String, MockResponse> answers = new ConcurrentHashMap<>();
  private final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();
  private final BlockingQueue<WebSocket> links = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> acknowledged = new LinkedBlockingQueue<>();
  private final BlockingQueue<Integer> closed = new LinkedBlockingQueue<>();
  private final AtomicInteger opened = new AtomicInteger();
  private volatile boolean greets = true;

  private StandInSlack() {}

  static StandInSlack start() throws IOException {
    StandInSlack slack = new StandInSlack();
    slack.server.setDispatcher(slack.new Desk());
    slack.server.start(InetAddress.getLoopbackAddress(), 0);
    return slack;
  }

  SlackAdapter adapter(Map<String, Object> more, InstantSource clock) {
    Map<String, Object> settings = new HashMap<>(more);
    settings.put("bot_token", BOT);
    settings.put("base_url", url(""));
    SlackProvider provider = new SlackProvider();
    return (SlackAdapter)
        provider.create(
            DescribedSettings.of(provider.describe().settings(), settings),
            new AdapterServices("slack", clock, Duration.ofSeconds(5)));
  }

  String url(String path) {
    return "http://127.0.0.1:" + server.getPort() + path;
  }

  void answers(String path, String json) {
    answers.put(path, new MockResponse.Builder().code(200).body(json).build());
  }

  void answers(String path, int status, byte[] body) {
    answers.put(
        path, new MockResponse.Builder().code(status).body(new okio.Buffer().write(body)).build());
  }

  void answersPage(String path, String html) {
    answers.put(
        path, new MockResponse.Builder().setHeader("Content-Type", "text/html").body(html).build());
  }

  /** Whether new connections hear hello. */
  void greets(boolean now) {
    greets = now;
  }

  /** The next connection that was opened. */
  WebSocket link() {
    return next(links, "a connection");
  }

  /** The next envelope that was acknowledged. */
  String acknowledged() {
    return Parsed.of(next(acknowledged, "an acknowledgement")).at("envelope_id").text();
  }

  int acknowledgementsLeft() {
    return acknowledged.size();
  }

  /** How the next connection was closed by the adapter. */
  int closed() {
    return next(closed, "a close");
  }

  /** The next call. */
  Asked asked() {
    return next(asked, "a call");
  }

  int callsLeft() {
    return asked.size();
  }

  int opened() {
    return opened.get();
  }

  private static <T> T next(BlockingQueue<T> queue, String what) {
    try {
      @Nullable T one = queue.poll(10, TimeUnit.SECONDS);
      if (one == null) {
        throw new AssertionError(what + " did not come within 10 s");
      }
      return one;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for " + what, e);
    }
  }

  static Map<String, String> form(String body) {
    Map<String, String> form = new TreeMap<>();
    Arrays.stream(body.split("&", -1))
        .map(pair -> pair.split("=", 2))
        .filter(pair -> pair.length == 2)
        .forEach(pair -> form.put(pair[0], URLDecoder.decode(pair[1], UTF_8)));
    return form;
  }

  @Override
  public void close() {
    server.close();
  }

  private final class Desk extends Dispatcher {

    @Override
    public MockResponse dispatch(RecordedRequest request) {
      String path = request.getUrl().encodedPath();
      if (path.startsWith("/link/")) {
        return new MockResponse.Builder().webSocketUpgrade(new Link()).build();
      }
      if (path.equals("/api/apps.connections.open")) {
        opened.incrementAndGet();
        return answers.getOrDefault(path, ticket(request));
      }
      String body = request.getBody() == null ? "" : request.getBody().utf8();
      boolean ours = ("Bearer " + BOT).equals(request.getHeaders().get("Authorization"));
      MockResponse answer =
          path.startsWith("/files/") && !ours
              ? new MockResponse.Builder().code(302).build()
              : answers.getOrDefault(path, ok());
      // The answer first: who hears of the call may say what the next one is answered.
      asked.add(new Asked(path, form(body), body));
      return answer;
    }

    private MockResponse ticket(RecordedRequest request) {
      boolean ours = ("Bearer " + APP).equals(request.getHeaders().get("Authorization"));
      String url = "ws://127.0.0.1:" + server.getPort() + "/link/" + opened.get() + "?ticket=t";
      String json =
          ours
              ? "{\"ok\":true,\"url\":\"" + url + "\"}"
              : "{\"ok\":false,\"error\":\"invalid_auth\"}";
      return new MockResponse.Builder().body(json).build();
    }

    private MockResponse ok() {
      return new MockResponse.Builder()
          .body("{\"ok\":true,\"channel\":\"D0999\",\"ts\":\"1763640009.000900\"}")
          .build();
    }
  }

  private final class Link extends WebSocketListener {

    @Override
    public void onOpen(WebSocket webSocket, Response response) {
      if (greets) {
        webSocket.send("{\"type\":\"hello\",\"num_connections\":1}");
      }
      links.add(webSocket);
    }

    @Override
    public void onMessage(WebSocket webSocket, String text) {
      acknowledged.add(text);
    }

    @Override
    public void onMessage(WebSocket webSocket, ByteString bytes) {
      throw new AssertionError("nothing binary was expected");
    }

    @Override
    public void onClosing(WebSocket webSocket, int code, String reason) {
      webSocket.close(code, null);
      closed.add(code);
    }

    @Override
    public void onFailure(WebSocket webSocket, Throwable t, @Nullable Response response) {
      closed.add(-1);
    }
  }
}
