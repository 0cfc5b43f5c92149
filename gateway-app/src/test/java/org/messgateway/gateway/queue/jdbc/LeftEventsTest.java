package org.messgateway.gateway.queue.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.journal.EventInbox;
import org.messgateway.gateway.queue.journal.EventInbox.Event;

/** Several nodes over one database: who works through what people did when a node is gone. */
@Tag("postgres")
final class LeftEventsTest {

  private final MovableClock clock = new MovableClock();
  private final String url = PostgresServer.freshUrl();
  private final List<OpenedQueue> open = new ArrayList<>();
  private final OpenedQueue ana = node("ana");
  private final OpenedQueue ben = node("ben");

  private OpenedQueue node(String name) {
    OpenedQueue opened = PostgresStore.at(url, null, null).by(clock).open(name);
    open.add(opened);
    return opened;
  }

  @AfterEach
  void close() {
    open.forEach(each -> each.queue().close());
  }

  private static EventInbox events(OpenedQueue node) {
    return node.journal().events();
  }

  private static void keep(OpenedQueue node, String id) {
    assertTrue(events(node).keep("slack", id, id.getBytes(UTF_8)));
  }

  private static List<String> ids(List<Event> events) {
    return events.stream().map(Event::id).toList();
  }

  @Test
  void whatADeadNodeKeptIsAnothersWhenItsLeaseEnds() {
    keep(ana, "1");
    keep(ana, "2");
    keep(ana, "done");
    events(ana).done("slack", "done");
    assertTrue(events(ana).keep("telegram", "3", new byte[0]));

    clock.advance(OwnedLanes.LEASE.minusMillis(1));
    assertEquals(List.of(), events(ben).takeOver("slack"));
    assertEquals(List.of(), events(ben).open("slack"));
    ben.queue().renew();
    clock.advance(Duration.ofMillis(1));
    List<Event> left = events(ben).takeOver("slack");

    assertEquals(List.of("1", "2"), ids(left));
    assertEquals("1", new String(left.getFirst().bytes(), UTF_8));
    assertEquals(List.of("1", "2"), ids(events(ben).open("slack")));
    assertEquals(List.of(), events(ben).takeOver("slack"), "once");
    assertEquals(List.of("3"), ids(events(ben).takeOver("telegram")));
    events(ben).done("slack", "1");
    assertFalse(events(ana).keep("slack", "1", new byte[0]), "it is done for all");
  }

  @Test
  void aNodeThatLivesIsLeftAlone() {
    keep(ana, "1");
    for (int looks = 0; looks < 10; looks++) {
      clock.advance(Duration.ofSeconds(4));
      ana.queue().renew();
      ben.queue().renew();
      assertEquals(List.of(), events(ben).takeOver("slack"));
      assertEquals(List.of(), events(ana).takeOver("slack"));
    }
    assertEquals(List.of("1"), ids(events(ana).open("slack")));
    assertEquals(List.of(), events(node("cleo")).open("slack"), "nor does one that comes later");
  }

  @Test
  void aNodeThatWasStoppedIsNotWaitedFor() {
    keep(ana, "1");
    ana.queue().close();
    open.remove(ana);

    assertEquals(List.of("1"), ids(events(ben).takeOver("slack")));
  }

  @Test
  void aNodeThatOthersForgotMeanwhileGivesUpOnlyWhatTheyTook() {
    keep(ana, "1");
    clock.advance(OwnedLanes.LEASE);
    ben.queue().renew();
    ben.queue().lease(1);
    assertEquals(List.of("1"), ids(events(ben).takeOver("slack")));

    ana.queue().renew();
    keep(ana, "2");
    assertEquals(List.of("2"), ids(events(ana).open("slack")));
    assertEquals(List.of(), events(ben).takeOver("slack"));
    assertEquals(
        Optional.of("1"), events(ana).unfinished("slack", "1").map(Event::id), "it can see it");
    events(ana).done("slack", "1");
    assertEquals(List.of(), events(ben).open("slack"), "who ends it ends it for both");
  }

  @Test
  void ofThoseThatNoticeAtOnceOneGetsEach() {
    for (int i = 0; i < 40; i++) {
      keep(ana, "e" + i);
    }
    OpenedQueue cleo = node("cleo");
    clock.advance(OwnedLanes.LEASE);
    ben.queue().renew();
    cleo.queue().renew();
    Queue<String> taken = new ConcurrentLinkedQueue<>();
    try (ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 8; i++) {
        OpenedQueue one = i % 2 == 0 ? ben : cleo;
        all.execute(() -> taken.addAll(ids(events(one).takeOver("slack"))));
      }
    }

    assertEquals(40, taken.size());
    assertEquals(40, taken.stream().distinct().count());
  }

  /** A gateway of an earlier version goes on beside this one until it is stopped. */
  @Test
  void whatNobodyIsNamedForIsTakenAfterALease() {
    PostgresServer.run(
        url,
        "INSERT INTO event (channel, id, body, kept_at) VALUES ('slack', 'old', '', %d)"
            .formatted(clock.millis()));

    assertEquals(List.of(), events(ben).takeOver("slack"));
    clock.advance(OwnedLanes.LEASE);
    assertEquals(List.of("old"), ids(events(ben).takeOver("slack")));
  }
}
