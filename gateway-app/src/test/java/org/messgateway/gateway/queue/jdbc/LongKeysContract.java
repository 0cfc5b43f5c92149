package org.messgateway.gateway.queue.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.queue.Sample.EXCHANGE;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.messgateway.api.Address;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliverySource;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.LookupKey;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.journal.AnswerJournal;
import org.messgateway.gateway.queue.journal.AnswerJournal.Entry;
import org.messgateway.gateway.queue.journal.EventInbox;
import org.messgateway.gateway.queue.journal.ReplyCodes;

/**
 * ThreadTexts of others by which something is found again may be longer than a database's index
 * takes: they are told apart all the same, also where they differ in the last character only.
 */
abstract class LongKeysContract extends StoreScene {

  /** Nothing that compresses: PostgreSQL tries that before it refuses. */
  private static final String LONG =
      new Random(7)
          .ints(40_000, 0x100, 0x2000)
          .mapToObj(Character::toString)
          .collect(Collectors.joining());

  private static final String ONE = LONG + "1";
  private static final String OTHER = LONG + "2";

  private Entry entry(String key) {
    return new Entry(
        0, EXCHANGE, "r1", "ana", key, clock.instant(), key.getBytes(UTF_8), null, null);
  }

  @Test
  void answersWithLongKeysAreTheirOwnAndFoundAgain() {
    AnswerJournal answers = store().journal().answers();
    AnswerJournal.Put one = answers.put(entry(ONE));

    assertTrue(one.fresh());
    assertTrue(answers.put(entry(OTHER)).fresh());
    assertFalse(answers.put(entry(ONE)).fresh());
    Entry found = answers.find(EXCHANGE, "r1", "ana", ONE).orElseThrow();
    assertEquals(one.entry().number(), found.number());
    assertEquals(ONE, new String(found.message(), UTF_8));
    assertEquals(
        Optional.of(found.number()),
        answers.find(EXCHANGE, "r1", "ana", found.key()).map(Entry::number),
        "also by the key that was given back");
  }

  @Test
  void eventsWithLongIdsAreTheirOwnAndEndByTheirId() {
    EventInbox events = store().journal().events();

    assertTrue(events.keep("slack", ONE, "one".getBytes(UTF_8)));
    assertTrue(events.keep("slack", OTHER, "other".getBytes(UTF_8)));
    assertFalse(events.keep("slack", ONE, "again".getBytes(UTF_8)));
    List<EventInbox.Event> open = events.open("slack");
    assertEquals(List.of("one", "other"), open.stream().map(LongKeysContract::text).toList());
    events.done("slack", ONE);
    events.done("slack", open.getLast().id());
    assertEquals(List.of(), events.open("slack"));
    assertFalse(events.keep("slack", OTHER, "again".getBytes(UTF_8)));
  }

  private static String text(EventInbox.Event event) {
    return new String(event.bytes(), UTF_8);
  }

  private static ThreadRow row(String ref, String clientId) {
    return new ThreadRow(
        EXCHANGE, ref, "p", 1, 2, Instant.EPOCH, "pending", 0, null, null, LONG, clientId);
  }

  @Test
  void threadsAreFoundByLongNamesOfLongRequestors() {
    DeliveryQueue queue = store().queue();
    queue.storeThread(row("r1", ONE));
    queue.storeThread(row("r2", OTHER));

    assertEquals(
        Optional.of("r1"), queue.threadByClientId(EXCHANGE, LONG, ONE).map(ThreadRow::ref));
    assertEquals(
        Optional.of("r2"), queue.threadByClientId(EXCHANGE, LONG, OTHER).map(ThreadRow::ref));
    ThreadRow found = queue.thread(EXCHANGE, "r1").orElseThrow();
    assertTrue(found.isOf(LONG));
    assertEquals(List.of(found), queue.threadsByClientId(EXCHANGE, ONE, 9));
    assertEquals(
        Optional.of("r1"),
        queue
            .threadByClientId(
                EXCHANGE, String.valueOf(found.requestor()), String.valueOf(found.clientId()))
            .map(ThreadRow::ref),
        "also by what the row says");
  }

  @Test
  void whoeverWaitsForALongNameIsWokenByIt() {
    DeliveryQueue queue = store().queue();
    queue.reconcile(row("r1", "a"), Set.of(ONE, "short"), List.of(), List.of());
    queue.reconcile(row("r2", "b"), Set.of(OTHER), List.of(), List.of());
    queue.reconcile(row("r1", "a"), Set.of(ONE), List.of(), List.of());

    assertEquals(List.of("r1"), queue.dependents(EXCHANGE, List.of(ONE)));
    assertEquals(List.of("r2"), queue.dependents(EXCHANGE, List.of(OTHER)));
    assertEquals(List.of(), queue.dependents(EXCHANGE, List.of("short")));
    assertEquals(List.of(LookupKey.of(ONE)), queue.dependsOn(EXCHANGE, "r1"));
  }

  @Test
  void lettersOfLongAddressesAreTheirOwn() {
    ReplyCodes codes = store().journal().replyCodes();
    String ref = "r".repeat(200);

    assertEquals("A", codes.assign("sms", ONE, EXCHANGE, ref, "d1").letter());
    assertEquals("A", codes.assign("sms", OTHER, EXCHANGE, ref, "d2").letter());
    assertEquals("B", codes.assign("sms", ONE, EXCHANGE, "r2", "d3").letter());
    assertEquals(
        List.of("A", "B"), codes.at("sms", ONE).stream().map(ReplyCodes.Code::letter).toList());
  }

  /** Channels have at most 60 characters, and lists of tasks are called by where they are told. */
  @Test
  void theLongestAddressHasALaneAndIsReadBackWhole() {
    String channel = "c".repeat(60);
    String begun = "http://" + LONG.substring(0, 600);
    String address = begun + "x".repeat(Address.MAX_BYTES - Address.bytes(begun));
    assertEquals(Address.MAX_BYTES, Address.bytes(address));
    DeliveryQueue queue = store().queue();
    String list = "night/" + channel + "/" + address + "/2147483647";
    Identity identity =
        new Identity(
            DeliverySource.DIGEST,
            EXCHANGE,
            list,
            "ana",
            channel,
            address,
            NotificationKind.DIGEST,
            1);
    DesiredDelivery desired =
        new DesiredDelivery(identity, List.of("ana"), true, Priority.NORMAL, clock.instant(), null);

    queue.reconcileNotice(DeliverySource.DIGEST, EXCHANGE, list, List.of(desired));

    assertEquals(identity, queue.take(queue.lease(1).getFirst(), 1).getFirst().identity());
  }

  /** The longest that are not cut, all together in one entry of an index. */
  @Test
  void whatIsJustShortEnoughIsKeptAsItIs() {
    String longest = LONG.substring(0, 170);
    String ref = "\u4e00".repeat(200);
    assertEquals(longest, LookupKey.of(longest));

    Entry entry =
        new Entry(
            0, EXCHANGE, ref, "x".repeat(128), longest, clock.instant(), new byte[0], null, null);
    assertTrue(store().journal().answers().put(entry).fresh());
    store().queue().storeThread(row(ref, longest));
    assertEquals(
        longest, store().queue().thread(EXCHANGE, ref).map(ThreadRow::clientId).orElseThrow());
  }
}
