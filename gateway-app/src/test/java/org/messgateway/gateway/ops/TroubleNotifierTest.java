package org.messgateway.gateway.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.Audience;
import org.messgateway.gateway.config.CurrentConfig;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.GatewayConfig.InFlightBounds;
import org.messgateway.gateway.config.HttpConfig;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliverySource;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.jdbc.OpenedQueue;
import org.messgateway.gateway.queue.jdbc.SqliteStore;
import org.messgateway.gateway.reconcile.FakeChannels;
import org.messgateway.gateway.reconcile.FlowScene;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.Rule;

/** Operators hear of a trouble once, whichever of several gateways saw it and when. */
final class TroubleNotifierTest {

  private static final String EXCHANGE = "0f";
  private static final Trouble TROUBLE =
      new Trouble(TroubleCause.DISK, "/exchange", "The disk is full.", "Make space.");
  private static final String KEY = TroubleCause.DISK.code() + "//exchange";
  private static final Duration GROUPED = Duration.ofSeconds(30);

  @TempDir Path folder;
  private final MovableClock clock = new MovableClock();
  private OpenedQueue opened;
  private Node one;
  private Node other;

  /** What each gateway has of its own. */
  private final class Node {

    private final ActiveTroubles troubles = new ActiveTroubles(clock);
    private final TroubleNotifier desk;

    private Node() {
      CurrentConfig configuration = new CurrentConfig(config());
      desk =
          new TroubleNotifier(
              EXCHANGE,
              troubles,
              configuration,
              opened.queue(),
              opened.locks(),
              new TroubleStage(troubles, configuration, new FakeChannels()),
              clock);
    }

    private void sees() {
      troubles.report(TROUBLE);
    }
  }

  @BeforeEach
  void open() {
    opened = SqliteStore.in(folder, clock).open("node");
    one = new Node();
    other = new Node();
  }

  @AfterEach
  void close() {
    opened.queue().close();
  }

  private GatewayConfig config() {
    Executor ana = FlowScene.photographer("ana");
    return new GatewayConfig(
        folder,
        "claude-agent",
        "Home",
        URI.create("http://localhost:8420"),
        new HttpConfig(false, "127.0.0.1", 0, null),
        Optional.empty(),
        new ExchangeConfig(folder, List.of()),
        new InFlightBounds(8, 1 << 20),
        List.of("ana"),
        Duration.ofHours(24),
        Optional.empty(),
        new Catalogue(
            Map.of("ana", ana), List.of(), Rule.EVERYONE, Map.of("slack", Audience.PEOPLE)),
        Map.of(),
        Map.of(),
        Map.of());
  }

  private List<DeliveryRow> told() {
    return opened.queue().deliveries(DeliverySource.TROUBLE, EXCHANGE, KEY);
  }

  private void pass(Duration time) {
    clock.advance(time);
    one.desk.turn();
    other.desk.turn();
  }

  @Test
  void whatTwoGatewaysSeeMinutesApartIsToldOnce() {
    one.sees();
    pass(GROUPED);
    assertEquals(1, told().size());

    pass(Duration.ofMinutes(3));
    other.sees();
    pass(GROUPED);
    pass(Duration.ofMinutes(3));
    assertEquals(1, told().size());
  }

  @Test
  void whatGoesOnIsToldAgainAfterAnHourByOneOfThem() {
    one.sees();
    other.sees();
    pass(GROUPED);
    pass(Duration.ofMinutes(61));
    assertEquals(1, told().size());

    one.sees();
    other.sees();
    pass(GROUPED);
    assertEquals(2, told().size());
  }
}
