package org.messgateway.gateway.http.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.messgateway.gateway.http.HttpServer;
import org.messgateway.gateway.http.ListenAddress;
import org.slf4j.LoggerFactory;

/** Why a request was answered 500 stands in the log, in one line, also in a flood. */
final class RequestFailureLogTest {

  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final AtomicLong nanos = new AtomicLong();
  private final RequestFailureLog failures = new RequestFailureLog(nanos::get);

  @BeforeEach
  void listen() {
    logger().addAppender(lines);
    lines.start();
  }

  @AfterEach
  void stop() {
    logger().detachAppender(lines);
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger(RequestFailureLog.class);
  }

  private List<String> said() {
    return lines.list.stream()
        .filter(line -> line.getLevel().equals(Level.ERROR))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  @Test
  void anErrorBehindARequestIsSaidWithItsCauseAndPlace() throws Exception {
    try (HttpServer server =
            new HttpServer(
                new ListenAddress("127.0.0.1", 0, 1 << 20),
                List.of(rules ->
                    rules.get(
                        "/broken",
                        (_, _) -> {
                          throw new StackOverflowError("too deep");
                        })));
        HttpClient client = HttpClient.newHttpClient()) {
      server.start();
      URI broken = URI.create("http://127.0.0.1:" + server.port() + "/broken?token=s3cret");
      assertEquals(
          500,
          client
              .send(HttpRequest.newBuilder(broken).build(), HttpResponse.BodyHandlers.ofString())
              .statusCode());
    }
    assertEquals(1, said().size(), () -> said().toString());
    assertTrue(
        said()
            .getFirst()
            .startsWith(
                "A request to /broken failed; the caller was answered 500: StackOverflowError: too"
                    + " deep at RequestFailureLogTest"),
        said()::getFirst);
    assertFalse(said().getFirst().contains("s3cret"));
  }

  @Test
  void whatMayBeSecretInAMessageAndWhatEndsALineIsLeftOut() {
    failures.failed(
        "/x",
        new IllegalStateException(
            "no answer of https://u:pw@host.example/key/123?t=9 for"
                + " eyJhbGciOiJIUzI1NiJ9.eyJyZWYiOiJ4In0.c2ln\n"
                + "ERROR forged",
            new IllegalArgumentException("inner")));
    String line = said().getFirst();
    assertFalse(line.contains("pw") || line.contains("key/123") || line.contains("eyJ"), line);
    assertFalse(line.contains("\n"), line);
    assertTrue(line.contains("host.example"), line);
    assertTrue(line.contains("caused by IllegalArgumentException: inner"), line);
  }

  @Test
  void aFloodIsSaidInTwentyLinesAMinuteAndCounted() {
    for (int i = 0; i < 1000; i++) {
      failures.failed("/x", new IllegalStateException("away"));
    }
    assertEquals(20, said().size());
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    failures.failed("/x", new IllegalStateException("away"));
    assertTrue(said().getLast().endsWith("(980 before it were not logged)"), said()::getLast);
  }
}
