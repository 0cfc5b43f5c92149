package org.messgateway.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** A server and the options it is started with. */
record ServerStart(StartableServer what, String options) {

  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Duration LOOK = Duration.ofMillis(5);

  /** Starts it, lets it rest so long, ends it. */
  StartFigures run(Duration rest) throws IOException, InterruptedException {
    int port = freePort();
    long began = System.nanoTime();
    try (ChildProcess child = what.start(options, port)) {
      awaitReady(port);
      double millis = (System.nanoTime() - began) / 1e6;
      PreciseDelay.of(rest);
      return new StartFigures(millis, new ProcessMemory(child.pid()).resident());
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void awaitReady(int port) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/health")).build();
    long end = System.nanoTime() + LIMIT.toNanos();
    try (HttpClient client = HttpClient.newHttpClient()) {
      while (!ready(client, request)) {
        if (System.nanoTime() - end > 0) {
          throw new IOException("It was not ready within " + LIMIT);
        }
        PreciseDelay.of(LOOK);
      }
    }
  }

  private static boolean ready(HttpClient client, HttpRequest request) throws InterruptedException {
    try {
      return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    }
  }
}
