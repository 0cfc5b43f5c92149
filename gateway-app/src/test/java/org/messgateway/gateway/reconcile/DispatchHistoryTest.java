package org.messgateway.gateway.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.Sample;
import org.messgateway.gateway.reconcile.DispatchHistory.Notified;
import org.messgateway.testkit.Conforms;

final class DispatchHistoryTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final Instant EARLIER = NOW.minus(Duration.ofMinutes(3));
  private static final String ID = "00112233445566778899aabbccddeeff";

  private static List<HistoryEntry> entries(
      List<DeliveryRow> rows, List<HistoryEntry> history, Instant now) {
    return DispatchHistory.entries(rows.stream().map(Sample::settled).toList(), history, now);
  }

  @Test
  void whatIsWrittenIsReadBack() {
    DeliveryRow ana = row("ana", "slack-work", DeliveryState.DELIVERED, EARLIER, null);
    DeliveryRow robot = row("shop:042", "webhook", DeliveryState.DELIVERED, NOW, null);
    DeliveryRow odd = row("käthe.o'x", "sms", DeliveryState.DELIVERED, EARLIER, null);
    List<HistoryEntry> entries = entries(List.of(ana, robot, odd), List.of(), NOW);
    assertEquals(1, entries.size(), "several deliveries are one line of history");
    assertEquals(
        List.of(
            new Notified("ana", "slack-work", ana.id(), NOW),
            new Notified("shop:042", "webhook", robot.id(), NOW),
            new Notified("käthe.o'x", "sms", odd.id(), NOW)),
        DispatchHistory.delivered(entries));
  }

  @Test
  @Conforms({116, 166})
  void aPersonCanReadIt() {
    DeliveryRow ana = row("ana", "slack", DeliveryState.DELIVERED, EARLIER, null);
    assertEquals(
        List.of(
            new HistoryEntry(
                "dispatched", EARLIER, "exchange", "notified ana via slack [" + ana.id() + "]")),
        entries(List.of(ana), List.of(), NOW));
  }

  @ParameterizedTest
  @EnumSource(DeliveryState.class)
  void whatWasNotDeliveredDoesNotCountAsDelivered(DeliveryState state) {
    DeliveryRow row = row("ana", "slack", state, EARLIER, "no such user");
    List<HistoryEntry> entries = entries(List.of(row), List.of(), NOW);
    List<String> actions = entries.stream().map(HistoryEntry::action).toList();
    switch (state) {
      case DELIVERED -> assertEquals(List.of("dispatched"), actions);
      case REJECTED, EXPIRED, DEAD -> {
        assertEquals(List.of("dispatch_failed"), actions);
        assertEquals(
            "could not notify ana via slack [" + row.id() + "]: no such user",
            entries.getFirst().note());
        assertEquals(List.of(), DispatchHistory.delivered(entries));
      }
      case QUEUED, SENDING, WITHDRAWN -> assertEquals(List.of(), entries);
    }
  }

  @ParameterizedTest
  @EnumSource(NotificationKind.class)
  void whatIsWrittenOfAnyKindIsReadBack(NotificationKind kind) {
    for (int serial : new int[] {0, 3}) {
      DeliveryRow row = row("ana", kind, serial, DeliveryState.DELIVERED);
      List<HistoryEntry> entries = entries(List.of(row), List.of(), NOW);
      int written = kind == NotificationKind.REQUEST ? 0 : serial;
      assertEquals(
          List.of(new Notified("ana", "slack", kind, written, row.id(), NOW)),
          DispatchHistory.delivered(entries));
    }
  }

  @Test
  void severalKindsAreOneLine() {
    DeliveryRow ana = row("ana", NotificationKind.CLAIMED, 0, DeliveryState.DELIVERED);
    DeliveryRow bob = row("bob", NotificationKind.TAKEN, 1, DeliveryState.DELIVERED);
    assertEquals(
        "notified ana via slack (claimed) [%s], bob via slack (taken 1) [%s]"
            .formatted(ana.id(), bob.id()),
        entries(List.of(ana, bob), List.of(), NOW).getFirst().note());
  }

  @Test
  void aNoteThatCouldNotBeToldIsNotTheBusinessOfTheOneWhoAsks() {
    assertEquals(
        List.of(),
        entries(
            List.of(row("bob", NotificationKind.TAKEN, 0, DeliveryState.REJECTED)),
            List.of(),
            NOW));
    assertEquals(
        1,
        entries(
                List.of(row("bob", NotificationKind.CANCELLED, 0, DeliveryState.REJECTED)),
                List.of(),
                NOW)
            .size());
  }

  private static DeliveryRow row(
      String executor, NotificationKind kind, int serial, DeliveryState state) {
    return row(
        new Identity("ex", "2026-11-20-001", executor, "slack", "at", kind, serial),
        state,
        NOW,
        null);
  }

  @Test
  void aFailureWithoutASentenceSaysItsState() {
    DeliveryRow row = row("ana", "slack", DeliveryState.DEAD, null, null);
    HistoryEntry entry = entries(List.of(row), List.of(), NOW).getFirst();
    assertTrue(Objects.requireNonNull(entry.note()).endsWith(": dead"), entry::toString);
    assertEquals(NOW, entry.at());
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "notified ana via slack",
        "sent to Ana on Slack",
        "notified ana via slack []",
        "notified ana via slack [0011]",
        "notified ana via slack [00112233445566778899AABBCCDDEEFF]",
        "notified ana via slack [00112233445566778899aabbccddeeff00]",
        "notified ana [00112233445566778899aabbccddeeff]"
      })
  void notesOfOthersTellOfNoDelivery(@Nullable String note) {
    assertEquals(
        List.of(),
        DispatchHistory.delivered(List.of(new HistoryEntry("dispatched", NOW, "x", note))));
  }

  @Test
  void onlyDispatchedTellsOfDeliveries() {
    String note = "notified ana via slack [" + ID + "]";
    List<HistoryEntry> history =
        Arrays.asList(
            new HistoryEntry("created", NOW, "exchange", note),
            new HistoryEntry("dispatch_failed", NOW, "exchange", note),
            new HistoryEntry("note", NOW, "ana", note));
    assertEquals(List.of(), DispatchHistory.delivered(history));
  }

  @Test
  void aTimeNobodyCanReadIsLongAgo() {
    HistoryEntry entry =
        new HistoryEntry("dispatched", null, "exchange", "notified ana via slack [" + ID + "]");
    assertEquals(
        List.of(new Notified("ana", "slack", ID, Instant.EPOCH)),
        DispatchHistory.delivered(List.of(entry)));
  }

  private static DeliveryRow row(
      String executor,
      String channel,
      DeliveryState state,
      @Nullable Instant settledAt,
      @Nullable String sentence) {
    Identity identity =
        new Identity("ex", "2026-11-20-001", executor, channel, "at", NotificationKind.REQUEST, 0);
    return row(identity, state, settledAt, sentence);
  }

  private static DeliveryRow row(
      Identity identity,
      DeliveryState state,
      @Nullable Instant settledAt,
      @Nullable String sentence) {
    return new DeliveryRow(
        identity.id(),
        identity,
        state,
        Priority.NORMAL,
        EARLIER,
        EARLIER,
        null,
        1,
        null,
        sentence,
        null,
        settledAt,
        LaneState.CLOSED,
        null,
        null,
        1);
  }
}
