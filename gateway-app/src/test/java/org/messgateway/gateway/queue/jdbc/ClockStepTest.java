package org.messgateway.gateway.queue.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.queue.Sample.EXCHANGE;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.UNCHANGED;
import static org.messgateway.gateway.queue.Sample.again;
import static org.messgateway.gateway.queue.Sample.delivered;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.wish;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.messgateway.api.FailureReason;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.Sample;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.journal.AnswerJournal;
import org.messgateway.gateway.queue.journal.RequestLog;

/** Somebody sets the clock, while a gateway runs or between two runs. */
final class ClockStepTest {

  private static final Duration WAIT = Duration.ofSeconds(5);

  private static final Duration LONGEST =
      Duration.between(MovableClock.START, Instant.parse("2099-01-01T00:00:00Z"));

  @Nested
  final class Sqlite extends ClockStepContract implements InSqlite {}

  @Nested
  final class Postgres extends ClockStepContract implements InPostgres {

    /** What is between them is calculated as for SQLite; here each costs a schema. */
    static Stream<Duration> ahead() {
      return Stream.of(Duration.ofMinutes(7), LONGEST);
    }
  }

  abstract static class ClockStepContract extends StoreScene {

    /** How far ahead the clock was, before it is set right. */
    static Stream<Duration> ahead() {
      return Stream.of(
          Duration.ofMinutes(7),
          Duration.ofHours(3),
          Duration.ofDays(30),
          Duration.between(MovableClock.START, Instant.parse("2038-01-19T03:14:08Z")),
          LONGEST);
    }

    private DeliveryQueue queue() {
      return store().queue();
    }

    private TakenDelivery take() {
      LaneLease lane = queue().lease(1).getFirst();
      return queue().take(lane, 1).getFirst();
    }

    private Sample.Wish told(String ref) {
      Sample.Wish wish = wish(ref, "roomba", "http://a").due(clock.instant());
      reconcile(queue(), ref, wish);
      return wish;
    }

    private void failsAlone() {
      TakenDelivery taken = take();
      queue()
          .settle(
              taken, clock.instant(), again(clock.in(WAIT), FailureReason.SERVER_ERROR), UNCHANGED);
      queue().release(taken.lane());
    }

    private void failsWithItsLane() {
      TakenDelivery taken = take();
      queue()
          .settle(
              taken,
              clock.instant(),
              again(clock.instant(), FailureReason.UNREACHABLE),
              Sample.laneWaits(clock, WAIT));
      queue().release(taken.lane());
    }

    private void failsWithItsAccount() {
      TakenDelivery taken = take();
      queue()
          .settle(
              taken,
              clock.instant(),
              again(clock.instant(), FailureReason.CREDENTIAL_REFUSED),
              Sample.accountWaits(clock, WAIT));
      queue().release(taken.lane());
    }

    private void setBack(Duration by) {
      clock.advance(by.negated());
      queue().renew();
    }

    private void assertToldWithinTheSchedule() {
      assertToldWithin(WAIT);
    }

    private void assertToldWithin(Duration wait) {
      Instant due = queue().nextDue().orElseThrow();
      assertFalse(due.isAfter(clock.in(wait)), due + " at " + clock.instant());
      clock.advance(wait);
      TakenDelivery taken = take();
      assertTrue(queue().settle(taken, clock.instant(), delivered(), HEALTHY));
    }

    @ParameterizedTest
    @MethodSource("ahead")
    void aRetryIsNotWaitedForLongerWhenTheClockIsSetBack(Duration ahead) {
      queue().renew();
      clock.advance(ahead);
      queue().renew();
      told("r1");
      failsAlone();

      setBack(ahead);

      assertToldWithinTheSchedule();
    }

    @ParameterizedTest
    @MethodSource("ahead")
    void aLaneIsProbedAsSoonWhenTheClockIsSetBack(Duration ahead) {
      clock.advance(ahead);
      told("r1");
      queue().renew();
      failsWithItsLane();

      setBack(ahead);

      assertToldWithinTheSchedule();
    }

    @ParameterizedTest
    @MethodSource("ahead")
    void anAccountIsProbedAsSoonWhenTheClockIsSetBack(Duration ahead) {
      clock.advance(ahead);
      told("r1");
      queue().renew();
      failsWithItsAccount();

      setBack(ahead);

      assertToldWithinTheSchedule();
    }

    @ParameterizedTest
    @MethodSource("ahead")
    void theClockOfAnEarlierRunIsNotBelieved(Duration ahead) {
      clock.advance(ahead);
      told("r1");
      failsWithItsLane();
      close();
      clock.advance(ahead.negated());

      // Between the last renewal and the end of a run lies the length of a lease at most.
      assertToldWithin(WAIT.plus(OwnedLanes.LEASE));
    }

    @ParameterizedTest
    @MethodSource("ahead")
    void whatWasReadyIsSentAtOnceAndItsRetryWaitsForTheSchedule(Duration ahead) {
      clock.advance(ahead);
      told("r1");
      queue().renew();

      setBack(ahead);
      failsAlone();

      assertToldWithinTheSchedule();
    }

    @ParameterizedTest
    @MethodSource("ahead")
    void whatWasInFlightIsFoundLostAfterTheUsualTime(Duration ahead) {
      clock.advance(ahead);
      told("r1");
      queue().renew();
      TakenDelivery flying = take();
      queue().release(flying.lane());

      setBack(ahead);
      clock.advance(Duration.ofMinutes(5));

      TakenDelivery again = take();
      assertEquals(flying.id(), again.id());
      Instant since = again.uncertainSince();
      assertTrue(since != null && !since.isAfter(clock.instant()), "it can be asked about");
    }

    @Test
    void whatIsNotToBeToldBeforeAnInstantStaysAndARetryWaitsForBoth() {
      Instant evening = clock.in(Duration.ofHours(9));
      clock.advance(Duration.ofHours(3));
      reconcile(queue(), "r1", wish("r1", "roomba", "http://a").due(evening));
      queue().renew();

      setBack(Duration.ofHours(3));

      assertEquals(Optional.of(evening), queue().nextDue());
    }

    @Test
    void aRetryAfterOfADayIsKeptThroughAStepOfThreeHours() {
      clock.advance(Duration.ofHours(3));
      told("r1");
      queue().renew();
      TakenDelivery taken = take();
      queue()
          .settle(
              taken,
              clock.instant(),
              again(clock.instant(), FailureReason.RATE_LIMITED),
              Sample.laneWaits(clock, Duration.ofHours(24)));
      queue().release(taken.lane());

      setBack(Duration.ofHours(3));

      assertEquals(Optional.of(clock.in(Duration.ofHours(24))), queue().nextDue());
    }

    @Test
    void aStepThatTheClocksOfNodesDifferByMovesNothing() {
      told("r1");
      queue().renew();
      failsWithItsLane();
      Optional<Instant> due = queue().nextDue();

      setBack(Duration.ofMillis(900));

      assertEquals(due, queue().nextDue());
    }

    @Test
    void severalStepsAddUp() {
      told("r1");
      queue().renew();
      failsAlone();
      clock.advance(Duration.ofHours(3));
      queue().renew();
      setBack(Duration.ofHours(6));
      clock.advance(Duration.ofHours(3));
      queue().renew();

      assertToldWithinTheSchedule();
    }

    @Test
    void whatAnEarlierRunLeftWithoutAnyTimeOfItsOwnIsDueWhenItCouldNotWaitAsLong() {
      told("r1");
      failsWithItsLane();
      Sample.Wish other = wish("r2", "cat", "http://b").due(clock.instant());
      reconcile(queue(), "r2", other);
      failsAlone();
      long far = clock.in(Duration.ofDays(400)).toEpochMilli();
      ((JdbcDeliveryQueue) queue())
          .write(session ->
              session.update("UPDATE lane SET probe_at = ? WHERE state <> 'closed'", far)
                  + session.update(
                      """
                      UPDATE delivery SET due = ?, retry_at = ? WHERE seq IN
                        (SELECT delivery FROM queue_entry WHERE waits_for = 'time')\
                      """,
                      far,
                      far)
                  + session.update("UPDATE queue_entry SET due = ? WHERE waits_for = 'time'", far)
                  + session.update("UPDATE lane SET work_at = ? WHERE state = 'closed'", far)
                  + session.update("DELETE FROM node"));
      close();

      assertEquals(2, queue().lease(9).size());
    }

    @Test
    void aBoardThatStartedIn1970TellsWhatItHadThenWhenItsClockIsRight() {
      clock.advance(Duration.between(MovableClock.START, Instant.EPOCH.plusSeconds(40)));
      Sample.Wish wish = told("r1");
      queue().renew();
      failsWithItsLane();

      clock.advance(Duration.between(clock.instant(), MovableClock.START));
      queue().renew();

      assertToldWithinTheSchedule();
      assertEquals(DeliveryState.DELIVERED, row(wish).state());
    }

    @Test
    void daysInWhichNoGatewayRanDoNotCountAmongTheFourteen() {
      Sample.Wish wish = told("r1");
      queue().renew();
      failsWithItsLane();
      close();
      clock.advance(Duration.ofDays(20));

      assertToldWithinTheSchedule();
      assertEquals(DeliveryState.DELIVERED, row(wish).state());
    }

    @Test
    void fourteenDaysOfRunningAreStillFourteenDays() {
      Sample.Wish wish = told("r1");
      for (int hour = 0; hour < 14 * 24; hour += 12) {
        clock.advance(Duration.ofHours(12));
        queue().renew();
      }

      LaneLease lane = queue().lease(1).getFirst();
      assertEquals(List.of(), queue().take(lane, 1));
      assertEquals(DeliveryState.DEAD, row(wish).state());
    }

    @Test
    void threadsAreRoutedAgainByTheClockThatIsRight() {
      clock.advance(Duration.ofDays(30));
      queue().storeThread(Sample.lookingAgain("r1", clock.in(Duration.ofMinutes(3))));
      Instant forgotten = clock.in(Duration.ofHours(24));
      queue().storeThread(Sample.thread("r2").with("no longer there", forgotten));
      queue().renew();

      setBack(Duration.ofDays(30));

      assertEquals(
          List.of("r1"),
          queue().dueThreads(EXCHANGE, 9).stream().map(thread -> thread.ref()).toList());
      assertEquals(
          forgotten.minus(Duration.ofDays(30)),
          queue().thread(EXCHANGE, "r2").orElseThrow().nextLook());
    }

    @Test
    void whatWasToldWasNotToldInTheFuture() {
      clock.advance(Duration.ofDays(30));
      Sample.Wish wish = told("r1");
      queue().renew();
      queue().settle(take(), clock.instant(), delivered(), HEALTHY);

      setBack(Duration.ofDays(30));

      assertEquals(clock.instant(), row(wish).settledAt());
    }

    @Test
    void answersAndLimitsOfPeopleForgetTheFutureToo() {
      Duration ahead = Duration.ofDays(30);
      clock.advance(ahead);
      queue().renew();
      AnswerJournal answers = store().journal().answers();
      AnswerJournal.Put put =
          answers.put(
              new AnswerJournal.Entry(
                  0, EXCHANGE, "r1", "ana", "k", clock.instant(), "m".getBytes(UTF_8), null, null));
      answers.written(put.entry().number(), clock.instant(), "taken");
      RequestLog asked = store().journal().asked();
      Duration window = Duration.ofMinutes(10);
      assertEquals(Optional.empty(), asked.take(request("r1"), 1, window));

      setBack(ahead);

      AnswerJournal.Entry entry = answers.open(EXCHANGE, 9).getFirst();
      assertEquals(clock.instant(), entry.writtenAt());
      assertEquals(Optional.of(clock.in(window)), asked.take(request("r2"), 1, window));
    }

    private RequestLog.TaskRequest request(String ref) {
      return new RequestLog.TaskRequest("sam", false, ref, clock.instant());
    }

    private DeliveryRow row(Sample.Wish wish) {
      return queue().deliveries(EXCHANGE, wish.identity().ref()).stream()
          .filter(row -> row.id().equals(wish.id()))
          .findFirst()
          .orElseThrow();
    }
  }
}
