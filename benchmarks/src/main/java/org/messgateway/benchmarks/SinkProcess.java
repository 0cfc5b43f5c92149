package org.messgateway.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** The sink, from outside. */
final class SinkProcess implements AutoCloseable {

  private static final Pattern PORT = Pattern.compile("Listening on (\\d+)");
  private static final Duration START = Duration.ofSeconds(30);

  private final HttpClient client = HttpClient.newHttpClient();
  private final Child child;
  private final URI url;

  SinkProcess(Path folder, String key) throws IOException, InterruptedException {
    child = Child.java(folder.resolve("sink.log"), Sink.class, key);
    url = URI.create("http://127.0.0.1:" + child.await(PORT, START) + "/hook");
  }

  String url() {
    return url.toString();
  }

  void forget() throws IOException, InterruptedException {
    client.send(HttpRequest.newBuilder(url).DELETE().build(), BodyHandlers.discarding());
  }

  List<Arrival> arrivals() throws IOException, InterruptedException {
    String lines = client.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString()).body();
    return lines.lines().map(Arrival::of).toList();
  }

  /**
   * Waits until this many have arrived or until none came for a long time; looking costs the
   * measured ones little: it is done rarely.
   */
  List<Arrival> await(int count, Duration silence) throws IOException, InterruptedException {
    List<Arrival> arrivals = arrivals();
    long quietSince = System.nanoTime();
    while (arrivals.size() < count && System.nanoTime() - quietSince < silence.toNanos()) {
      Pause.of(Duration.ofMillis(count > 1000 ? 500 : 100));
      List<Arrival> now = arrivals();
      if (now.size() > arrivals.size()) {
        quietSince = System.nanoTime();
      }
      arrivals = now;
    }
    return arrivals;
  }

  @Override
  public void close() {
    child.close();
    client.close();
  }
}
