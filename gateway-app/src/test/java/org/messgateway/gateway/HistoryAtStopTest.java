package org.messgateway.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Receipt;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.LoadResult;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.home.GatewayFolder;
import org.messgateway.gateway.home.ResourceStack;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.jdbc.SqliteStore;

/** What was settled is recorded in the threads before a stopped gateway has ended. */
@Timeout(120)
final class HistoryAtStopTest {

  private static final int THREADS = 30;

  private static final String TEXT =
      """
      ref: REF
      requestor: claude-agent
      status: pending
      created: 2026-11-20T12:00:00Z
      updated: 2026-11-20T12:00:00Z
      history: []
      ---
      from: claude-agent
      MESS:
        - request:
            intent: vacuum the kitchen floor
      """;

  @TempDir private Path home;

  @Test
  void whatWasSettledIsRecordedAlsoOfABurstRightBeforeTheStop() throws Exception {
    settled(THREADS);
    runAndStop();
    assertEquals(List.of(), pending());
    try (var files = Files.list(home.resolve("state=received"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".yaml")).toList()) {
        assertTrue(Files.readString(file).contains("dispatched"), file::toString);
      }
    }
  }

  @Test
  void anExchangeThatIsAwayDoesNotHoldTheStopAndItsHistoryIsWrittenLater() throws Exception {
    settled(3);
    Path away = home.resolveSibling(home.getFileName() + "-away");
    Files.createDirectory(away);
    try (Gateway gateway = gateway()) {
      gateway.start();
      move(home, away);
      long began = System.nanoTime();
      ResourceStack.close(gateway);
      assertTrue(System.nanoTime() - began < Duration.ofSeconds(14).toNanos());
    }
    move(away, home);
    runAndStop();
    assertEquals(List.of(), pending());
  }

  private static void move(Path from, Path to) throws IOException {
    try (var folders = Files.newDirectoryStream(from, "state=*")) {
      for (Path folder : folders) {
        Files.move(folder, to.resolve(folder.getFileName()));
      }
    }
  }

  private void runAndStop() throws Exception {
    try (Gateway gateway = gateway()) {
      gateway.start();
    }
  }

  private Gateway gateway() throws Exception {
    Files.writeString(home.resolve("config.yaml"), "http: { port: 0 }\n");
    // It has nothing to close: no jar is loaded.
    AdapterRegistry registry = AdapterRegistry.discover(home.resolve("none"), home.resolve("none"));
    ConfigLoader loader = new ConfigLoader(registry, ZoneOffset.UTC);
    LoadResult read = loader.load(home, Map.of());
    assertTrue(read instanceof LoadResult.Valid, read::toString);
    return Gateway.open(
        new GatewayOptions(home, Map.of(), OptionalInt.of(0)),
        ((LoadResult.Valid) read).config(),
        loader);
  }

  /** Threads of which somebody was told, and no history says so. */
  private void settled(int count) throws IOException {
    Path received = Files.createDirectories(home.resolve("state=received"));
    DeliveryQueue queue = open();
    try {
      for (int i = 0; i < count; i++) {
        String ref = "thread-" + i;
        Files.writeString(received.resolve(ref + ".messe-af.yaml"), TEXT.replace("REF", ref));
        Identity identity =
            new Identity(
                id(), ref, "robot", "webhook", "http://robot/", NotificationKind.REQUEST, 0);
        queue.reconcile(
            new ThreadRow(id(), ref, "x", 1, 1, Instant.EPOCH, "pending", 0, null, null),
            Set.of(),
            List.of(
                new DesiredDelivery(
                    identity, List.of("robot"), false, Priority.NORMAL, Instant.now(), null)),
            Set.of());
        LaneLease lane = queue.lease(1).getFirst();
        TakenDelivery delivery = queue.take(lane, 1).getFirst();
        assertTrue(
            queue.settle(
                delivery,
                Instant.now(),
                new Settlement.Delivered(Receipt.of("status", "204"), null),
                new BreakerUpdate.Healthy()));
        queue.release(lane);
      }
    } finally {
      queue.close();
    }
  }

  private List<String> pending() throws IOException {
    DeliveryQueue queue = open();
    try {
      return queue.pendingHistory(id(), THREADS).stream().map(each -> each.ref()).toList();
    } finally {
      queue.close();
    }
  }

  private DeliveryQueue open() throws IOException {
    Path folder = GatewayFolder.prepare(home.resolve(".gateway"));
    return SqliteStore.in(folder, InstantSource.system()).open("test").queue();
  }

  private String id() throws IOException {
    return ExchangeDirectory.open(home, ExchangeDirectory.Access.WRITE).id();
  }
}
