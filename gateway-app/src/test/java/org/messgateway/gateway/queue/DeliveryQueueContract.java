package org.messgateway.gateway.queue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.queue.Sample.EXCHANGE;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.UNCHANGED;
import static org.messgateway.gateway.queue.Sample.again;
import static org.messgateway.gateway.queue.Sample.delivered;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.thread;
import static org.messgateway.gateway.queue.Sample.uncertain;
import static org.messgateway.gateway.queue.Sample.wish;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.messgateway.api.FailureReason;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Receipt;
import org.messgateway.api.Reply;
import org.messgateway.api.mess.Priority;

/** What a queue does, whatever database it is kept in. */
public abstract class DeliveryQueueContract {

  protected final MovableClock clock = new MovableClock();
  protected DeliveryQueue queue;

  /** A queue on an empty store. */
  protected abstract DeliveryQueue openEmpty();

  @BeforeEach
  void open() {
    queue = openEmpty();
  }

  @AfterEach
  void close() {
    queue.close();
  }

  // Small steps.

  private LaneLease leaseOne() {
    List<LaneLease> leases = queue.lease(1);
    assertEquals(1, leases.size(), "a lane to lease");
    return leases.getFirst();
  }

  private TakenDelivery takeOne(LaneLease lane) {
    List<TakenDelivery> taken = queue.take(lane, 1);
    assertEquals(1, taken.size(), "a row to take");
    return taken.getFirst();
  }

  private boolean settle(TakenDelivery taken, Settlement settlement, Gate gate) {
    return queue.settle(taken, clock.instant(), settlement, gate);
  }

  private DeliveryRow row(Sample.Wish wish) {
    return queue.deliveries(EXCHANGE, wish.identity().ref()).stream()
        .filter(row -> row.id().equals(wish.id()))
        .findFirst()
        .orElseThrow();
  }

  private DeliveryState state(Sample.Wish wish) {
    return row(wish).state();
  }

  private List<String> ids(List<TakenDelivery> taken) {
    return taken.stream().map(TakenDelivery::id).toList();
  }

  private void deliverAll() {
    for (LaneLease lane : queue.lease(100)) {
      for (List<TakenDelivery> taken = queue.take(lane, 10);
          !taken.isEmpty();
          taken = queue.take(lane, 10)) {
        taken.forEach(one -> assertTrue(settle(one, delivered(), HEALTHY)));
      }
      queue.release(lane);
    }
  }

  // Reconcile.

  @Test
  void whatIsWantedIsQueuedOnce() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");

    assertEquals(new Reconciled(1, 0), reconcile(queue, "r1", wish));
    assertEquals(new Reconciled(0, 0), reconcile(queue, "r1", wish));

    DeliveryRow row = row(wish);
    assertEquals(DeliveryState.QUEUED, row.state());
    assertEquals(wish.identity(), row.identity());
    assertEquals(clock.instant(), row.created());
    assertEquals(LaneState.CLOSED, row.laneState());
    assertNull(row.laneDue());
  }

  @Test
  void theSameWishTwiceInOneReconcileIsOneRow() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");

    assertEquals(new Reconciled(1, 0), reconcile(queue, "r1", wish, wish));
  }

  @Test
  void whatIsNotWantedAnyMoreIsWithdrawnAndQueuedAgainWhenItIsWantedAgain() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);

    assertEquals(new Reconciled(0, 1), reconcile(queue, "r1"));
    assertEquals(DeliveryState.WITHDRAWN, state(wish));
    assertEquals(
        List.of(), queue.lease(9).stream().flatMap(l -> queue.take(l, 9).stream()).toList());

    assertEquals(new Reconciled(1, 0), reconcile(queue, "r1", wish));
    assertEquals(DeliveryState.QUEUED, state(wish));
    assertNull(row(wish).settledAt());
  }

  @Test
  void wantedAgainStartsTheScheduleAnewAndKeepsTheAttempts() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    settle(
        takeOne(lane), again(clock.in(Duration.ofHours(1)), FailureReason.SERVER_ERROR), UNCHANGED);
    assertEquals(1, row(wish).attempts());
    reconcile(queue, "r1");
    reconcile(queue, "r1", wish);

    TakenDelivery taken = takeOne(lane);
    assertEquals(0, taken.spent());
    assertEquals(2, taken.attempt());
    assertEquals(1, queue.attempts(wish.id()).size());
  }

  @Test
  void anUnsentRowFollowsItsWish() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    Instant later = clock.in(Duration.ofHours(2));
    Instant end = clock.in(Duration.ofHours(5));

    reconcile(queue, "r1", wish.due(later).priority(Priority.URGENT).deadline(end));

    assertEquals(later, row(wish).due());
    assertEquals(Priority.URGENT, row(wish).priority());
    assertEquals(end, row(wish).deadline());
    assertEquals(
        List.of(), queue.lease(1).stream().flatMap(l -> queue.take(l, 1).stream()).toList());
  }

  @Test
  void aWishDoesNotShortenTheWaitOfTheSchedule() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    Instant retry = clock.in(Duration.ofMinutes(10));
    settle(takeOne(leaseOne()), again(retry, FailureReason.SERVER_ERROR), UNCHANGED);

    reconcile(queue, "r1", wish.priority(Priority.URGENT));

    assertEquals(retry, row(wish).due());
  }

  @Test
  void aRequestWhoseDeadlinePassedWhileItsLaneWasOffExpiresAndHistorySaysSo() {
    Sample.Wish late = wish("r1", "roomba", "http://a").deadline(clock.in(Duration.ofMinutes(1)));
    Sample.Wish reminder = late.kind(NotificationKind.REMINDER);
    Sample.Wish early = wish("r2", "roomba", "http://a").deadline(clock.in(Duration.ofHours(1)));
    reconcile(queue, "r1", late, reminder);
    reconcile(queue, "r2", early);
    clock.advance(Duration.ofMinutes(1));
    reconcile(queue, "r1");
    reconcile(queue, "r2");
    assertEquals(DeliveryState.EXPIRED, state(late));
    assertEquals(DeliveryState.WITHDRAWN, state(reminder));
    assertEquals(DeliveryState.WITHDRAWN, state(early));
    assertEquals(
        List.of(late.id()),
        queue.unrecorded(Sample.EXCHANGE, 10).stream()
            .flatMap(thread -> thread.deliveries().stream())
            .map(DeliveryRow::id)
            .toList());
  }

  @Test
  void whatIsSettledStaysSettledHoweverItIsWanted() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    deliverAll();

    assertEquals(new Reconciled(0, 0), reconcile(queue, "r1", wish));
    assertEquals(new Reconciled(0, 0), reconcile(queue, "r1"));
    assertEquals(DeliveryState.DELIVERED, state(wish));
  }

  @Test
  void aRowInFlightThatNobodyWantsAnyMoreIsWithdrawnWhenItComesBack() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    TakenDelivery taken = takeOne(leaseOne());

    assertEquals(new Reconciled(0, 0), reconcile(queue, "r1"));
    assertEquals(DeliveryState.SENDING, state(wish));
    assertTrue(settle(taken, again(clock.instant(), FailureReason.TIMEOUT), UNCHANGED));

    assertEquals(DeliveryState.WITHDRAWN, state(wish));
  }

  @Test
  void aRowInFlightThatNobodyWantsAnyMoreStaysDeliveredWhenItWas() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    TakenDelivery taken = takeOne(leaseOne());
    reconcile(queue, "r1");

    settle(taken, delivered(), HEALTHY);

    assertEquals(DeliveryState.DELIVERED, state(wish));
  }

  @Test
  void aRowInFlightThatIsWantedAgainInTimeIsQueuedAgain() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    TakenDelivery taken = takeOne(leaseOne());
    reconcile(queue, "r1");
    reconcile(queue, "r1", wish);

    settle(taken, new Settlement.Returned(), UNCHANGED);

    assertEquals(DeliveryState.QUEUED, state(wish));
  }

  @Test
  void whatHistorySaysWasDeliveredIsNotSentAgain() {
    Sample.Wish told = wish("r1", "roomba", "http://a");
    Sample.Wish untold = wish("r1", "kitchen", "http://b");

    queue.reconcile(
        thread("r1"),
        Set.of(),
        List.of(told.wanted(), untold.wanted()),
        Set.of(told.id(), "00000000000000000000000000000000"));

    assertEquals(DeliveryState.DELIVERED, state(told));
    assertEquals(DeliveryState.QUEUED, state(untold));
    assertEquals(List.of(), queue.unrecorded(EXCHANGE, 10));
  }

  @Test
  void whatWasToldAtAnEarlierAddressIsNotToldAtTheNext() {
    Sample.Wish earlier = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", earlier);
    deliverAll();

    assertEquals(new Reconciled(0, 0), reconcile(queue, "r1", wish("r1", "roomba", "http://b")));
    assertEquals(1, queue.deliveries(EXCHANGE, "r1").size());
    assertEquals(
        new Reconciled(1, 0),
        reconcile(queue, "r1", wish("r1", "roomba", "http://b").channel("other")));
  }

  @Test
  void whatWaitsForAnEarlierAddressIsWithdrawnAndGoesToTheNext() {
    Sample.Wish earlier = wish("r1", "roomba", "http://a");
    Sample.Wish next = wish("r1", "roomba", "http://b");
    reconcile(queue, "r1", earlier);

    assertEquals(new Reconciled(1, 1), reconcile(queue, "r1", next));
    assertEquals(DeliveryState.WITHDRAWN, state(earlier));
    assertEquals(DeliveryState.QUEUED, state(next));
  }

  @Test
  void oneMessageReachesAllWhoShareAnAddress() {
    Sample.Wish ana = wish("r1", "ana", "C1").oneMessage();
    reconcile(queue, "r1", ana);
    deliverAll();

    assertEquals(
        new Reconciled(0, 0), reconcile(queue, "r1", wish("r1", "ben", "C1").oneMessage()));
    assertEquals(new Reconciled(1, 0), reconcile(queue, "r1", wish("r1", "ben", "C1")));
  }

  @Test
  void anUnwantedRowThatArrivedAfterAllTakesItsSuccessorBack() {
    Sample.Wish earlier = wish("r1", "ana", "C1").oneMessage();
    Sample.Wish successor = wish("r1", "ben", "C1").oneMessage();
    Sample.Wish elsewhere = wish("r1", "ana", "C2");
    Sample.Wish other = wish("r1", "cleo", "C1");
    reconcile(queue, "r1", earlier);
    TakenDelivery taken = takeOne(leaseOne());
    reconcile(queue, "r1", successor, elsewhere, other);

    settle(taken, delivered(), HEALTHY);

    assertEquals(DeliveryState.WITHDRAWN, state(successor));
    assertEquals(DeliveryState.WITHDRAWN, state(elsewhere));
    assertEquals(DeliveryState.QUEUED, state(other));
    assertEquals(new Reconciled(0, 0), reconcile(queue, "r1", successor, elsewhere, other));
  }

  @Test
  void manyReconcilesFromOneCallerAreAllDone() {
    List<ThreadWish> wishes =
        IntStream.range(0, 1000)
            .mapToObj(i ->
                new ThreadWish(
                    thread("r" + i),
                    Set.of(),
                    List.of(wish("r" + i, "roomba", "http://" + i % 7).wanted()),
                    Set.of()))
            .toList();

    assertEquals(Collections.nCopies(1000, new Reconciled(1, 0)), queue.reconcileAll(wishes));
    assertEquals(1000L, queue.figures().deliveries().get(DeliveryState.QUEUED));
    assertEquals(7L, queue.figures().lanes().get(LaneState.CLOSED));
  }

  // Threads.

  @Test
  void aThreadIsRememberedAsItWasSeen() {
    ThreadRow row =
        new ThreadRow(
            EXCHANGE,
            "r1",
            "state=received/r1",
            1L << 40,
            99,
            Instant.parse("2026-11-20T08:59:59.123456789Z"),
            "pending",
            2,
            clock.in(Duration.ofMinutes(3)),
            "nobody can vacuum");
    queue.reconcile(row, Set.of(), List.of(), Set.of());

    assertEquals(Optional.of(row), queue.thread(EXCHANGE, "r1"));
    assertEquals(List.of(row), queue.threads(EXCHANGE));
    assertEquals(List.of(), queue.threads("another exchange"));
    assertEquals(Optional.empty(), queue.thread(EXCHANGE, "r2"));
  }

  @Test
  void threadsAreLookedAtAgainWhenTheirTimeComesEarliestFirst() {
    reconcile(queue, Sample.lookingAgain("late", clock.in(Duration.ofMinutes(2))));
    reconcile(queue, Sample.lookingAgain("soon", clock.in(Duration.ofMinutes(1))));
    reconcile(queue, Sample.lookingAgain("never", null));
    assertEquals(List.of(), queue.dueThreads(EXCHANGE, 9));

    clock.advance(Duration.ofMinutes(2));

    assertEquals(
        List.of("soon", "late"),
        queue.dueThreads(EXCHANGE, 9).stream().map(ThreadRow::ref).toList());
    assertEquals(1, queue.dueThreads(EXCHANGE, 1).size());
    reconcile(queue, Sample.lookingAgain("soon", null));
    assertEquals(
        List.of("late"), queue.dueThreads(EXCHANGE, 9).stream().map(ThreadRow::ref).toList());
  }

  @Test
  void whoWaitsForAnEndedThreadIsFound() {
    queue.reconcile(thread("r1"), Set.of("a", "b"), List.of(), Set.of());
    queue.reconcile(thread("r2"), Set.of("b"), List.of(), Set.of());

    assertEquals(List.of("r1", "r2"), queue.dependents(EXCHANGE, List.of("a", "b")));
    assertEquals(List.of(), queue.dependents("another exchange", List.of("a")));

    queue.reconcile(thread("r1"), Set.of("c"), List.of(), Set.of());
    assertEquals(List.of("r2"), queue.dependents(EXCHANGE, List.of("a", "b")));
    assertEquals(List.of("r1"), queue.dependents(EXCHANGE, List.of("c")));
  }

  @Test
  void aThreadIsFoundByTheNameItsRequestorGaveIt() {
    queue.note(named("r1", "agent", "fridge"));
    queue.note(named("r2", "agent", "fridge"));
    queue.note(named("r3", "other", "fridge"));

    assertEquals(
        Optional.of("r2"), queue.threadOf(EXCHANGE, "agent", "fridge").map(ThreadRow::ref));
    assertEquals(Optional.empty(), queue.threadOf(EXCHANGE, "agent", "stove"));
    assertEquals(Optional.empty(), queue.threadOf("another exchange", "agent", "fridge"));
  }

  private static ThreadRow named(String ref, String requestor, String clientId) {
    ThreadRow row = thread(ref);
    return new ThreadRow(
        row.exchange(),
        row.ref(),
        row.place(),
        row.inode(),
        row.size(),
        row.modified(),
        row.status(),
        row.round(),
        null,
        null,
        requestor,
        clientId);
  }

  @Test
  void aNoteLeavesDeliveriesAndDependenciesAsTheyAre() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    queue.reconcile(thread("r1"), Set.of("b", "a"), List.of(wish.wanted()), Set.of());
    ThreadRow noted = thread("r1").with("unreadable", clock.in(Duration.ofMinutes(1)));

    queue.note(noted);

    assertEquals(Optional.of(noted), queue.thread(EXCHANGE, "r1"));
    assertEquals(DeliveryState.QUEUED, state(wish));
    assertEquals(List.of("a", "b"), queue.dependsOn(EXCHANGE, "r1"));
  }

  @Test
  void anExchangeIsKnownFromTheFirstQuestionOn() {
    Instant first = clock.instant();
    assertEquals(first, queue.knownSince(EXCHANGE));
    clock.advance(Duration.ofHours(1));

    assertEquals(first, queue.knownSince(EXCHANGE));
    assertEquals(clock.instant(), queue.knownSince("another exchange"));
  }

  // Take.

  @Test
  void urgentGoesFirstThenTheOldest() {
    Sample.Wish first = wish("r1", "roomba", "http://a");
    Sample.Wish second = wish("r2", "roomba", "http://a");
    Sample.Wish urgent = wish("r3", "roomba", "http://a").priority(Priority.URGENT);
    Sample.Wish background = wish("r0", "roomba", "http://a").priority(Priority.BACKGROUND);
    reconcile(queue, "r0", background);
    reconcile(queue, "r1", first);
    reconcile(queue, "r2", second);
    reconcile(queue, "r3", urgent);

    assertEquals(
        List.of(urgent.id(), first.id(), second.id(), background.id()),
        ids(queue.take(leaseOne(), 9)));
  }

  @Test
  void onlyOneOfAThreadIsInFlightOnALaneAndTheOldestGoesFirst() {
    Sample.Wish first = wish("r1", "roomba", "http://a");
    Sample.Wish second =
        wish("r1", "roomba", "http://a").kind(NotificationKind.TAKEN).priority(Priority.URGENT);
    reconcile(queue, "r1", first, second);
    LaneLease lane = leaseOne();

    List<TakenDelivery> taken = queue.take(lane, 9);
    assertEquals(List.of(first.id()), ids(taken));
    assertEquals(List.of(), queue.take(lane, 9));

    settle(taken.getFirst(), delivered(), HEALTHY);
    assertEquals(List.of(second.id()), ids(queue.take(lane, 9)));
  }

  @Test
  void aRowOnTheScheduleHoldsBackOnlyItsOwnThread() {
    Sample.Wish failing = wish("r1", "roomba", "http://a");
    Sample.Wish behind = wish("r1", "roomba", "http://a").kind(NotificationKind.TAKEN);
    Sample.Wish other = wish("r2", "roomba", "http://a");
    reconcile(queue, "r1", failing, behind);
    reconcile(queue, "r2", other);
    LaneLease lane = leaseOne();
    TakenDelivery first = takeOne(lane);
    assertEquals(failing.id(), first.id());
    settle(first, again(clock.in(Duration.ofMinutes(2)), FailureReason.SERVER_ERROR), UNCHANGED);

    List<TakenDelivery> next = queue.take(lane, 9);
    assertEquals(List.of(other.id()), ids(next));
    settle(next.getFirst(), delivered(), HEALTHY);
    assertEquals(Optional.of(clock.in(Duration.ofMinutes(2))), queue.nextDue());

    clock.advance(Duration.ofMinutes(2));
    queue.renew();
    assertEquals(List.of(failing.id()), ids(queue.take(lane, 9)));
  }

  @Test
  void hoursOfOneExecutorDoNotHoldBackAnotherAtTheSameAddress() {
    Sample.Wish tomorrow =
        wish("r1", "night-robot", "http://a").due(clock.in(Duration.ofHours(20)));
    Sample.Wish now = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", tomorrow, now);

    assertEquals(List.of(now.id()), ids(queue.take(leaseOne(), 9)));
  }

  @Test
  void aRowGoesWhenItsTimeHasCome() {
    Sample.Wish wish = wish("r1", "roomba", "http://a").due(clock.in(Duration.ofHours(1)));
    reconcile(queue, "r1", wish);
    assertEquals(List.of(), queue.lease(9));
    assertEquals(Optional.of(wish.due()), queue.nextDue());

    clock.advance(Duration.ofHours(1));

    assertEquals(List.of(wish.id()), ids(queue.take(leaseOne(), 9)));
  }

  @Test
  void pastItsDeadlineARowExpiresAndIsTakenByNobody() {
    Sample.Wish late = wish("r1", "roomba", "http://a").deadline(clock.in(Duration.ofMinutes(1)));
    Sample.Wish behind = wish("r1", "roomba", "http://a").kind(NotificationKind.EXPIRED);
    reconcile(queue, "r1", late, behind);
    clock.advance(Duration.ofMinutes(1));

    assertEquals(List.of(behind.id()), ids(queue.take(leaseOne(), 9)));

    assertEquals(DeliveryState.EXPIRED, state(late));
    assertEquals(clock.instant(), row(late).settledAt());
    assertNotNull(row(late).sentence());
    assertEquals(
        List.of(late.id()),
        queue.unrecorded(EXCHANGE, 9).getFirst().deliveries().stream()
            .map(DeliveryRow::id)
            .toList());
  }

  @Test
  void withoutADeadlineARowIsDeadAfterFourteenDays() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    clock.advance(Duration.ofDays(14).minusSeconds(1));
    LaneLease lane = leaseOne();
    settle(takeOne(lane), again(clock.instant(), FailureReason.TIMEOUT), UNCHANGED);

    clock.advance(Duration.ofSeconds(1));

    assertEquals(List.of(), queue.take(lane, 9));
    assertEquals(DeliveryState.DEAD, state(wish));
  }

  @Test
  void moreOverdueRowsThanOneCallSettlesAreAllSettledInTheEnd() {
    Instant end = clock.in(Duration.ofMinutes(1));
    queue.reconcileAll(
        IntStream.range(0, 600)
            .mapToObj(i -> "r" + i)
            .map(ref ->
                new ThreadWish(
                    thread(ref),
                    Set.of(),
                    List.of(wish(ref, "roomba", "http://a").deadline(end).wanted()),
                    Set.of()))
            .toList());
    Sample.Wish alive = wish("alive", "roomba", "http://a").priority(Priority.BACKGROUND);
    reconcile(queue, "alive", alive);
    clock.advance(Duration.ofMinutes(2));
    LaneLease lane = leaseOne();

    List<TakenDelivery> taken = List.of();
    for (int call = 0; taken.isEmpty() && call < 10; call++) {
      taken = queue.take(lane, 5);
    }

    assertEquals(List.of(alive.id()), ids(taken));
    assertEquals(600L, queue.figures().deliveries().get(DeliveryState.EXPIRED));
  }

  // Settle.

  @Test
  void aDeliveryKeepsItsReceiptItsReplyAndItsAttempt() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    TakenDelivery taken = takeOne(leaseOne());
    Instant started = clock.instant();
    clock.advance(Duration.ofSeconds(2));
    Receipt receipt = Receipt.of("channel", "D1", "ts", "17.\"4\"");
    Reply reply = new Reply("application/yaml", "MESS: []".getBytes(UTF_8), true);

    queue.settle(taken, started, new Settlement.Delivered(receipt, reply), HEALTHY);

    assertEquals(receipt, row(wish).receipt());
    assertEquals(clock.instant(), row(wish).settledAt());
    AttemptRow attempt = queue.attempts(wish.id()).getFirst();
    assertEquals(1, attempt.number());
    assertEquals(started, attempt.startedAt());
    assertEquals(clock.instant(), attempt.endedAt());
    assertEquals("delivered", attempt.outcome());
    Reply kept = attempt.reply();
    assertNotNull(kept);
    assertArrayEquals(reply.body(), kept.body());
    assertEquals("application/yaml", kept.mediaType());
    assertTrue(kept.complete());
  }

  @Test
  void aReplyLargerThanTheBoundIsCutAndSaysSo() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    Reply reply = new Reply("text/plain", new byte[200_000], true);

    settle(takeOne(leaseOne()), new Settlement.Delivered(Receipt.NONE, reply), HEALTHY);

    Reply kept = queue.attempts(wish.id()).getFirst().reply();
    assertNotNull(kept);
    assertEquals(131_072, kept.body().length);
    assertFalse(kept.complete());
    assertEquals(Receipt.NONE, row(wish).receipt());
  }

  @Test
  void aSpentAttemptCountsOnTheScheduleAndAnUnspentOneDoesNot() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    settle(takeOne(lane), again(clock.instant(), FailureReason.SERVER_ERROR), UNCHANGED);
    settle(takeOne(lane), again(clock.instant(), FailureReason.TIMEOUT), UNCHANGED);

    TakenDelivery taken = takeOne(lane);

    assertEquals(3, taken.attempt());
    assertEquals(1, taken.spent());
    assertEquals(FailureReason.TIMEOUT, row(wish).reason());
    assertEquals("It did not work.", row(wish).sentence());
  }

  @Test
  void aReturnedRowIsAsIfItHadNeverBeenTaken() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();

    settle(takeOne(lane), new Settlement.Returned(), UNCHANGED);

    assertEquals(DeliveryState.QUEUED, state(wish));
    assertEquals(List.of(), queue.attempts(wish.id()));
    assertEquals(1, takeOne(lane).attempt());
  }

  @Test
  void aRowReturnedForLaterIsNotTakenSooner() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    settle(takeOne(lane), new Settlement.Returned(clock.in(Duration.ofSeconds(10))), UNCHANGED);
    assertEquals(List.of(), queue.take(lane, 1));

    clock.advance(Duration.ofSeconds(10));

    assertEquals(1, takeOne(lane).attempt());
  }

  @Test
  void aRowThatWasSetAsideComesForwardWithTheNextReconcileThatWantsIt() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    settle(takeOne(lane), new Settlement.SetAside(clock.in(Duration.ofHours(1))), UNCHANGED);
    clock.advance(Duration.ofMinutes(5));
    assertEquals(List.of(), queue.take(lane, 1));

    reconcile(queue, "r1", wish);

    assertEquals(1, takeOne(leaseOne()).attempt());
    assertEquals(List.of(), queue.attempts(wish.id()));
  }

  @Test
  void aRowThatWasSetAsideIsTakenAgainWhenItsTimeHasCome() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    settle(takeOne(lane), new Settlement.SetAside(clock.in(Duration.ofSeconds(10))), UNCHANGED);

    clock.advance(Duration.ofSeconds(10));

    assertEquals(1, takeOne(lane).attempt());
  }

  @Test
  void settingAsideKeepsTheRetryTime() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    settle(takeOne(lane), new Settlement.Returned(clock.in(Duration.ofMinutes(2))), UNCHANGED);
    queue.release(lane);
    clock.advance(Duration.ofMinutes(2));
    LaneLease next = leaseOne();
    settle(takeOne(next), new Settlement.SetAside(clock.in(Duration.ofHours(1))), UNCHANGED);

    queue.release(next);
    reconcile(queue, "r1", wish);

    assertEquals(1, takeOne(leaseOne()).attempt());
  }

  @Test
  void aProbeThatWasSetAsideLetsTheNextOneProbe() {
    Sample.Wish gone = wish("r1", "roomba", "http://a");
    Sample.Wish there = wish("r2", "roomba", "http://a");
    reconcile(queue, "r1", gone);
    reconcile(queue, "r2", there);
    LaneLease lane = leaseOne();
    settle(
        takeOne(lane),
        again(clock.in(Duration.ofSeconds(5)), FailureReason.UNREACHABLE),
        new Gate.LaneWaits(clock.in(Duration.ofSeconds(5)), FailureReason.UNREACHABLE, "No."));
    queue.release(lane);
    clock.advance(Duration.ofSeconds(6));
    LaneLease probing = leaseOne();
    TakenDelivery first = takeOne(probing);
    settle(first, new Settlement.SetAside(clock.in(Duration.ofHours(1))), UNCHANGED);
    queue.release(probing);

    TakenDelivery second = takeOne(leaseOne());

    assertNotEquals(first.id(), second.id());
  }

  @Test
  void historyOfAThreadThatIsGoneIsAskedForAgainWhenItIsReconciled() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    deliverAll();
    queue.postponed(queue.unrecorded(EXCHANGE, 9));
    assertEquals(List.of(), queue.unrecorded(EXCHANGE, 9));

    reconcile(queue, "r1", wish);

    assertEquals(1, queue.unrecorded(EXCHANGE, 9).size());
  }

  @Test
  void aReceiptThatProvedWrongEndsTheDeliveryAndKeepsWhatBecameOfItsAttempt() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    Settlement.Ended wrong =
        new Settlement.Ended(
            DeliveryState.REJECTED, FailureReason.INVALID_ADDRESS, "The number is a landline.");
    assertFalse(queue.correct(wish.id(), wrong), "not delivered yet");
    deliverAll();
    queue.recorded(queue.unrecorded(EXCHANGE, 9));
    clock.advance(Duration.ofMinutes(2));

    assertTrue(queue.correct(wish.id(), wrong));

    assertEquals(DeliveryState.REJECTED, state(wish));
    AttemptRow attempt = queue.attempts(wish.id()).getFirst();
    assertEquals("rejected", attempt.outcome());
    assertEquals("The number is a landline.", attempt.sentence());
    assertEquals(1, queue.attempts(wish.id()).size());
    assertEquals(1, queue.unrecorded(EXCHANGE, 9).size());
    assertFalse(queue.correct(wish.id(), wrong));
  }

  @Test
  void whatHistorySaidWasDeliveredCanProveWrongToo() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    queue.reconcile(thread("r1"), Set.of(), List.of(wish.wanted()), Set.of(wish.id()));

    assertTrue(
        queue.correct(
            wish.id(), new Settlement.Ended(DeliveryState.DEAD, null, "It never arrived.")));

    assertEquals(DeliveryState.DEAD, state(wish));
    assertEquals(List.of(), queue.attempts(wish.id()));
  }

  @Test
  void anUncertainAttemptIsRememberedFromItsStart() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    Instant first = clock.instant();
    settle(takeOne(lane), uncertain(clock.instant()), UNCHANGED);
    clock.advance(Duration.ofSeconds(1));
    TakenDelivery second = takeOne(lane);
    assertEquals(first, second.uncertainSince());

    settle(second, uncertain(clock.instant()), UNCHANGED);

    assertEquals(first, takeOne(lane).uncertainSince());
  }

  @Test
  void theLateEndOfAnEarlierAttemptDoesNotSettleTheNext() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    TakenDelivery hung = takeOne(lane);
    settle(hung, uncertain(clock.instant()), UNCHANGED);
    takeOne(lane);

    assertFalse(settle(hung, delivered(), HEALTHY));
    assertEquals(DeliveryState.SENDING, state(wish));
  }

  @Test
  void aLateReceiptCountsWhileTheRowWasNotSentAgain() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    TakenDelivery hung = takeOne(lane);
    settle(hung, uncertain(clock.in(Duration.ofMinutes(1))), UNCHANGED);

    assertFalse(settle(hung, again(clock.instant(), FailureReason.TIMEOUT), UNCHANGED));
    assertTrue(settle(hung, delivered(), HEALTHY));
    assertFalse(settle(hung, delivered(), HEALTHY));

    assertEquals(DeliveryState.DELIVERED, state(wish));
    assertEquals(
        List.of("delivered"), queue.attempts(wish.id()).stream().map(AttemptRow::outcome).toList());
  }

  @Test
  void aLateReceiptCountsEvenWhenTheRowWasWithdrawnMeanwhile() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    TakenDelivery hung = takeOne(leaseOne());
    settle(hung, uncertain(clock.in(Duration.ofMinutes(1))), UNCHANGED);
    reconcile(queue, "r1");

    assertTrue(settle(hung, delivered(), HEALTHY));
    assertEquals(DeliveryState.DELIVERED, state(wish));
  }

  @Test
  void everyEndIsKept() {
    for (DeliveryState end :
        List.of(
            DeliveryState.REJECTED,
            DeliveryState.EXPIRED,
            DeliveryState.WITHDRAWN,
            DeliveryState.DEAD)) {
      Sample.Wish wish = wish(end.code(), "roomba", "http://" + end.code());
      reconcile(queue, end.code(), wish);
      LaneLease lane = leaseOne();
      settle(
          takeOne(lane),
          new Settlement.Ended(end, FailureReason.INVALID_ADDRESS, "No such robot."),
          HEALTHY);
      queue.release(lane);

      assertEquals(end, state(wish));
      assertEquals("No such robot.", row(wish).sentence());
      assertEquals(end.code(), queue.attempts(wish.id()).getFirst().outcome());
    }
    assertEquals(
        Set.of("rejected", "expired", "dead"),
        Set.copyOf(queue.unrecorded(EXCHANGE, 9).stream().map(Unrecorded::ref).toList()));
  }

  @Test
  void ofManyAttemptsTheFirstAndTheLatestAreKept() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    for (int i = 0; i < 120; i++) {
      settle(takeOne(lane), again(clock.instant(), FailureReason.SERVER_ERROR), HEALTHY);
    }

    List<Integer> numbers = queue.attempts(wish.id()).stream().map(AttemptRow::number).toList();

    assertEquals(50, numbers.size());
    assertEquals(
        List.of(1, 10, 81, 120),
        List.of(numbers.getFirst(), numbers.get(9), numbers.get(10), numbers.getLast()));
  }

  // Lanes.

  @Test
  void aLaneIsLeasedOnceAndAgainAfterItWasGivenBack() {
    reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
    LaneLease lane = leaseOne();
    assertEquals(LaneState.CLOSED, lane.state());
    assertEquals(List.of(), queue.lease(9));

    queue.release(lane);

    assertEquals(lane.epoch() + 1, leaseOne().epoch());
    assertEquals(List.of(), queue.take(lane, 9), "the old lease is over");
  }

  @Test
  void theLaneThatWaitedLongestIsLeasedFirstAndABusyOneGoesToTheEnd() {
    reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
    reconcile(queue, "r2", wish("r2", "roomba", "http://a"));
    clock.advance(Duration.ofSeconds(1));
    reconcile(queue, "r3", wish("r3", "roomba", "http://b").due(clock.instant()));
    clock.advance(Duration.ofSeconds(1));

    LaneLease first = leaseOne();
    assertEquals("http://a", first.address());
    settle(takeOne(first), delivered(), HEALTHY);
    queue.release(first);

    assertEquals("http://b", leaseOne().address());
  }

  @Test
  void anOpenLaneWaitsForItsProbeWhichIsOneRow() {
    for (int i = 0; i < 5; i++) {
      reconcile(queue, "r" + i, wish("r" + i, "roomba", "http://a"));
    }
    LaneLease lane = leaseOne();
    settle(
        takeOne(lane),
        again(clock.instant(), FailureReason.UNREACHABLE),
        Sample.laneWaits(clock, Duration.ofSeconds(5)));
    assertEquals(List.of(), queue.take(lane, 9), "an open lane sends nothing");
    queue.release(lane);
    assertEquals(List.of(), queue.lease(9));
    assertEquals(Optional.of(clock.in(Duration.ofSeconds(5))), queue.nextDue());
    assertEquals(1L, queue.figures().lanes().get(LaneState.OPEN));

    clock.advance(Duration.ofSeconds(5));

    LaneLease probe = leaseOne();
    assertEquals(LaneState.PROBING, probe.state());
    assertEquals(1, probe.probes());
    List<TakenDelivery> taken = queue.take(probe, 9);
    assertEquals(1, taken.size());
    assertEquals(List.of(), queue.take(probe, 9));

    settle(taken.getFirst(), delivered(), HEALTHY);
    assertEquals(4, queue.take(probe, 9).size(), "closed again, everything may go");
  }

  @Test
  void aFailedProbeCountsAndItsLaneWaitsOn() {
    reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
    for (int probes = 0; probes < 4; probes++) {
      LaneLease lane = leaseOne();
      assertEquals(probes, lane.probes());
      settle(
          takeOne(lane),
          again(clock.instant(), FailureReason.UNREACHABLE),
          Sample.laneWaits(clock, Duration.ofSeconds(5)));
      queue.release(lane);
      clock.advance(Duration.ofSeconds(5));
    }
  }

  @Test
  void attemptsThatFailTogetherAreOneFailedProbe() {
    for (int i = 0; i < 4; i++) {
      reconcile(queue, "r" + i, wish("r" + i, "roomba", "http://a"));
    }
    LaneLease lane = leaseOne();
    for (TakenDelivery taken : queue.take(lane, 4)) {
      settle(
          taken,
          again(clock.instant(), FailureReason.TIMEOUT),
          Sample.laneWaits(clock, Duration.ofSeconds(5)));
    }
    queue.release(lane);
    clock.advance(Duration.ofSeconds(5));

    assertEquals(1, leaseOne().probes());
  }

  @Test
  void threeDifferentDeliveriesFailingInARowOpenTheLane() {
    for (int i = 0; i < 4; i++) {
      reconcile(queue, "r" + i, wish("r" + i, "roomba", "http://a"));
    }
    LaneLease lane = leaseOne();
    TakenDelivery first = takeOne(lane);
    settle(first, again(clock.instant(), FailureReason.SERVER_ERROR), UNCHANGED);
    TakenDelivery sameAgain = takeOne(lane);
    assertEquals(first.id(), sameAgain.id());
    settle(sameAgain, again(clock.in(Duration.ofHours(1)), FailureReason.SERVER_ERROR), UNCHANGED);
    settle(
        takeOne(lane), again(clock.in(Duration.ofHours(1)), FailureReason.SERVER_ERROR), UNCHANGED);
    TakenDelivery third = takeOne(lane);
    settle(third, again(clock.in(Duration.ofHours(1)), FailureReason.SERVER_ERROR), UNCHANGED);

    assertEquals(List.of(), queue.take(lane, 9));
    DeliveryRow row = queue.find(DeliveryFilter.ALL, 1).getFirst();
    assertEquals(LaneState.OPEN, row.laneState());
    assertEquals(clock.in(Duration.ofSeconds(5)), row.laneDue());
  }

  @Test
  void aSuccessBetweenFailuresStartsTheCountAnew() {
    for (int i = 0; i < 6; i++) {
      reconcile(queue, "r" + i, wish("r" + i, "roomba", "http://a"));
    }
    LaneLease lane = leaseOne();
    Instant later = clock.in(Duration.ofHours(1));
    for (int i = 0; i < 5; i++) {
      Settlement settlement = i == 2 ? delivered() : again(later, FailureReason.SERVER_ERROR);
      settle(takeOne(lane), settlement, i == 2 ? HEALTHY : UNCHANGED);
    }

    assertEquals(1, queue.take(lane, 9).size());
  }

  @Test
  void aProbeThatTaughtNothingDoesNotLeaveTheLaneProbing() {
    reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
    LaneLease lane = leaseOne();
    settle(
        takeOne(lane),
        again(clock.instant(), FailureReason.UNREACHABLE),
        Sample.laneWaits(clock, Duration.ofSeconds(5)));
    queue.release(lane);
    clock.advance(Duration.ofSeconds(5));

    LaneLease probe = leaseOne();
    settle(takeOne(probe), new Settlement.Returned(), UNCHANGED);
    queue.release(probe);
    LaneLease unused = leaseOne();
    queue.release(unused);
    LaneLease third = leaseOne();
    assertEquals(LaneState.PROBING, third.state());
    settle(takeOne(third), again(clock.instant(), FailureReason.CONFLICT), UNCHANGED);
    queue.release(third);

    assertEquals(List.of(), queue.lease(9));
    assertEquals(Optional.of(clock.in(Duration.ofSeconds(15))), queue.nextDue());
  }

  @Test
  void aRefusedCredentialStopsAllLanesOfItsChannelAndOneProbes() {
    for (int i = 0; i < 3; i++) {
      reconcile(queue, "r" + i, wish("r" + i, "ana" + i, "U" + i).channel("slack"));
    }
    reconcile(queue, "w", wish("w", "roomba", "http://a"));
    List<LaneLease> leases = queue.lease(9);
    assertEquals(4, leases.size());
    LaneLease first =
        leases.stream().filter(l -> l.channel().equals("slack")).findFirst().orElseThrow();
    settle(
        takeOne(first),
        again(clock.instant(), FailureReason.CREDENTIAL_REFUSED),
        Sample.accountWaits(clock, Duration.ofSeconds(5)));
    for (LaneLease lane : leases) {
      assertEquals(lane.channel().equals("slack") ? 0 : 1, queue.take(lane, 9).size());
      queue.release(lane);
    }
    assertEquals(List.of(), queue.lease(9));
    assertEquals(Optional.of(clock.in(Duration.ofSeconds(5))), queue.nextDue());
    DeliveryRow waiting =
        queue.find(new DeliveryFilter(null, "ana2", null, Set.of()), 1).getFirst();
    assertEquals(LaneState.OPEN, waiting.laneState());
    assertEquals(clock.in(Duration.ofSeconds(5)), waiting.laneDue());

    clock.advance(Duration.ofSeconds(5));
    List<LaneLease> probes = queue.lease(9);
    assertEquals(1, probes.size());
    assertEquals(LaneState.PROBING, probes.getFirst().state());
    assertEquals(1, probes.getFirst().probes());
    assertEquals(List.of(), queue.lease(9));
    settle(takeOne(probes.getFirst()), delivered(), HEALTHY);

    assertEquals(2, queue.lease(9).size());
  }

  @Test
  void anAccountsProbeOnADeadLaneLetsAnotherLaneTry() {
    for (int i = 0; i < 2; i++) {
      reconcile(queue, "r" + i, wish("r" + i, "ana" + i, "U" + i).channel("slack"));
    }
    LaneLease first = leaseOne();
    settle(
        takeOne(first),
        again(clock.instant(), FailureReason.CREDENTIAL_REFUSED),
        Sample.accountWaits(clock, Duration.ofSeconds(5)));
    queue.release(first);
    clock.advance(Duration.ofSeconds(5));

    LaneLease probe = leaseOne();
    settle(
        takeOne(probe),
        again(clock.instant(), FailureReason.TIMEOUT),
        Sample.laneWaits(clock, Duration.ofMinutes(1)));
    queue.release(probe);

    LaneLease other = leaseOne();
    assertFalse(other.address().equals(probe.address()));
    assertEquals(LaneState.PROBING, other.state());
  }

  @Test
  void probeNowEndsTheWaitOfWhomItNames() {
    for (String address : List.of("http://a", "http://b")) {
      reconcile(queue, address, wish(address, "roomba", address));
    }
    for (LaneLease lane : queue.lease(9)) {
      settle(
          takeOne(lane),
          again(clock.instant(), FailureReason.UNREACHABLE),
          Sample.laneWaits(clock, Duration.ofMinutes(5)));
      queue.release(lane);
    }
    assertEquals(List.of(), queue.lease(9));

    queue.probeNow("webhook", "http://b");
    assertEquals("http://b", leaseOne().address());
    queue.probeNow("slack", null);
    assertEquals(List.of(), queue.lease(9));
    queue.probeNow(null, null);
    assertEquals("http://a", leaseOne().address());
  }

  @Test
  void aLeaseThatIsRenewedLastsAndOneThatIsNotIsGivenToTheNext() {
    reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
    LaneLease lane = leaseOne();
    for (int i = 0; i < 10; i++) {
      clock.advance(Duration.ofSeconds(4));
      assertTrue(queue.renew());
    }
    assertEquals(1, queue.take(lane, 1).size());
    queue.reconcile(
        thread("r2"), Set.of(), List.of(wish("r2", "roomba", "http://a").wanted()), Set.of());

    clock.advance(Duration.ofSeconds(15));
    assertEquals(List.of(), queue.take(lane, 1), "expired");
    LaneLease next = leaseOne();

    assertEquals(lane.epoch() + 1, next.epoch());
    assertEquals(List.of(), queue.take(lane, 1));
    queue.release(lane);
    assertEquals(1, queue.take(next, 1).size(), "an old lease cannot give the new one back");
  }

  @Test
  void aRowInFlightWhoseLaneWasGivenBackIsSettledAllTheSame() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    TakenDelivery taken = takeOne(lane);
    queue.release(lane);

    assertTrue(settle(taken, delivered(), HEALTHY));
    assertEquals(DeliveryState.DELIVERED, state(wish));
  }

  @Test
  void aRowWhoseSettlementWasLostIsSentAgainAsUncertain() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    Instant taken = clock.instant();
    takeOne(lane);
    queue.release(lane);

    clock.advance(Duration.ofMinutes(5));

    TakenDelivery again = takeOne(leaseOne());
    assertEquals(wish.id(), again.id());
    assertEquals(taken, again.uncertainSince());
    assertEquals(2, again.attempt());
  }

  @Test
  void listenersHearOfWorkAndNotOfWhatChangesNothing() {
    AtomicInteger heard = new AtomicInteger();
    // What a database tells of other nodes comes on a thread of its own, at any time.
    queue.onWork(() -> {
      if (!Thread.currentThread().getName().equals("queue-listener")) {
        heard.incrementAndGet();
      }
    });
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    assertEquals(1, heard.get());

    reconcile(queue, "r1", wish);
    assertEquals(1, heard.get());

    LaneLease lane = leaseOne();
    TakenDelivery taken = takeOne(lane);
    assertEquals(1, heard.get());
    settle(taken, again(clock.in(Duration.ofMinutes(1)), FailureReason.CONFLICT), UNCHANGED);
    assertEquals(2, heard.get());
    queue.probeNow(null, null);
    assertEquals(3, heard.get());
  }

  @Test
  void nothingIsDueWhenNothingWaits() {
    assertEquals(Optional.empty(), queue.nextDue());
    reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
    assertEquals(Optional.of(clock.instant()), queue.nextDue());
    deliverAll();
    assertEquals(Optional.empty(), queue.nextDue());
    assertEquals(List.of(), queue.lease(9));
  }

  // Afterwards.

  @Test
  void settledRowsAreHandedOutByThreadUntilHistoryShowsThem() {
    reconcile(queue, "r1", wish("r1", "roomba", "http://a"), wish("r1", "kitchen", "http://b"));
    reconcile(queue, "r2", wish("r2", "roomba", "http://a"));
    assertEquals(List.of(), queue.unrecorded(EXCHANGE, 9));
    deliverAll();

    List<Unrecorded> unrecorded = queue.unrecorded(EXCHANGE, 9);
    assertEquals(List.of("r1", "r2"), unrecorded.stream().map(Unrecorded::ref).toList());
    assertEquals(2, unrecorded.getFirst().deliveries().size());
    assertEquals(1, queue.unrecorded(EXCHANGE, 1).size());

    queue.recorded(List.of(unrecorded.getFirst()));
    assertEquals(
        List.of("r2"), queue.unrecorded(EXCHANGE, 9).stream().map(Unrecorded::ref).toList());
  }

  @Test
  void deliveriesAreFoundNewestFirst() {
    reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
    reconcile(queue, "r2", wish("r2", "kitchen", "http://b").channel("other"));
    reconcile(queue, "r3", wish("r3", "roomba", "http://c"));
    deliverAll();
    reconcile(queue, "r4", wish("r4", "roomba", "http://a"));

    assertEquals(List.of("r4", "r3", "r2", "r1"), refs(DeliveryFilter.ALL));
    assertEquals(List.of("r2"), refs(new DeliveryFilter("r2", null, null, Set.of())));
    assertEquals(
        List.of("r3", "r1"),
        refs(
            new DeliveryFilter(
                null, "roomba", "webhook", Set.of(DeliveryState.DELIVERED, DeliveryState.DEAD))));
    assertEquals(List.of(), refs(new DeliveryFilter(null, "nobody", null, Set.of())));
    assertEquals(
        Optional.of("r3"),
        queue.delivery(wish("r3", "roomba", "http://c").id()).map(row -> row.identity().ref()));
    assertEquals(Optional.empty(), queue.delivery("00ff"));
  }

  @Test
  void aDeliveryIsFoundByItsIdAloneHoweverManyThreadsCameSince() {
    List<String> refs = IntStream.range(0, 2_500).mapToObj(i -> "r%04d".formatted(i)).toList();
    queue.reconcileAll(
        refs.stream()
            .map(ref ->
                new ThreadWish(
                    thread(ref),
                    Set.of(),
                    List.of(wish(ref, "roomba", "http://a").wanted()),
                    Set.of()))
            .toList());

    for (String ref : List.of("r0000", "r1023", "r1024", "r2047", "r2048", "r2499")) {
      assertEquals(
          Optional.of(ref),
          queue.delivery(wish(ref, "roomba", "http://a").id()).map(row -> row.identity().ref()));
    }
    assertEquals(Optional.empty(), queue.delivery(wish("r2500", "roomba", "http://a").id()));
  }

  @Test
  void whatWasToldWherePeopleAnswerIsFoundNewestFirstAndWhatMachinesWereToldIsNot() {
    reconcile(queue, "r1", wish("r1", "ana", "+1").oneMessage());
    reconcile(queue, "r2", wish("r2", "ana", "+1").oneMessage());
    reconcile(queue, "r3", wish("r3", "bob", "+2").oneMessage());
    reconcile(queue, "r4", wish("r4", "roomba", "http://a"));
    deliverAll();
    reconcile(queue, "r5", wish("r5", "ana", "+1").oneMessage());

    assertEquals(List.of("r2", "r1"), told("+1", 9));
    assertEquals(List.of("r2"), told("+1", 1));
    assertEquals(List.of(), told("http://a", 9));
  }

  private List<String> told(String address, int max) {
    return queue.toldAt("webhook", address, max).stream().map(row -> row.identity().ref()).toList();
  }

  @Test
  void whatArrivesTogetherKeepsEachItsOwnReceiptAndBeginning() {
    List<String> refs = IntStream.range(0, 100).mapToObj(i -> "r" + i).toList();
    for (String ref : refs) {
      reconcile(queue, ref, wish(ref, "roomba", "http://a"));
    }
    List<TakenDelivery> taken = new ArrayList<>(queue.take(leaseOne(), 100));
    Collections.reverse(taken);
    queue.settleAll(
        taken.stream()
            .map(one ->
                new Settled(
                    one,
                    began(one.identity().ref()),
                    new Settlement.Delivered(Receipt.of("sid", one.identity().ref()), null),
                    HEALTHY))
            .toList());

    for (String ref : refs) {
      String id = wish(ref, "roomba", "http://a").id();
      assertEquals(Receipt.of("sid", ref), queue.delivery(id).orElseThrow().receipt());
      assertEquals(began(ref), queue.attempts(id).getFirst().startedAt());
    }
  }

  private static Instant began(String ref) {
    return MovableClock.START.minusSeconds(Integer.parseInt(ref.substring(1)));
  }

  private List<String> refs(DeliveryFilter filter) {
    return queue.find(filter, 9).stream().map(row -> row.identity().ref()).toList();
  }

  @Test
  void whatEndedBadlyCanBeReplayedAndWhatWasDeliveredCannot() {
    Sample.Wish dead = wish("r1", "roomba", "http://a");
    Sample.Wish told = wish("r2", "roomba", "http://b");
    Sample.Wish late = wish("r3", "roomba", "http://c").deadline(clock.in(Duration.ofSeconds(1)));
    reconcile(queue, "r1", dead);
    LaneLease lane = leaseOne();
    settle(
        takeOne(lane),
        new Settlement.Ended(DeliveryState.DEAD, FailureReason.SERVER_ERROR, "Enough."),
        UNCHANGED);
    queue.release(lane);
    reconcile(queue, "r2", told);
    deliverAll();
    reconcile(queue, "r3", late);
    clock.advance(Duration.ofDays(20));
    assertEquals(List.of(), queue.take(leaseOne(), 1));

    assertEquals(2, queue.replay(List.of(dead.id(), told.id(), late.id(), "ffff")));

    assertEquals(DeliveryState.QUEUED, state(dead));
    assertEquals(DeliveryState.QUEUED, state(late));
    deliverAll();
    assertEquals(DeliveryState.DELIVERED, state(dead));
    queue.take(leaseAll("http://c"), 1);
    assertEquals(DeliveryState.SENDING, state(late));
  }

  private LaneLease leaseAll(String address) {
    clock.advance(Duration.ofSeconds(15));
    return queue.lease(9).stream()
        .filter(lane -> lane.address().equals(address))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void endedThreadsAreForgottenAfterTheirTimeAndOpenOnesNever() {
    reconcile(queue, "ended", wish("ended", "roomba", "http://a"));
    reconcile(queue, "open", wish("open", "roomba", "http://a"));
    reconcile(queue, "stuck", wish("stuck", "kitchen", "http://b"));
    LaneLease lane =
        queue.lease(9).stream()
            .filter(l -> l.address().equals("http://a"))
            .findFirst()
            .orElseThrow();
    queue.take(lane, 9).forEach(taken -> settle(taken, delivered(), HEALTHY));
    reconcile(queue, thread("ended", "completed"), wish("ended", "roomba", "http://a"));
    reconcile(queue, thread("stuck", "completed"), wish("stuck", "kitchen", "http://b"));
    assertEquals(0, queue.prune(clock.instant()));

    clock.advance(Duration.ofDays(1));

    assertEquals(1, queue.prune(clock.instant()));
    assertEquals(Optional.empty(), queue.thread(EXCHANGE, "ended"));
    assertEquals(List.of(), queue.deliveries(EXCHANGE, "ended"));
    assertEquals(List.of(), queue.attempts(wish("ended", "roomba", "http://a").id()));
    assertTrue(queue.thread(EXCHANGE, "open").isPresent());
    assertTrue(queue.thread(EXCHANGE, "stuck").isPresent(), "it still waits to be sent");
  }

  @Test
  void manyEndedThreadsAreForgottenInBatches() {
    queue.reconcileAll(
        IntStream.range(0, 250)
            .mapToObj(i -> thread("r" + i, "completed"))
            .map(ended -> new ThreadWish(ended, Set.of(), List.of(), Set.of()))
            .toList());
    clock.advance(Duration.ofDays(1));

    assertEquals(250, queue.prune(clock.instant()));
    assertEquals(List.of(), queue.threads(EXCHANGE));
  }

  @Test
  void aClosedQueueSaysSo() {
    queue.close();

    QueueException closed = assertThrows(QueueException.class, () -> reconcile(queue, "r1"));

    assertEquals(QueueException.Trouble.CLOSED, closed.trouble());
  }
}
