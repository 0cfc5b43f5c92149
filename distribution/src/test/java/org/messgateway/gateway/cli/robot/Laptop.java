package org.messgateway.gateway.cli.robot;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A maker's program: remembers what it gets and says what it was told to say. */
final class Laptop implements AutoCloseable {

  /**
   * What came.
   *
   * @param headers by name in any case
   */
  record Got(Map<String, String> headers, String body) {}

  private record Said(int status, String type, String body) {}

  private final BlockingQueue<Got> got = new LinkedBlockingQueue<>();
  private final Deque<Said> answers = new ArrayDeque<>();
  private final HttpServer server;
  private volatile CountDownLatch held = new CountDownLatch(0);

  private Laptop(HttpServer server) {
    this.server = server;
    server.createContext("/", this::take);
    server.start();
  }

  static Laptop start() throws IOException {
    return at(0);
  }

  static Laptop at(int port) throws IOException {
    return new Laptop(
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0));
  }

  int port() {
    return server.getAddress().getPort();
  }

  String url() {
    return "http://localhost:" + port() + "/mess";
  }

  /** The next request that nothing else is said to; in order. */
  synchronized void answer(int status, String type, String body) {
    answers.add(new Said(status, type, body));
  }

  private synchronized Said next() {
    return answers.isEmpty() ? new Said(204, "", "") : answers.remove();
  }

  /** Answers nothing until it may. */
  void hold() {
    held = new CountDownLatch(1);
  }

  void answerNow() {
    held.countDown();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.getFirst()));
      got.add(new Got(headers, new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
      held.await();
      Said said = next();
      byte[] body = said.body().getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", said.type());
      exchange.sendResponseHeaders(said.status(), body.length == 0 ? -1 : body.length);
      if (body.length > 0) {
        exchange.getResponseBody().write(body);
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  Got await() throws InterruptedException {
    Got next = got.poll(20, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nothing came");
    }
    return next;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
