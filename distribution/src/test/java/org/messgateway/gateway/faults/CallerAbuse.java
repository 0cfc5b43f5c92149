package org.messgateway.gateway.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.messgateway.gateway.flow.Arrival;
import org.messgateway.gateway.flow.Door;
import org.messgateway.gateway.flow.Eventually;

/** Somebody has another's link, spells it otherwise, or calls under a name that is not ours. */
final class CallerAbuse {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String FLOODER = "203.0.113.9";
  private static final String PHONE = "198.51.100.7";
  private static final int FLOODERS = 8;

  /** What a caller has at once, and each second. */
  private static final int AT_ONCE = 200;

  private static final int A_SECOND = 20;

  /** Nobody waits longer beside a flood. */
  private static final Duration LONGEST = Duration.ofSeconds(1);

  private CallerAbuse() {}

  /**
   * The person's page opens and the answers are taken while a leaked link is asked for at full
   * speed.
   */
  static Row flood(Plan plan, Scene scene) throws Exception {
    Door door = begin(scene);
    String link = link(scene);
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger asked = new AtomicInteger();
    AtomicInteger answered = new AtomicInteger();
    long start = System.nanoTime();
    List<Thread> flood =
        IntStream.range(0, FLOODERS)
            .mapToObj(_ ->
                Thread.ofVirtual()
                    .start(() -> {
                      while (!over.get()) {
                        int call = asked.incrementAndGet();
                        int status = get(door, link + "&n=" + call, FLOODER);
                        answered.addAndGet(status == 200 ? 1 : 0);
                      }
                    }))
            .toList();
    Eventually.within(SOON, () -> "the flood is held off", () -> asked.get() > 2 * AT_ONCE);
    int opened = 0;
    long slowest = 0;
    int visits = plan.few(20, 100);
    for (int i = 0; i < visits; i++) {
      long before = System.nanoTime();
      opened += get(door, link, PHONE) == 200 ? 1 : 0;
      slowest = Math.max(slowest, System.nanoTime() - before);
    }
    scene.write(plan.few(6, 30));
    scene.settle(SOON);
    over.set(true);
    for (Thread each : flood) {
      each.join();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    door.close();
    scene.claim(opened == visits, "the person was let in " + opened + " of " + visits + " times");
    scene.claim(slowest < LONGEST.toNanos(), "the person waited " + slowest / 1_000_000 + " ms");
    scene.claim(
        answered.get() <= AT_ONCE + A_SECOND * (seconds + 1),
        "the flood was answered " + answered + " times in " + seconds + " s");
    Row row = scene.finish(SOON);
    return row.remark(
        "flood: %d asked, %d answered; person: %d of %d, slowest %d ms"
            .formatted(asked.get(), answered.get(), opened, visits, slowest / 1_000_000),
        row.seconds());
  }

  /** Of all spellings of a link one opens its task. */
  static Row spellings(Plan plan, Scene scene) throws Exception {
    Door door = begin(scene);
    String link = link(scene);
    String token = link.substring(link.indexOf("token=") + "token=".length());
    String[] parts = token.split("\\.", -1);
    String padded = String.join("=.", parts) + "=";
    for (String other :
        List.of(
            token + "%20",
            "%20" + token,
            token + "=",
            padded,
            token + "%0A",
            token + ".",
            token + "+",
            token + "%00",
            token + "%2500",
            "mess_" + token,
            token + "&token=" + token,
            token.substring(0, token.length() - 1),
            token + "A",
            otherwiseEnded(token))) {
      int status = get(door, link.replace(token, other), PHONE);
      scene.claim(status == 401, "a link spelled otherwise was answered " + status);
    }
    scene.claim(get(door, link, PHONE) == 200, "the link itself does not open");
    door.close();
    return scene.finish(SOON);
  }

  /** The same bytes once decoded: the last character of a signature has two unused bits. */
  private static String otherwiseEnded(String token) {
    char last = token.charAt(token.length() - 1);
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return token.substring(0, token.length() - 1) + alphabet.charAt(alphabet.indexOf(last) ^ 1);
  }

  /** A web page whose name leads to this machine reads nothing. */
  static Row names(Plan plan, Scene scene) throws Exception {
    begin(scene).close();
    String link = link(scene);
    for (String host : List.of("evil.example.org", "10.0.0.5", "localhost.evil.org", "0.0.0.0")) {
      for (String path :
          List.of("/health", "/metrics", "/respond", link.replaceFirst("^https?://[^/]*", ""))) {
        String answer = raw(scene.running().port(), path, host);
        scene.claim(
            answer.startsWith("HTTP/1.1 421"),
            "as " + host + ": " + answer.lines().findFirst().orElse(""));
      }
    }
    scene.claim(
        raw(scene.running().port(), "/health", "localhost").startsWith("HTTP/1.1 200"),
        "its own name is not let in");
    return scene.finish(SOON);
  }

  private static Door begin(Scene scene) throws IOException {
    Path config = scene.house().home().resolve("config.yaml");
    Files.writeString(
        config,
        Files.readString(config)
            .replace("http: { port: 0 }", "http: { port: 0, proxies: [127.0.0.1] }"));
    Door door = new Door(scene.ready().port());
    scene.write(3);
    return door;
  }

  /** The link that the executor who answers was sent. */
  private static String link(Scene scene) {
    Eventually.within(SOON, () -> "somebody was told", () -> told(scene).findFirst().isPresent());
    return told(scene).findFirst().orElseThrow().respond();
  }

  private static Stream<Arrival> told(Scene scene) {
    return scene.sink().accepted().stream()
        .filter(each -> each.path().equals("/" + Scene.ANA) && !each.respond().isEmpty());
  }

  private static int get(Door door, String url, String from) {
    return door.get(url, Map.of("X-Forwarded-For", from)).statusCode();
  }

  @SuppressWarnings("AddressSelection") // Loopback is meant.
  private static String raw(int port, String path, String host) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) SOON.toMillis());
      socket
          .getOutputStream()
          .write(
              ("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                  .getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }
}
