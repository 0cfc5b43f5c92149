package org.messgateway.gateway.flow;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Slack, Telegram and Twilio on this machine, each for many people: the real adapters talk to them
 * by {@code base_url}.
 */
final class Vendors implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
  private final SlackTown slack;
  private final TelegramTown telegram = new TelegramTown();
  private final TwilioTown twilio;

  private volatile CountDownLatch held = new CountDownLatch(0);

  /** What an adapter asks of a vendor. */
  record Ask(
      String method, String path, Map<String, String> query, String credential, String body) {

    /** The body as a form. */
    Map<String, String> form() {
      return pairs(body);
    }
  }

  /** What a vendor answers. */
  @SuppressWarnings("ArrayRecordComponent") // Written once, never compared.
  record Reply(int status, String type, byte[] body) {

    static Reply json(int status, Object json) {
      return new Reply(status, "application/json", json.toString().getBytes(UTF_8));
    }
  }

  private Vendors(HttpServer server) throws IOException {
    this.server = server;
    this.slack = new SlackTown(url());
    this.twilio = new TwilioTown();
  }

  static Vendors open() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
    Vendors vendors = new Vendors(server);
    server.createContext("/", vendors::serve);
    server.setExecutor(vendors.workers);
    server.start();
    return vendors;
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  SlackTown slack() {
    return slack;
  }

  TelegramTown telegram() {
    return telegram;
  }

  TwilioTown twilio() {
    return twilio;
  }

  /** Waits until people could answer over all of them. */
  void awaitConnected() {
    Eventually.within(
        Duration.ofSeconds(30),
        "the gateway is connected to Slack, Telegram and Twilio",
        () -> slack.connected() && telegram.connected() && twilio.connected());
  }

  /** The channels as an operator configures them. */
  String dispatch() {
    return """
      slack: { %s, base_url: "%s", rate: { per_address: 50/s, total: 100/s } }
      telegram: { %s, base_url: "%s", rate: { per_address: 50/s, total: 100/s } }
      sms: { %s, base_url: "%s", rate: { per_address: 50/s, total: 100/s } }
    """
        .formatted(
            SlackTown.SETTINGS, url(), TelegramTown.SETTINGS, url(), TwilioTown.SETTINGS, url());
  }

  private void serve(HttpExchange exchange) throws IOException {
    Ask ask =
        new Ask(
            exchange.getRequestMethod(),
            exchange.getRequestURI().getPath(),
            pairs(exchange.getRequestURI().getRawQuery()),
            String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")),
            new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    Reply reply = reply(ask);
    exchange.getResponseHeaders().add("Content-Type", reply.type());
    exchange.sendResponseHeaders(
        reply.status(), reply.body().length == 0 ? -1 : reply.body().length);
    exchange.getResponseBody().write(reply.body());
    exchange.close();
  }

  /** From now on nobody gets a file that somebody sent. */
  void holdFiles() {
    held = new CountDownLatch(1);
  }

  void releaseFiles() {
    held.countDown();
  }

  private void awaitRelease(String path) {
    try {
      if (path.contains("/files/") || path.startsWith("/file/") || path.contains("/Media/")) {
        boolean _ = held.await(60, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Reply reply(Ask ask) throws IOException {
    awaitRelease(ask.path());
    if (ask.path().startsWith("/api/") || ask.path().startsWith("/slack/")) {
      return slack.reply(ask);
    }
    return ask.path().startsWith("/2010-04-01/") ? twilio.reply(ask) : telegram.reply(ask);
  }

  static Map<String, String> pairs(String form) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String pair : String.valueOf(form).split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        pairs.put(
            URLDecoder.decode(pair.substring(0, equals), UTF_8),
            URLDecoder.decode(pair.substring(equals + 1), UTF_8));
      }
    }
    return pairs;
  }

  @Override
  public void close() throws IOException {
    telegram.close();
    slack.close();
    server.stop(0);
    workers.shutdownNow();
  }
}
