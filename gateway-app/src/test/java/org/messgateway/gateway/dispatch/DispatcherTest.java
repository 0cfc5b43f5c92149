package org.messgateway.gateway.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Outcome.Rejected;
import org.messgateway.api.Rate;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.LeaseBudget;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.testkit.Conforms;

class DispatcherTest {

  @TempDir Path folder;
  private DispatchScene scene;

  @BeforeEach
  void open() {
    scene = new DispatchScene(folder);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private static Outcome deferred(FailureReason reason) {
    return new Deferred(reason, "It said no.", Reach.REFUSED);
  }

  @Test
  void whatIsQueuedIsDeliveredWithoutAnyTimePassing() {
    scene.start();
    Identity identity = scene.want("t1", "a");
    AttemptReport report = scene.next();
    assertEquals("delivered", report.outcome());
    assertEquals(identity.id(), report.delivery().id());
    assertEquals(DeliveryState.DELIVERED, scene.row(identity).state());
    scene.until("routing is told", () -> scene.events.equals(List.of("t1 delivered")));
  }

  @Test
  void whatWasQueuedBeforeTheStartIsDelivered() {
    scene.want("t1", "a");
    scene.start();
    assertEquals("delivered", scene.next().outcome());
  }

  @Test
  void aLaneSendsByPriorityThenAge() {
    scene.hook.limits(new ChannelLimits(1, null, null));
    scene.want(
        "old", List.of(scene.wish(scene.identity("old", "hook", "a"), Priority.NORMAL, null)));
    scene.want(
        "young", List.of(scene.wish(scene.identity("young", "hook", "a"), Priority.NORMAL, null)));
    scene.want(
        "urgent",
        List.of(scene.wish(scene.identity("urgent", "hook", "a"), Priority.URGENT, null)));
    scene.start();
    scene.next(3);
    assertEquals(
        List.of("urgent", "old", "young"),
        scene.hook.calls.stream().map(ScriptedChannel.Call::ref).toList());
  }

  @Test
  void aLaneThatProvedItselfSendsUpToItsConcurrencyAndNoMore() throws Exception {
    CountDownLatch three = new CountDownLatch(3);
    CountDownLatch go = new CountDownLatch(1);
    scene.hook.limits(new ChannelLimits(3, null, null));
    scene.hook.at(
        "a",
        notification -> {
          if (!notification.thread().ref().equals("first")) {
            three.countDown();
            go.await();
          }
          return ScriptedChannel.delivered();
        });
    scene.start();
    scene.want("first", "a");
    scene.next();
    for (int i = 0; i < 9; i++) {
      scene.want("t" + i, "a");
    }
    scene.until("three at once", () -> three.getCount() == 0);
    assertEquals(4, scene.hook.calls.size());
    go.countDown();
    scene.next(9);
    assertEquals(3, scene.hook.mostAtOnce("a"));
  }

  @Test
  void aLaneGetsOneAttemptUntilItHasProvedItself() {
    CountDownLatch go = new CountDownLatch(1);
    scene.hook.at(
        "a",
        _ -> {
          go.await();
          return ScriptedChannel.delivered();
        });
    for (int i = 0; i < 5; i++) {
      scene.want("t" + i, "a");
    }
    scene.start();
    scene.until("the first", () -> scene.hook.calls.size() == 1);
    scene.nothingFor(Duration.ofMillis(500));
    assertEquals(1, scene.hook.calls.size());
    go.countDown();
    scene.next(5);
  }

  @Test
  void aRefusedConnectionIsTriedTwiceMoreAtOnceInTheSameAttempt() {
    AtomicInteger tries = new AtomicInteger();
    scene.hook.at(
        "a",
        _ ->
            tries.incrementAndGet() < 3
                ? new Deferred(FailureReason.UNREACHABLE, "Refused.", Reach.BEFORE_SENDING)
                : ScriptedChannel.delivered());
    scene.start();
    Identity identity = scene.want("t1", "a");
    assertEquals("delivered", scene.next().outcome());
    assertEquals(3, tries.get());
    assertEquals(1, scene.queue.attempts(identity.id()).size());
  }

  @Test
  void whatMayHaveBeenSentIsNotTriedAgainInTheSameAttempt() {
    scene.hook.at("a", _ -> new Deferred(FailureReason.UNREACHABLE, "Reset.", Reach.POSSIBLY_SENT));
    scene.start();
    scene.want("t1", "a");
    scene.next();
    assertEquals(1, scene.hook.calls.size());
  }

  @Test
  void anUnreachableLaneWaitsForItsProbesSpendsNothingAndThenSendsAllThatWaited() {
    AtomicBoolean up = new AtomicBoolean();
    scene.hook.at(
        "a",
        _ ->
            up.get()
                ? ScriptedChannel.delivered()
                : new Deferred(FailureReason.UNREACHABLE, "Refused.", Reach.BEFORE_SENDING));
    List<Identity> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      all.add(scene.want("t" + i, "a"));
    }
    scene.start();
    for (int seconds : List.of(5, 15, 60, 300, 300)) {
      AttemptReport report = scene.next();
      assertEquals("deferred", report.outcome());
      scene.until("the lane waits", () -> scene.dispatcher().lanes() == 0);
      Instant failed = scene.queue.attempts(report.delivery().id()).getLast().endedAt();
      Instant next = Objects.requireNonNull(scene.row(all.getFirst()).laneDue());
      assertEquals(seconds, Math.round(Duration.between(failed, next).toMillis() / 1000.0));
      scene.time.advance(Duration.between(scene.time.instant(), next));
    }
    scene.next();
    assertEquals(0, all.stream().mapToInt(one -> scene.row(one).attempts()).sum());
    up.set(true);
    scene.untilNext(Duration.ofSeconds(30), Duration.ofMinutes(20));
    scene.next(6);
    assertEquals(6, scene.count(DeliveryState.DELIVERED));
    assertEquals(LaneState.CLOSED, scene.row(all.getFirst()).laneState());
  }

  @Test
  void aProbeAtOnceNeedsNoTime() {
    AtomicBoolean up = new AtomicBoolean();
    scene.hook.at(
        "a", _ -> up.get() ? ScriptedChannel.delivered() : deferred(FailureReason.UNAVAILABLE));
    scene.start();
    scene.want("t1", "a");
    scene.next();
    scene.until("the lane waits", () -> scene.dispatcher().lanes() == 0);
    up.set(true);
    scene.dispatcher().probeNow("hook", "a");
    assertEquals("delivered", scene.next().outcome());
    assertTrue(scene.time.nanos() < Duration.ofSeconds(4).toNanos());
  }

  @Test
  @Conforms(169)
  void aDeliveryThatFailsForItselfLetsOthersPass() {
    scene.hook.at(
        "a",
        notification ->
            notification.thread().ref().equals("poison")
                ? deferred(FailureReason.SERVER_ERROR)
                : ScriptedChannel.delivered());
    scene.start();
    Identity poison = scene.want("poison", "a");
    scene.want("good", "a");
    scene.next(2);
    assertEquals(DeliveryState.QUEUED, scene.row(poison).state());
    assertEquals(1, scene.row(poison).attempts());
    assertEquals(1, scene.count(DeliveryState.DELIVERED));
  }

  @Test
  void threeDifferentDeliveriesFailingInARowStopTheLane() {
    scene.hook.at("a", _ -> deferred(FailureReason.SERVER_ERROR));
    for (int i = 0; i < 10; i++) {
      scene.want("t" + i, "a");
    }
    scene.start();
    scene.next(3);
    scene.nothingFor(Duration.ofSeconds(3));
    assertEquals(LaneState.OPEN, scene.rows().getFirst().laneState());
    assertEquals(3, scene.hook.calls.size());
  }

  @Test
  void aRefusedCredentialStopsTheWholeChannelAndNoOther() {
    ScriptedChannel other = new ScriptedChannel("other", scene.time);
    scene.channel(other);
    AtomicBoolean mended = new AtomicBoolean();
    for (String address : List.of("a", "b", "c")) {
      scene.hook.at(
          address,
          _ ->
              mended.get()
                  ? ScriptedChannel.delivered()
                  : deferred(FailureReason.CREDENTIAL_REFUSED));
    }
    scene.start();
    scene.want("t1", "a");
    scene.next();
    scene.want("t2", "b");
    scene.want("t3", "c");
    scene.want("t4", "other", "o", null);
    assertEquals("other", scene.next().delivery().identity().channel());
    scene.nothingFor(Duration.ofSeconds(3));
    mended.set(true);
    scene.untilNext(Duration.ofSeconds(1), Duration.ofSeconds(10));
    scene.next(3);
    assertEquals(4, scene.count(DeliveryState.DELIVERED));
  }

  @Test
  void whatIsNotWantedAnyMoreIsWithdrawnAndNotSent() {
    scene.wanted = _ -> new SendDecision.NotWanted("ana has it.");
    scene.start();
    Identity identity = scene.want("t1", "a");
    assertEquals("withdrawn", scene.next().outcome());
    assertEquals(DeliveryState.WITHDRAWN, scene.row(identity).state());
    assertEquals(List.of(), scene.hook.calls);
  }

  @Test
  void whatIsTooLateIsExpiredAndNotSent() {
    scene.wanted = _ -> new SendDecision.Expired("Too late.");
    scene.start();
    scene.want("t1", "a");
    assertEquals("expired", scene.next().outcome());
    assertEquals(List.of(), scene.hook.calls);
  }

  @Test
  void aThreadThatCannotBeReadWithdrawsNothingAndSpendsNothing() {
    AtomicBoolean readable = new AtomicBoolean();
    scene.wanted =
        delivery ->
            readable.get()
                ? scene.send(delivery)
                : new SendDecision.CannotTell("unreadable", scene.time.instant().plusSeconds(30));
    scene.start();
    Identity identity = scene.want("t1", "a");
    scene.nothingFor(Duration.ofSeconds(20));
    assertEquals(DeliveryState.QUEUED, scene.row(identity).state());
    assertEquals(List.of(), scene.queue.attempts(identity.id()));
    readable.set(true);
    scene.untilNext(Duration.ofSeconds(1), Duration.ofSeconds(20));
    AttemptReport report = scene.next();
    assertEquals("delivered", report.outcome());
    assertEquals(1, report.delivery().attempt());
  }

  @Test
  void routingThatFailsCostsADeliveryHalfAMinuteAndNothingElse() {
    AtomicBoolean broken = new AtomicBoolean(true);
    scene.wanted =
        delivery -> {
          if (broken.get() && delivery.identity().ref().equals("t1")) {
            throw new IllegalStateException("a mistake in routing");
          }
          return scene.send(delivery);
        };
    scene.start();
    scene.want("t1", "a");
    scene.want("t2", "b");
    assertEquals("t2", scene.next().delivery().identity().ref());
    scene.nothingFor(Duration.ofSeconds(20));
    broken.set(false);
    scene.untilNext(Duration.ofSeconds(1), Duration.ofSeconds(20));
    assertEquals("delivered", scene.next().outcome());
  }

  @Test
  void whatAnAdapterThrowsIsADeferralThatTellsTheClassOnly() {
    scene.hook.at(
        "a",
        _ -> {
          throw new IllegalArgumentException("token-abc123");
        });
    scene.start();
    Identity identity = scene.want("t1", "a");
    Settlement.Retry report = scene.nextDeferral();
    assertEquals(FailureReason.ADAPTER_FAILED, report.reason());
    assertTrue(report.sentence().contains("java.lang.IllegalArgumentException"), report.sentence());
    assertFalse(scene.queue.attempts(identity.id()).toString().contains("abc123"));
    assertTrue(report.uncertain(), "nobody knows what it sent before it failed");
  }

  @Test
  void anErrorOfAnAdapterIsADeferralToo() {
    scene.hook.at(
        "a",
        _ -> {
          throw new NoSuchMethodError("an older okhttp");
        });
    scene.start();
    scene.want("t1", "a");
    assertEquals(FailureReason.ADAPTER_FAILED, scene.next().reason());
  }

  @Test
  void goneStopsTheAddressBeforeTheDeliveryIsRejectedAndHoldsTheRest() {
    scene.hook.at("a", _ -> new Rejected(FailureReason.ADDRESS_GONE, "410."));
    scene.start();
    Identity first = scene.want("t1", "a");
    assertEquals("rejected", scene.next().outcome());
    assertTrue(scene.stopped.containsKey("a"));
    assertEquals(DeliveryState.REJECTED, scene.row(first).state());
    Identity second = scene.want("t2", "a");
    scene.nothingFor(Duration.ofMinutes(6));
    assertEquals(DeliveryState.QUEUED, scene.row(second).state());
    scene.stopped.clear();
    scene.hook.at("a", _ -> ScriptedChannel.delivered());
    scene.dispatcher().probeNow("hook", "a");
    assertEquals("delivered", scene.next().outcome());
  }

  @Test
  void anAddressThatCouldNotBeStoppedKeepsItsDelivery() {
    scene.stopsFail = true;
    scene.hook.at("a", _ -> new Rejected(FailureReason.ADDRESS_GONE, "410."));
    scene.start();
    Identity identity = scene.want("t1", "a");
    assertEquals("deferred", scene.next().outcome());
    assertEquals(DeliveryState.QUEUED, scene.row(identity).state());
  }

  @Test
  void aChannelWithoutAnAdapterHoldsItsLanesUntilThereIsOne() {
    scene.start();
    Identity identity = scene.want("t1", "gone", "a", null);
    scene.nothingFor(Duration.ofMinutes(6));
    assertEquals(DeliveryState.QUEUED, scene.row(identity).state());
    assertEquals(LaneState.OPEN, scene.row(identity).laneState());
    assertEquals(List.of(), scene.queue.attempts(identity.id()));
    scene.channel(new ScriptedChannel("gone", scene.time));
    scene.dispatcher().probeNow("gone", null);
    assertEquals("delivered", scene.next().outcome());
  }

  @Test
  void aSuccessThatWasUnderWayDoesNotShortenTheWaitOfItsAccount() {
    CountDownLatch refused = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    scene.hook.at(
        "a",
        _ ->
            asked.getAndIncrement() > 0
                ? ScriptedChannel.delivered()
                : new Deferred(
                    FailureReason.ACCOUNT_RATE_LIMITED,
                    "Slow down.",
                    Reach.REFUSED,
                    Duration.ofSeconds(60)));
    scene.hook.at(
        "b",
        _ -> {
          refused.await();
          return ScriptedChannel.delivered();
        });
    scene.start();
    scene.want("b1", "b");
    scene.until("b is asked", () -> scene.hook.callsTo("b") == 1);
    scene.time.advance(Duration.ofSeconds(1));
    scene.want("a1", "a");
    scene.nextDeferral();
    refused.countDown();
    assertEquals("delivered", scene.next().outcome());
    scene.nothingFor(Duration.ofSeconds(50));
    scene.untilNext(Duration.ofSeconds(2), Duration.ofSeconds(30));
    assertEquals("delivered", scene.next().outcome());
  }

  /** As where the answer to a commit is lost. */
  @Test
  void aLaneWhoseLeaseWasNotHeardOfIsGivenBack() {
    scene.want("t1", "a");
    assertEquals(1, scene.queue.lease(new LeaseBudget(10, 1)).size());
    scene.start();
    scene.untilNext(Duration.ofSeconds(2), Duration.ofMinutes(3));
    assertEquals("delivered", scene.next().outcome());
  }

  @Test
  void refusedRequestsStopNoLane() {
    scene.hook.at("a", _ -> deferred(FailureReason.REQUEST_REFUSED));
    for (int i = 0; i < 5; i++) {
      scene.want("t" + i, "a");
    }
    scene.start();
    scene.next(5);
    assertEquals(LaneState.CLOSED, scene.rows().getFirst().laneState());
  }

  @Test
  void aRefusedRequestIsDeadAfterFiveRetriesWithinAnHour() {
    scene.hook.at("a", _ -> deferred(FailureReason.REQUEST_REFUSED));
    scene.start();
    long start = scene.time.nanos();
    Identity identity = scene.want("t1", "a");
    for (int i = 0; i < 6; i++) {
      scene.untilNext(Duration.ofSeconds(10), Duration.ofHours(1));
      scene.next();
    }
    assertEquals(DeliveryState.DEAD, scene.row(identity).state());
    assertTrue(scene.time.nanos() - start < Duration.ofHours(1).toNanos());
    assertTrue(scene.events.contains("t1 dead"));
  }

  @Test
  void aRateIsKeptPerLaneAndPerAccount() {
    scene.hook.limits(new ChannelLimits(1, Rate.perSecond(1), new Rate(2, Duration.ofSeconds(1))));
    for (int i = 0; i < 4; i++) {
      scene.want("a" + i, "a");
      scene.want("b" + i, "b");
      scene.want("c" + i, "c");
    }
    long start = scene.time.nanos();
    scene.start();
    for (int i = 0; i < 12; i++) {
      scene.untilNext(Duration.ofMillis(100), Duration.ofSeconds(60));
      scene.next();
    }
    rate(start, scene.hook.calls.stream().map(ScriptedChannel.Call::nanos).sorted().toList(), 2);
    for (String address : List.of("a", "b", "c")) {
      rate(
          start,
          scene.hook.calls.stream()
              .filter(call -> call.address().equals(address))
              .map(ScriptedChannel.Call::nanos)
              .sorted()
              .toList(),
          1);
    }
  }

  /**
   * From the start and not from one call to the next: a call comes a little after its permit, while
   * time is moved on; that permits themselves keep their distance is RateGateTest's.
   */
  private static void rate(long start, List<Long> sends, int permits) {
    for (int i = 0; i < sends.size(); i++) {
      long after = sends.get(i) - start;
      Duration earliest = Duration.ofSeconds(i / permits);
      assertTrue(after >= earliest.toNanos(), "call " + i + " only " + after + " ns after start");
    }
  }

  @Test
  void whenEverythingWasDownAndOneLaneComesBackTheOthersAreTriedAtOnce() {
    AtomicBoolean up = new AtomicBoolean();
    List<String> addresses = List.of("a", "b", "c");
    for (String address : addresses) {
      scene.hook.at(
          address,
          _ ->
              up.get()
                  ? ScriptedChannel.delivered()
                  : new Deferred(FailureReason.UNREACHABLE, "No route.", Reach.BEFORE_SENDING));
      scene.want("t-" + address, address);
    }
    scene.start();
    scene.next(3);
    // Into the five minutes between probes, where waiting would be felt.
    for (int i = 0; i < 3; i++) {
      for (int lane = 0; lane < 3; lane++) {
        scene.untilNext(Duration.ofSeconds(1), Duration.ofMinutes(4));
        scene.next();
      }
    }
    scene.until("all wait", () -> scene.dispatcher().lanes() == 0);
    up.set(true);
    scene.dispatcher().probeNow("hook", "b");
    long start = scene.time.nanos();
    scene.next(3);
    assertTrue(scene.time.nanos() - start < Duration.ofMinutes(1).toNanos());
  }

  @Test
  void aLeaseThatCouldNotBeRenewedForTenSecondsStartsNoAttempt() {
    AtomicBoolean storeDown = new AtomicBoolean();
    scene.around =
        queue ->
            Wrapped.around(
                queue,
                "renew",
                () -> {
                  if (storeDown.get()) {
                    throw new IllegalStateException("no store");
                  }
                });
    scene.start();
    scene.want("t1", "a");
    scene.next();
    storeDown.set(true);
    scene.nothingFor(Duration.ofSeconds(15));
    scene.want("t2", "a");
    scene.nothingFor(Duration.ofSeconds(10));
    storeDown.set(false);
    scene.untilNext(Duration.ofMillis(500), Duration.ofSeconds(20));
    assertEquals("delivered", scene.next().outcome());
  }

  @Test
  void afterTheMachineSleptAllLanesAreTriedAtOnce() {
    AtomicBoolean up = new AtomicBoolean();
    scene.hook.at(
        "a",
        _ ->
            up.get()
                ? ScriptedChannel.delivered()
                : new Deferred(
                    FailureReason.RATE_LIMITED, "In a day.", Reach.REFUSED, Duration.ofHours(20)));
    scene.start();
    scene.want("t1", "a");
    scene.next();
    up.set(true);
    scene.nothingFor(Duration.ofMinutes(10));
    scene.time.sleepMachine(Duration.ofHours(3));
    scene.untilNext(Duration.ofMillis(500), Duration.ofSeconds(6));
    assertEquals("delivered", scene.next().outcome());
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 24 * 30, 24 * 365 * 73})
  void aLaneThatFailedWhileTheClockWasAheadIsTriedOnTheScheduleWhenItIsSetBack(int hours) {
    AtomicBoolean up = new AtomicBoolean();
    scene.hook.at(
        "a",
        _ ->
            up.get()
                ? ScriptedChannel.delivered()
                : new Deferred(FailureReason.UNREACHABLE, "Down.", Reach.REFUSED, null));
    scene.start();
    scene.time.setClock(Duration.ofHours(hours));
    scene.nothingFor(Duration.ofSeconds(10));
    scene.want("t1", "a");
    assertEquals("deferred", scene.next().outcome());

    scene.time.setClock(Duration.ofHours(hours).negated());
    up.set(true);

    scene.untilNext(Duration.ofMillis(500), Duration.ofSeconds(15));
    AttemptReport told = scene.next();
    assertEquals("delivered", told.outcome());
    assertFalse(told.age().isNegative(), "no row is younger than new");
  }

  @Test
  void aStoreThatFailsDoesNotEndTheLoopNorLoseAnOutcome() {
    AtomicInteger failures = new AtomicInteger(3);
    scene.around =
        queue ->
            Wrapped.around(
                queue,
                "settle",
                () -> {
                  if (failures.getAndDecrement() > 0) {
                    throw new IllegalStateException("disk full");
                  }
                });
    scene.start();
    Identity identity = scene.want("t1", "a");
    scene.untilNext(Duration.ofMillis(100), Duration.ofSeconds(20));
    assertEquals("delivered", scene.next().outcome());
    assertEquals(DeliveryState.DELIVERED, scene.row(identity).state());
    assertEquals(1, scene.hook.calls.size());
  }

  @Test
  void leasingThatFailsIsTakenUpAgain() {
    AtomicInteger failures = new AtomicInteger(5);
    scene.around =
        queue ->
            Wrapped.around(
                queue,
                "lease",
                () -> {
                  if (failures.getAndDecrement() > 0) {
                    throw new IllegalStateException("disk full");
                  }
                });
    scene.want("t1", "a");
    scene.start();
    scene.untilNext(Duration.ofMillis(200), Duration.ofSeconds(30));
    assertEquals("delivered", scene.next().outcome());
    assertEquals(0, scene.dispatcher().failures());
  }

  @Test
  void oneThreadsMessagesToOneLaneGoInOrderAndNeverTogether() {
    CountDownLatch go = new CountDownLatch(1);
    scene.hook.at(
        "a",
        notification -> {
          if (notification.thread().ref().equals("t1")) {
            go.await();
          }
          return ScriptedChannel.delivered();
        });
    scene.start();
    scene.want("warm", "a");
    scene.next();
    Identity one = scene.identity("t1", "hook", "a");
    Identity two = new Identity(one.exchange(), "t1", "robot-2", "hook", "a", one.kind(), 0);
    scene.want(
        "t1",
        List.of(scene.wish(one, Priority.NORMAL, null), scene.wish(two, Priority.URGENT, null)));
    scene.until("one of them", () -> scene.hook.calls.size() == 2);
    scene.nothingFor(Duration.ofSeconds(1));
    assertEquals(2, scene.hook.calls.size());
    go.countDown();
    scene.next(2);
    assertEquals(1, scene.hook.mostAtOnce("a"));
    assertNull(scene.row(one).reason());
  }
}
