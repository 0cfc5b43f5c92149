package org.messgateway.gateway.ops;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.FailureReason;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Receipt;
import org.messgateway.api.ServiceReply;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.dispatch.AttemptReport;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.QueueFigures;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;

class DeliveryLogTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private DeliveryLog log = new DeliveryLog();

  @BeforeEach
  void listen() {
    LoggerContext context = new LoggerContext();
    lines.start();
    ch.qos.logback.classic.Logger logger = context.getLogger("mess.delivery");
    logger.addAppender(lines);
    log = new DeliveryLog(logger);
  }

  private static TakenDelivery taken(String ref, String address, int attempt) {
    Identity identity =
        new Identity("x", ref, "roomba", "hook", address, NotificationKind.REQUEST, 0);
    LaneLease lane = new LaneLease(7, "hook", address, 1, LaneState.CLOSED, 0);
    return new TakenDelivery(
        1, "d1", identity, lane, Priority.NORMAL, NOW, null, attempt, attempt - 1, null, 0, false);
  }

  private static AttemptReport report(TakenDelivery delivery, Settlement.Result result) {
    return new AttemptReport(
        delivery, result, Duration.ofMillis(12), Duration.ofMillis(20), false, true);
  }

  private static AttemptReport delivered(TakenDelivery delivery, @Nullable ServiceReply reply) {
    return report(delivery, new Settlement.Delivered(Receipt.of("ts", "1.2"), reply));
  }

  private static AttemptReport deferred(
      TakenDelivery delivery, FailureReason reason, String sentence) {
    return report(
        delivery, new Settlement.Retry(NOW.plusSeconds(5), reason, sentence, true, false));
  }

  private List<String> logged() {
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void anAttemptIsOneLine() {
    log.attempted(delivered(taken("r1", "http://10.0.0.1/x", 1), null));
    assertEquals(
        List.of(
            "delivery=d1 ref=r1 executor=roomba channel=hook to=10.0.0.1 kind=request attempt=1"
                + " outcome=delivered ms=12 receipt=\"{ts=1.2}\""),
        logged());
  }

  @Test
  void aFailureSaysWhyAndWhenItIsTriedAgain() {
    log.attempted(
        deferred(taken("r1", "http://10.0.0.1/x", 2), FailureReason.UNREACHABLE, "Refused."));
    assertEquals(
        List.of(
            "delivery=d1 ref=r1 executor=roomba channel=hook to=10.0.0.1 kind=request attempt=2"
                + " outcome=deferred reason=unreachable ms=12 next=2026-11-20T12:00:05Z"
                + " sentence=Refused."),
        logged());
  }

  @Test
  void whatALaneKeepsFailingWithIsWrittenOutWhenItChanges() {
    TakenDelivery delivery = taken("r1", "http://10.0.0.1/x", 1);
    for (String sentence :
        List.of("Refused.", "Refused.", "Refused.", "No such host.", "Refused.")) {
      log.attempted(deferred(delivery, FailureReason.UNREACHABLE, sentence));
    }
    log.attempted(delivered(delivery, null));
    log.attempted(deferred(delivery, FailureReason.UNREACHABLE, "Refused."));
    List<String> all = logged();
    assertEquals(7, all.size());
    assertTrue(all.get(0).endsWith("sentence=Refused."));
    assertTrue(all.get(1).endsWith("repeated=2"));
    assertTrue(all.get(2).endsWith("repeated=3"));
    assertTrue(all.get(3).endsWith("sentence=\"No such host.\""));
    assertTrue(all.get(4).endsWith("sentence=Refused."));
    assertTrue(all.get(6).endsWith("sentence=Refused."));
  }

  @Test
  void anAnswerIsNamedWithItsSize() {
    ServiceReply reply =
        new ServiceReply("application/yaml", "MESS:\n- x: 1\n".getBytes(UTF_8), true);
    log.attempted(delivered(taken("r1", "http://10.0.0.1/x", 1), reply));
    assertTrue(
        logged()
            .getFirst()
            .endsWith(
                "note=\"answer of 13 bytes kept with the attempt; a MESS list in it counts as an"
                    + " answer\""));
  }

  @Test
  void nothingFromOutsideCanForgeALineOrLeakAToken() {
    log.attempted(
        report(
            taken("r1\noutcome=delivered", "https://user:pw@hooks.example/T0/B0/tok?key=s3cret", 1),
            new Settlement.Ended(
                DeliveryState.REJECTED,
                FailureReason.PAYLOAD_REFUSED,
                "See https://hooks.example/T0/B0/tok\r\n\u202eevil \"x\"")));
    String line = logged().getFirst();
    assertEquals(1, line.lines().count());
    assertFalse(line.contains("tok"), line);
    assertFalse(line.contains("s3cret"), line);
    assertFalse(line.contains("pw@"), line);
    assertFalse(line.contains("\u202e"), line);
    assertTrue(line.contains("ref=\"r1 outcome=delivered\""), line);
    assertTrue(line.contains("to=hooks.example"), line);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "+14155550123|…0123",
        "U04ABCDEF|U04ABCDEF",
        "-1001234567890|-1001234567890",
        "http://robot.local:8080/mess?x=y|robot.local:8080",
        "https://[bad|unreadable-url",
      })
  void anAddressIsShownOnlySoFarThatItOpensNoDoor(String address, String shown) {
    assertEquals(shown, LogRedaction.address(address));
  }

  @Test
  void metricsCountByChannelOutcomeAndReason() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    GatewayMetrics metrics = new GatewayMetrics(registry);
    TakenDelivery delivery = taken("r1", "a", 1);
    metrics.attempted(deferred(delivery, FailureReason.TIMEOUT, "No."));
    metrics.attempted(delivered(delivery, null));
    metrics.attempted(delivered(delivery, null));
    metrics.corrected(delivery.identity(), FailureReason.INVALID_ADDRESS, "No.");
    assertEquals(
        2,
        registry
            .get("mess_attempts_total")
            .tags("channel", "hook", "outcome", "delivered", "reason", "none")
            .counter()
            .count());
    assertEquals(
        1,
        registry
            .get("mess_attempts_total")
            .tags("outcome", "deferred", "reason", "timeout")
            .counter()
            .count());
    assertEquals(3, registry.get("mess_attempt_duration").timer().count());
    assertEquals(2, registry.get("mess_delivery_latency").timer().count());
    assertEquals(
        40, registry.get("mess_delivery_latency").timer().totalTime(TimeUnit.MILLISECONDS));
    assertEquals(1, registry.get("mess_corrections_total").counter().count());
  }

  @Test
  void gaugesShowRowsAndLanesByState() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    GatewayMetrics metrics = new GatewayMetrics(registry);
    metrics.watch(
        () -> new QueueFigures(Map.of(DeliveryState.QUEUED, 3L), Map.of(LaneState.OPEN, 2L)));
    metrics.watch("mess_in_flight_attempts", "Attempts in flight", () -> 5);
    assertEquals(3, registry.get("mess_deliveries").tag("state", "queued").gauge().value());
    assertEquals(0, registry.get("mess_deliveries").tag("state", "dead").gauge().value());
    assertEquals(2, registry.get("mess_lanes").tag("state", "open").gauge().value());
    assertEquals(5, registry.get("mess_in_flight_attempts").gauge().value());
  }
}
