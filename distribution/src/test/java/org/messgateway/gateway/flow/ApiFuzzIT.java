package org.messgateway.gateway.flow;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;
import org.messgateway.testkit.simulator.VendorCall;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Anybody may send anything: the gateway says no, keeps its secrets, and its threads stay whole.
 *
 * <p>{@code -Dmess.fuzz.seconds=600} goes on for longer, {@code -Dmess.fuzz.seed=N} repeats a run.
 */
class ApiFuzzIT {

  private static final Logger log = LoggerFactory.getLogger(ApiFuzzIT.class);

  private static final Duration LENGTH = Duration.ofSeconds(Long.getLong("mess.fuzz.seconds", 5));
  private static final int ROBOTS = 16;
  private static final int CALLERS = 6;
  private static final int PATIENCE_MILLIS = 5_000;
  private static final long MOST_GROWTH = 96L << 20;
  private static final List<String> METHODS =
      List.of("GET", "POST", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE");
  private static final List<String> HEADERS =
      List.of(
          "Accept",
          "Range",
          "If-Range",
          "Idempotency-Key",
          "Last-Event-ID",
          "X-Slack-Signature",
          "X-Twilio-Signature",
          "X-Telegram-Bot-Api-Secret-Token",
          "Content-Encoding",
          "X-Forwarded-For");
  private static final Pattern TRACE =
      Pattern.compile("\\bat [\\w.$]+\\([\\w]+\\.java|Exception|org\\.messgateway|java\\.");
  private static final List<String> SECRETS =
      List.of(
          "s3cret-of-the-house",
          "xoxb-1-2-abc",
          "xapp-1-2-abc",
          Vendors.SLACK_SIGNING_SECRET,
          Vendors.TELEGRAM_TOKEN,
          Vendors.TWILIO_TOKEN,
          "root:x:0");

  private final long seed = Long.getLong("mess.fuzz.seed", System.nanoTime());
  private final AtomicInteger sent = new AtomicInteger();
  private final Map<Integer, AtomicInteger> statuses = new ConcurrentSkipListMap<>();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
  private final List<String> paths = new ArrayList<>();
  private final List<String> tokens = new ArrayList<>();
  private final List<String> doors = new ArrayList<>();

  @TempDir private Path folder;

  @Tag("proof")
  @Test
  void whateverComesTheThreadsStayWholeAndNothingIsToldThatShouldNotBe() throws Exception {
    log.info("seed {}: -Dmess.fuzz.seed={}", seed, seed);
    House house = new House(Files.createDirectory(folder.resolve("home")));
    try (Vendors vendors = new Vendors();
        Robots robots = Robots.start()) {
      configure(house, vendors, robots);
      try (HouseGateway gateway = HouseGateway.start(house);
          Door door = new Door(gateway.port())) {
        List<String> refs = List.of("fuzz-1", "fuzz-2", "fuzz-3", "whole");
        for (String ref : refs) {
          house.put(Request.of(ref));
        }
        robots.await("request", ROBOTS * refs.size());
        gather(house, robots);
        fuzz(gateway.port(), Duration.ofSeconds(1), seed + 1);
        long before = used();
        fuzz(gateway.port(), LENGTH, seed);
        long after = used();
        log.info("{} requests: {}; {} MB more in use", sent, statuses, (after - before) >> 20);
        assertTrue(wrong.isEmpty(), () -> wrong.size() + " like this:\n" + wrong.peek());
        assertTrue(after - before < MOST_GROWTH, "memory grew by " + (after - before));
        for (String ref : refs) {
          house.assertWhole(ref);
        }
        assertEquals(200, door.get("/health", Map.of()).statusCode());
        stillWorks(house, door, robots);
      }
    }
  }

  private void configure(House house, Vendors vendors, Robots robots) throws IOException {
    StringBuilder executors = new StringBuilder("executors:\n");
    for (int i = 0; i < ROBOTS; i++) {
      String name = "robot-" + i;
      executors.append("  %s: { notify: { webhook: \"%s\" } }\n".formatted(name, robots.url(name)));
    }
    house.configure(
        executors.toString(),
        vendors.dispatch().replace("telegram: {", "telegram: { webhook: true,"));
  }

  /** What is there, with tokens that are good for some of it. */
  private void gather(House house, Robots robots) throws IOException {
    for (Robots.Call call : robots.calls("request")) {
      if (!call.ref().equals("whole")) {
        paths.add(call.respond().getPath());
        doors.add(call.respond().getPath() + "?" + call.respond().getRawQuery());
        tokens.add(VendorCall.pairs(call.respond().getRawQuery()).get("token"));
      }
    }
    TokenFile keys = new TokenFile(house.home().resolve(".gateway").resolve("keys"));
    tokens.add(keys.make(TokenKind.EXECUTOR, "robot-0", Instant.now(), null));
    tokens.add(keys.make(TokenKind.AGENT, "fuzzer", Instant.now(), null));
    tokens.add("");
    tokens.add("eyJhbGciOiJub25lIn0.eyJleGNoYW5nZSI6IngifQ.");
    paths.addAll(
        List.of(
            "/mess",
            "/mess/fuzz-1",
            "/respond",
            "/task",
            "/r/abcdefghijklmnopqrstuv",
            "/thread/fuzz-1/files/inline-0-0",
            "/thread/fuzz-1/files/local-0-0",
            "/thread/fuzz-1/files/..%2f..%2fconfig.yaml",
            "/thread/fuzz-1/remote/0/0",
            "/thread/..%2f..%2f.gateway%2fkeys",
            "/inbox/robot-0?wait=0",
            "/callbacks/slack",
            "/callbacks/telegram",
            "/callbacks/sms",
            "/callbacks/gateway?confirm=x",
            "/control/replay",
            "/health",
            "/metrics",
            "/"));
  }

  private void fuzz(int port, Duration length, long from) throws Exception {
    long end = System.nanoTime() + length.toNanos();
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        Mutations mutations = new Mutations(from * 31 + i);
        all.add(
            callers.submit(() -> {
              while (System.nanoTime() < end) {
                one(port, mutations);
              }
              return null;
            }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    }
  }

  private void one(int port, Mutations mutations) throws IOException {
    byte[] body = mutations.body();
    String method = mutations.any(METHODS);
    StringBuilder head = new StringBuilder(method + " " + path(mutations) + " HTTP/1.1\r\n");
    headers(mutations, body.length)
        .forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      OutputStream out = socket.getOutputStream();
      try {
        out.write((head + "\r\n").getBytes(ISO_8859_1));
        out.write(body);
        if (head.indexOf("chunked") > 0) {
          socket.shutdownOutput(); // Else it rightly waits for the rest.
        }
      } catch (IOException answeredBefore) {
        // It has heard enough; what it says is still looked at.
      }
      look(head.toString(), body, answer(socket));
    }
    sent.incrementAndGet();
  }

  /** All that comes until the other side hangs up, or the part of it that comes in time. */
  private static String answer(Socket socket) {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try {
      socket.getInputStream().transferTo(answer);
    } catch (SocketTimeoutException e) {
      return "HTTP/1.1 599 no end of " + answer.toString(ISO_8859_1);
    } catch (IOException reset) {
      // What came before counts.
    }
    return answer.toString(ISO_8859_1);
  }

  private String path(Mutations mutations) {
    if (mutations.oneIn(3)) {
      return mutations.any(doors); // Inside, there is more to break.
    }
    String path = mutations.any(paths);
    String token =
        mutations.oneIn(5) ? mutations.text(mutations.any(tokens)) : mutations.any(tokens);
    String query = path.contains("?") ? "&" : "?";
    String whole =
        (mutations.oneIn(5) ? mutations.text(path) : path)
            + (mutations.oneIn(4) ? "" : query + "token=" + URLEncoder.encode(token, US_ASCII));
    return whole.replace(' ', '+').replace('\r', '_').replace('\n', '_');
  }

  private Map<String, String> headers(Mutations mutations, int length) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Host", mutations.oneIn(20) ? mutations.value() : "localhost");
    headers.put("Connection", "close");
    headers.put("Content-Type", mutations.type());
    if (mutations.oneIn(10)) {
      headers.put("Transfer-Encoding", "chunked");
    } else {
      headers.put("Content-Length", Integer.toString(length));
    }
    if (mutations.oneIn(3)) {
      headers.put("Authorization", "Bearer " + mutations.any(tokens));
    }
    if (mutations.oneIn(2)) {
      headers.put(mutations.any(HEADERS), mutations.value());
    }
    if (mutations.oneIn(20)) {
      headers.put(mutations.text("X-Header"), mutations.text("value"));
    }
    return headers;
  }

  private void look(String head, byte[] body, String answer) {
    int status = answer.startsWith("HTTP/1.1 ") ? Integer.parseInt(answer.substring(9, 12)) : 0;
    statuses.computeIfAbsent(status, _ -> new AtomicInteger()).incrementAndGet();
    String asked = head + new String(body, ISO_8859_1);
    boolean told =
        (status >= 400 && traced(asked, answer)) || SECRETS.stream().anyMatch(answer::contains);
    if ((status >= 500 && status != 503) || told) {
      wrong.add(status + ": " + head + "\n" + new String(body, ISO_8859_1) + "\n→\n" + answer);
    }
  }

  /** What was sent may come back, in a thread or in what is wrong with it. */
  private static boolean traced(String asked, String answer) {
    return TRACE.matcher(answer).results().anyMatch(found -> !asked.contains(found.group()));
  }

  private static void stillWorks(House house, Door door, Robots robots) {
    Robots.Call call =
        robots.calls("request").stream()
            .filter(each -> each.ref().equals("whole"))
            .findFirst()
            .orElseThrow();
    assertFalse(house.threadText("whole").contains("claimed"));
    assertEquals(
        200,
        door.send(
                "POST",
                call.respond().toString(),
                Map.of("Content-Type", "application/yaml"),
                Contest.CLAIM)
            .statusCode());
  }

  private static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
