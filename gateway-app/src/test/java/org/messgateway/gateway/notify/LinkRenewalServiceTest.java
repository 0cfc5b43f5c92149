package org.messgateway.gateway.notify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
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
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkRenewer.Sending;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliverySource;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.Sample;
import org.messgateway.gateway.queue.jdbc.SqliteStore;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.Rule;

/** New links for several executors of one task. */
final class LinkRenewalServiceTest {

  private static final String REF = "2026-11-20-001";

  @TempDir private Path folder;
  private final MovableClock clock = new MovableClock();
  private DeliveryQueue queue;
  private LinkRenewalService links;

  @BeforeEach
  void bothWereTold() {
    queue = SqliteStore.in(folder, clock).open("node").queue();
    links =
        new LinkRenewalService(Set.of(Sample.EXCHANGE), new CurrentConfig(config()), queue, clock);
    List<DesiredDelivery> told =
        List.of(
            Sample.wish(REF, "ana", "U-ana").channel("slack").wanted(),
            Sample.wish(REF, "ben", "U-ben").channel("slack").wanted());
    queue.reconcile(
        Sample.thread(REF),
        Set.of(),
        told,
        told.stream().map(each -> each.identity().id()).toList());
  }

  @AfterEach
  void close() {
    queue.close();
  }

  private GatewayConfig config() {
    return new GatewayConfig(
        folder,
        "claude-agent",
        "Home",
        URI.create("http://localhost:8420"),
        new HttpConfig(false, "127.0.0.1", 0, null),
        Optional.empty(),
        new ExchangeConfig(folder, List.of()),
        new InFlightBounds(8, 1 << 20),
        List.of(),
        Duration.ofHours(24),
        Optional.empty(),
        new Catalogue(Map.of(), List.of(), Rule.EVERYONE, Map.of("slack", Audience.PEOPLE)),
        Map.of(),
        Map.of(),
        Map.of());
  }

  private Sending renew(String executor) {
    return links.renew(new LinkClaims(Sample.EXCHANGE, REF, executor, Set.of(), clock.instant()));
  }

  /** The new links by executor, each with its state and what is left until its deadline. */
  private Map<String, String> newLinks() {
    Map<String, String> rows = new TreeMap<>();
    for (DeliveryRow row : queue.deliveries(DeliverySource.RENEWAL, Sample.EXCHANGE, REF)) {
      rows.merge(
          row.identity().executor(),
          row.state() + " " + Duration.between(clock.instant(), row.deadline()),
          (one, other) -> one + ", " + other);
    }
    return rows;
  }

  @Test
  void aNewLinkWithdrawsNoneThatAnotherExecutorWaitsFor() {
    assertEquals(Sending.SENT, renew("ana"));
    clock.advance(Duration.ofMinutes(15));
    assertEquals(Sending.SENT, renew("ben"));

    assertEquals(Map.of("ana", "QUEUED PT45M", "ben", "QUEUED PT1H"), newLinks());
  }

  @Test
  void aNewLinkReplacesTheOneThatTheSameExecutorWaitsFor() {
    assertEquals(Sending.SENT, renew("ana"));
    clock.advance(Duration.ofMinutes(15));
    assertEquals(Sending.SENT, renew("ana"));

    assertEquals(Map.of("ana", "WITHDRAWN PT45M, QUEUED PT1H"), newLinks());
  }
}
