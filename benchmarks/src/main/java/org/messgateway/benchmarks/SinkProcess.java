package org.messgateway.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The sink, from outside. */
final class SinkProcess implements AutoCloseable {

  private static final Pattern PORT = Pattern.compile("Listening on (\\d+)");
  private static final Duration START = Duration.ofSeconds(30);

  private final HttpClient client = HttpClient.newHttpClient();
  private final ChildProcess child;
  private final URI url;

  SinkProcess(BenchmarkEnvironment environment) throws IOException, InterruptedException {
    child =
        ChildProcess.java(
            environment.folder("sink").resolve("log"), WebhookSink.class, BenchmarkEnvironment.KEY);
    url = URI.create("http://127.0.0.1:" + child.await(PORT, START) + "/hook");
  }

  String url() {
    return url.toString();
  }

  /** Where requests are taken and not answered until whoever asked goes away. */
  String hanging() {
    return url.resolve("/hang").toString();
  }

  /** Where the answer comes a byte at a time. */
  String dripping() {
    return url.resolve("/drip").toString();
  }

  /** From now on it says that it is busy, and that one may ask again after so long. */
  void busy(Duration retryAfter) throws IOException, InterruptedException {
    put(Long.toString(retryAfter.toSeconds()));
  }

  /** It takes everything again. */
  void open() throws IOException, InterruptedException {
    put("0");
  }

  private void put(String seconds) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(url).PUT(BodyPublishers.ofString(seconds)).build();
    client.send(request, BodyHandlers.discarding());
  }

  /** How many requests hang there now. */
  int held() throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(url.resolve("/held")).build();
    return Integer.parseInt(client.send(request, BodyHandlers.ofString()).body());
  }

  void forget() throws IOException, InterruptedException {
    client.send(HttpRequest.newBuilder(url).DELETE().build(), BodyHandlers.discarding());
  }

  List<SinkRequest> arrivals() throws IOException, InterruptedException {
    return arrivals(url);
  }

  /** What arrived since this was asked last. */
  List<SinkRequest> take() throws IOException, InterruptedException {
    return arrivals(url.resolve("/taken"));
  }

  private List<SinkRequest> arrivals(URI from) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(from).build();
    return client
        .send(request, BodyHandlers.ofString())
        .body()
        .lines()
        .map(SinkRequest::of)
        .toList();
  }

  /**
   * Waits until this many have arrived or until none came for a long time; looking costs the
   * measured ones little: it is done rarely.
   */
  List<SinkRequest> await(int count, Duration silence) throws IOException, InterruptedException {
    List<SinkRequest> arrivals = arrivals();
    long quietSince = System.nanoTime();
    while (arrivals.size() < count && System.nanoTime() - quietSince < silence.toNanos()) {
      PreciseDelay.of(Duration.ofMillis(count > 1000 ? 500 : 100));
      List<SinkRequest> now = arrivals();
      if (now.size() > arrivals.size()) {
        quietSince = System.nanoTime();
      }
      arrivals = now;
    }
    return arrivals;
  }

  /** The same for refs, whatever else comes beside. */
  List<SinkRequest> await(Set<String> refs, Duration silence)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + silence.toNanos();
    while (true) {
      List<SinkRequest> arrivals = arrivals();
      Set<String> missing = new HashSet<>(refs);
      arrivals.forEach(arrival -> missing.remove(arrival.ref()));
      if (missing.isEmpty() || System.nanoTime() - end > 0) {
        return arrivals;
      }
      PreciseDelay.of(Duration.ofMillis(200));
    }
  }

  @Override
  public void close() {
    child.close();
    client.close();
  }
}
