package org.messgateway.testkit.simulator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.testkit.CannedResponse;
import org.messgateway.testkit.RecordedRequest;

/**
 * The HTTP side of a simulator: records calls, plays the script's faults, and gets proper answers
 * from the vendor's part. It runs on virtual threads, except for the dispatcher of the JDK's
 * server.
 */
final class VendorHttp implements AutoCloseable {

  /** The number of recorded calls; a demonstration runs for days. */
  private static final int MOST_CALLS = 10_000;

  private static final int BACKLOG = 200;

  private final HttpServer server;
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
  private final FaultScript faults = new FaultScript();
  private final Deque<VendorCall> calls = new ArrayDeque<>();
  private final Vendor vendor;

  /** The vendor-specific part of a simulator. */
  interface Vendor {

    /** The name of a request in scripts and records. */
    String operation(RecordedRequest request);

    /**
     * Answers a call. The call is recorded when its effects are visible, unless the operation
     * {@link #waits}.
     */
    CannedResponse answer(VendorCall call) throws InterruptedException;

    /** Whether answers to this operation come late. Its calls are recorded before the answer. */
    default boolean waits(String operation) {
      return false;
    }
  }

  private VendorHttp(HttpServer server, Vendor vendor) {
    this.server = server;
    this.vendor = vendor;
  }

  /** Listens at once, on a free port of the loopback interface. */
  static VendorHttp start(Vendor vendor) {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), BACKLOG);
      VendorHttp http = new VendorHttp(server, vendor);
      server.createContext("/", http::serve);
      server.setExecutor(http.workers);
      server.start();
      return http;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  URI baseUrl() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  FaultScript faults() {
    return faults;
  }

  synchronized List<VendorCall> calls() {
    return List.copyOf(calls);
  }

  /**
   * Waits for the call with this index among those that match.
   *
   * @throws AssertionError when it does not arrive
   */
  synchronized VendorCall await(Predicate<VendorCall> which, int index, Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    try {
      for (long left = limit.toMillis(); ; left = (end - System.nanoTime()) / 1_000_000) {
        List<VendorCall> fit = calls.stream().filter(which).toList();
        if (fit.size() > index) {
          return fit.get(index);
        }
        if (left <= 0) {
          throw new AssertionError(
              "call " + index + " did not come within " + limit + "; these did: " + calls);
        }
        wait(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for a call", e);
    }
  }

  private synchronized void record(VendorCall call) {
    calls.add(call);
    if (calls.size() > MOST_CALLS) {
      calls.removeFirst();
    }
    notifyAll();
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      RecordedRequest request = seen(exchange);
      String operation = vendor.operation(request);
      // Before the call is recorded: whoever sees it there may script what the next one gets.
      FaultScript.@Nullable Step step = faults.next(operation);
      VendorCall call = new VendorCall(operation, request);
      if (step == null && !vendor.waits(operation)) {
        CannedResponse response = vendor.answer(call);
        record(call);
        write(exchange, response);
      } else {
        record(call);
        answer(exchange, call, step);
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private void answer(HttpExchange exchange, VendorCall call, FaultScript.@Nullable Step step)
      throws IOException, InterruptedException {
    switch (step) {
      case FaultScript.Step.Respond respond -> write(exchange, respond.response());
      case FaultScript.Step.Cut _ -> {
        // An exchange that is closed without an answer ends its connection.
      }
      case FaultScript.Step.Delay delay -> {
        faults.pause(delay.delay());
        write(exchange, vendor.answer(call));
      }
      case FaultScript.Step.Hang _ -> {
        faults.awaitRelease(call.operation());
        write(exchange, vendor.answer(call));
      }
      case null -> write(exchange, vendor.answer(call));
    }
  }

  private static void write(HttpExchange exchange, CannedResponse response) throws IOException {
    response.headers().forEach(exchange.getResponseHeaders()::add);
    int length = response.body().length;
    exchange.sendResponseHeaders(response.status(), length == 0 ? -1 : length);
    exchange.getResponseBody().write(response.body());
  }

  private static RecordedRequest seen(HttpExchange exchange) throws IOException {
    Map<String, List<String>> headers = new TreeMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), List.copyOf(values)));
    return new RecordedRequest(
        exchange.getRequestMethod(),
        exchange.getRequestURI().toString(),
        headers,
        exchange.getRequestBody().readAllBytes());
  }

  @Override
  public void close() {
    faults.close();
    server.stop(0);
    workers.shutdownNow();
  }
}
