package org.messgateway.gateway.queue.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.queue.Sample.EXCHANGE;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.wish;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.messgateway.api.Receipt;
import org.messgateway.api.ServiceReply;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Sample;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.ThreadRow.Origin;
import org.messgateway.gateway.queue.journal.AnswerJournal;
import org.messgateway.gateway.queue.journal.AnswerJournal.Entry;
import org.messgateway.gateway.queue.journal.ClaimStore;
import org.messgateway.gateway.queue.journal.EventInbox;
import org.messgateway.gateway.queue.journal.Journal;
import org.messgateway.gateway.queue.journal.ReplyCodes;
import org.messgateway.gateway.queue.journal.ReplyCodes.Code;
import org.messgateway.gateway.queue.journal.ReplyInbox.KeptReply;

/** What the way back must not forget, whatever database it is kept in. */
abstract class JournalContract extends StoreScene {

  private Journal journal() {
    return store().journal();
  }

  private Entry entry(String executor, String key, String message) {
    return new Entry(
        0, EXCHANGE, "r1", executor, key, clock.instant(), message.getBytes(UTF_8), null, null);
  }

  @Test
  void theSameKeyOfTheSameExecutorIsOneAnswerAlsoAfterARestart() {
    AnswerJournal.Put first = journal().answers().put(entry("ana", "k", "one"));
    assertTrue(first.fresh());
    journal().answers().written(first.entry().number(), clock.instant(), "taken");
    close();

    AnswerJournal.Put second = journal().answers().put(entry("ana", "k", "two"));
    assertFalse(second.fresh());
    assertEquals(first.entry().number(), second.entry().number());
    assertEquals("one", new String(second.entry().message(), UTF_8));
    assertEquals(clock.instant(), second.entry().writtenAt());
    assertEquals("taken", second.entry().result());
    assertTrue(journal().answers().put(entry("ben", "k", "three")).fresh());
  }

  @Test
  void whatWasTakenIsOpenUntilItWasSeenInTheThread() {
    AnswerJournal answers = journal().answers();
    long first = answers.put(entry("ana", "1", "one")).entry().number();
    long second = answers.put(entry("ana", "2", "two")).entry().number();
    long third = answers.put(entry("ana", "3", "three")).entry().number();
    answers.written(first, clock.instant(), "taken");
    answers.refused(third, "over");

    assertEquals(List.of(first, second), numbers(answers.open(EXCHANGE, 9)));
    assertEquals(List.of(first), numbers(answers.open(EXCHANGE, 1)));
    assertEquals(List.of(), answers.open("another", 9));
    answers.confirmed(first);
    assertEquals(List.of(second), numbers(answers.open(EXCHANGE, 9)));
    Entry kept = answers.put(entry("ana", "1", "again")).entry();
    assertEquals(0, kept.message().length);
    assertEquals("taken", kept.result());
    assertEquals("over", answers.put(entry("ana", "3", "again")).entry().result());
  }

  private static List<Long> numbers(List<Entry> entries) {
    return entries.stream().map(Entry::number).toList();
  }

  @Test
  void keysOfSettledAnswersAreForgottenInTheEndOthersNever() {
    AnswerJournal answers = journal().answers();
    answers.confirmed(answers.put(entry("ana", "1", "one")).entry().number());
    answers.put(entry("ana", "2", "two"));

    assertEquals(0, answers.prune(clock.instant()));
    clock.advance(Duration.ofDays(9));
    assertEquals(1, answers.prune(clock.instant()));
    assertTrue(answers.put(entry("ana", "1", "one")).fresh());
    assertFalse(answers.put(entry("ana", "2", "two")).fresh());
  }

  @Test
  void ofFiftyWhoClaimAtOnceOneHasItAndAllHearWho() {
    ClaimStore claimStore = journal().claims();
    Set<String> heard = ConcurrentHashMap.newKeySet();
    try (ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 50; i++) {
        String executor = "e" + i;
        all.execute(() -> heard.add(claimStore.claim(EXCHANGE, "r1", 0, executor)));
      }
    }
    assertEquals(1, heard.size());
  }

  @Test
  void aRoundThatWasGivenUpIsFreeAndOthersAreNot() {
    ClaimStore claimStore = journal().claims();
    claimStore.claim(EXCHANGE, "r1", 0, "ana");
    claimStore.release(EXCHANGE, "r1", 0, "ben");
    assertEquals("ana", claimStore.claim(EXCHANGE, "r1", 0, "ben"));
    claimStore.release(EXCHANGE, "r1", 0, "ana");
    assertEquals("ben", claimStore.claim(EXCHANGE, "r1", 0, "ben"));
    assertEquals("cleo", claimStore.claim(EXCHANGE, "r1", 1, "cleo"));
  }

  @Test
  void anEventIsKeptOnceAndOpenUntilItIsDone() {
    EventInbox events = journal().events();
    assertTrue(events.keep("slack", "1", "one".getBytes(UTF_8)));
    assertFalse(events.keep("slack", "1", "one".getBytes(UTF_8)));
    assertTrue(events.keep("telegram", "1", "other".getBytes(UTF_8)));
    assertTrue(events.keep("slack", "2", "two".getBytes(UTF_8)));

    assertEquals(List.of("1=one", "2=two"), texts(events.open("slack")));
    events.done("slack", "1");
    assertEquals(List.of("2=two"), texts(events.open("slack")));
    assertFalse(events.keep("slack", "1", "one".getBytes(UTF_8)));
    clock.advance(Duration.ofDays(9));
    assertEquals(1, events.prune(clock.instant()));
    assertEquals(List.of("2=two"), texts(events.open("slack")));
  }

  @Test
  void anEventThatWasKeptBeforeARestartIsStillOpen() {
    assertTrue(journal().events().keep("slack", "1", "one".getBytes(UTF_8)));
    close();

    EventInbox events = journal().events();
    events.takeOver("slack");
    assertEquals(List.of("1=one"), texts(events.open("slack")));
    assertEquals(List.of(), texts(events.takeOver("slack")), "it is ours already");
    assertEquals(List.of("1=one"), texts(events.unfinished("slack", "1").stream().toList()));
    events.done("slack", "1");
    assertTrue(events.unfinished("slack", "1").isEmpty());
  }

  private static List<String> texts(List<EventInbox.Event> events) {
    return events.stream().map(e -> e.id() + "=" + new String(e.bytes(), UTF_8)).toList();
  }

  @Test
  void lettersAreTheFirstThatAreFreeAndStayWithTheirTask() {
    ReplyCodes codes = journal().replyCodes();
    Code first = codes.assign("sms", "+1", EXCHANGE, "r1", "d1");
    Code second = codes.assign("sms", "+1", EXCHANGE, "r2", "d2");
    assertEquals("A", first.letter());
    assertTrue(first.alone());
    assertEquals("B", second.letter());
    assertFalse(second.alone());
    assertEquals("A", codes.assign("sms", "+2", EXCHANGE, "r2", "d3").letter());

    Code later = codes.assign("sms", "+1", EXCHANGE, "r1", "d9");
    assertEquals("A", later.letter());
    assertEquals("d9", later.delivery());
    assertEquals(List.of("r1", "r2"), codes.at("sms", "+1").stream().map(Code::ref).toList());
    codes.free(EXCHANGE, "r1");
    assertEquals(List.of("r2"), codes.at("sms", "+1").stream().map(Code::ref).toList());
    assertEquals("A", codes.assign("sms", "+1", EXCHANGE, "r3", "d4").letter());
  }

  @Test
  void whatIsOverNeedsNoLetterAndItsLetterIsNotGivenAwayAtOnce() {
    ReplyCodes codes = journal().replyCodes();
    assertTrue(codes.assign("sms", "+1", EXCHANGE, "r1", "d1").alone());
    reconcile(store().queue(), Sample.thread("r1", "completed"));
    Code next = codes.assign("sms", "+1", EXCHANGE, "r2", "d2");
    assertTrue(next.alone(), "nothing else is open there: it can say Reply 1");
    assertEquals("B", next.letter(), "somebody may still be typing A1");
    assertFalse(codes.assign("sms", "+1", EXCHANGE, "r3", "d3").alone());
    clock.advance(Duration.ofHours(2));
    assertEquals("A", codes.assign("sms", "+1", EXCHANGE, "r4", "d4").letter());
  }

  @Test
  void afterZComesAa() {
    ReplyCodes codes = journal().replyCodes();
    String last = "";
    for (int i = 0; i < 28; i++) {
      last = codes.assign("sms", "+1", EXCHANGE, "r" + i, "d").letter();
    }
    assertEquals("AB", last);
  }

  @Test
  void whatADestinationSaidIsThereUntilItWasLookedAt() {
    reconcile(store().queue(), "r1", wish("r1", "roomba", "http://a"));
    TakenDelivery delivery =
        store().queue().take(store().queue().lease(1).getFirst(), 1).getFirst();
    ServiceReply said = new ServiceReply("application/yaml", "MESS: []".getBytes(UTF_8), true);
    Instant now = clock.instant();
    store().queue().settle(delivery, now, new Settlement.Delivered(Receipt.NONE, said), HEALTHY);
    close();

    KeptReply reply = journal().replies().open(EXCHANGE, null, 9).getFirst();
    assertEquals("r1", reply.ref());
    assertEquals("roomba", reply.executor());
    assertEquals(delivery.id(), reply.delivery());
    assertEquals("MESS: []", new String(reply.reply().body(), UTF_8));
    assertEquals(List.of(), journal().replies().open(EXCHANGE, reply, 9), "none is behind it");
    journal().replies().done(reply);
    assertEquals(List.of(), journal().replies().open(EXCHANGE, null, 9));
  }

  @Test
  void whatBelongsToADeletedTaskIsNotThatOfTheNextUnderItsRef() {
    DeliveryQueue queue = store().queue();
    Sample.Wish wish = Sample.wish("r1", "ana", "http://ana");
    Sample.reconcile(queue, Sample.thread("r1"), wish);
    ThreadRow old = queue.thread(EXCHANGE, "r1").orElseThrow();
    AnswerJournal.Put said = journal().answers().put(entry("ana", "k", "one"));
    journal().claims().claim(EXCHANGE, "r1", 0, "ana");
    ReplyCodes.Code code = journal().replyCodes().assign("sms", "+1", EXCHANGE, "r1", wish.id());

    assertEquals(OptionalInt.of(1), queue.retireThread(old, "gone"));

    assertEquals(Optional.empty(), queue.thread(EXCHANGE, "r1"));
    assertEquals(List.of(), queue.deliveries(EXCHANGE, "r1"));
    DeliveryRow withdrawn = queue.delivery(wish.id()).orElseThrow();
    assertEquals(DeliveryState.WITHDRAWN, withdrawn.state());
    String name = withdrawn.identity().ref();
    ThreadRow retired = queue.thread(EXCHANGE, name).orElseThrow();
    assertEquals("gone", retired.problem());
    assertEquals("cancelled", retired.status(), "nobody takes it for one that is open");
    assertEquals(List.of(), queue.openThreads(EXCHANGE, "", 9), "it goes after a month");
    assertEquals(List.of(), journal().answers().open(EXCHANGE, 9), "nobody writes it any more");
    assertTrue(journal().answers().put(entry("ana", "k", "two")).fresh());
    assertEquals("ben", journal().claims().claim(EXCHANGE, "r1", 0, "ben"));
    assertEquals(
        List.of(code.letter()),
        journal().replyCodes().at("sms", "+1").stream()
            .filter(each -> each.ref().equals(name))
            .map(ReplyCodes.Code::letter)
            .toList());
    assertTrue(said.fresh());

    Origin later = new Origin(7, clock.instant(), "d1");
    Sample.reconcile(queue, Sample.thread("r1").with(later));
    assertEquals(OptionalInt.empty(), queue.retireThread(old, "gone"), "another node did it");
    assertEquals(later, queue.thread(EXCHANGE, "r1").orElseThrow().origin());
  }
}
