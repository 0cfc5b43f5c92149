package org.messgateway.gateway.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.messgateway.gateway.protocol.ThreadBuilder.CREATED;
import static org.messgateway.gateway.protocol.ThreadBuilder.thread;
import static org.messgateway.gateway.routing.ExecutorBuilder.BERLIN;
import static org.messgateway.gateway.routing.ExecutorBuilder.onSlack;
import static org.messgateway.gateway.routing.Scene.dues;
import static org.messgateway.gateway.routing.Scene.who;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.messgateway.api.FailureReason;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.protocol.ThreadBuilder;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.LaneState;

class RouterChannelsTest {

  private static final List<String> FIRST = List.of("ana@slack");
  private static final List<String> BOTH = List.of("ana@slack", "ana@sms");

  private static ExecutorBuilder ana() {
    return onSlack("ana").at("sms", "+1").inOrder(Duration.ofMinutes(3));
  }

  private static Optional<Instant> at(String time) {
    return Optional.of(Instant.parse("2026-11-20T" + time + "Z"));
  }

  @Test
  void inOrderOnlyTheFirstChannelIsUsedAtFirst() {
    Route route = Scene.of(ana()).route(thread());
    assertEquals(FIRST, who(route));
    assertEquals(at("10:03:00"), route.nextLook());
  }

  @ParameterizedTest
  @EnumSource(
      value = DeliveryState.class,
      names = {"REJECTED", "DEAD", "EXPIRED"})
  void theNextChannelBeginsWhenTheOneBeforeFailedForGood(DeliveryState state) {
    Route route =
        Scene.of(ana())
            .told("ana", "slack", "U-ana", state, "2026-11-20T10:00:01Z")
            .route(thread(), "2026-11-20T10:00:02Z");
    assertEquals(BOTH, who(route));
    assertEquals(List.of(CREATED, CREATED), dues(route));
  }

  @Test
  void theNextChannelBeginsWhenTheOneBeforeIsOffline() {
    Route route =
        Scene.of(ana()).offline("ana", "slack", "U-ana").route(thread(), "2026-11-20T10:00:02Z");
    assertEquals(BOTH, who(route));
  }

  @Test
  void aLaneThatWaitsBeforeAnythingIsDueOnItStartsNothing() {
    Scene scene = Scene.of(ana().quiet("10:00", "13:00", BERLIN)).offline("ana", "slack", "U-ana");
    Route night = scene.route(thread(), "2026-11-20T11:00:00Z");
    assertEquals(FIRST, who(night));
    assertEquals(at("12:00:00"), night.nextLook());
    assertEquals(BOTH, who(scene.route(thread(), "2026-11-20T12:00:00Z")));
  }

  @Test
  void theNextChannelBeginsWhenNobodyAnsweredForSoLongSinceItWasDelivered() {
    Scene scene =
        Scene.of(ana())
            .told("ana", "slack", "U-ana", DeliveryState.DELIVERED, "2026-11-20T10:20:00Z");
    Route waiting = scene.route(thread(), "2026-11-20T10:22:59Z");
    assertEquals(FIRST, who(waiting));
    assertEquals(at("10:23:00"), waiting.nextLook());
    Route unanswered = scene.route(thread(), "2026-11-20T10:23:00Z");
    assertEquals(BOTH, who(unanswered));
    assertEquals(Optional.empty(), unanswered.nextLook());
  }

  @Test
  void theNextChannelBeginsWhenTheOneBeforeIsDueForSoLongAndStillNotDelivered() {
    Scene scene =
        Scene.of(ana()).told("ana", "slack", "U-ana", 0, DeliveryState.QUEUED, null, false);
    assertEquals(FIRST, who(scene.route(thread(), "2026-11-20T10:02:59Z")));
    assertEquals(BOTH, who(scene.route(thread(), "2026-11-20T10:03:00Z")));
  }

  @ParameterizedTest(name = "needed within {0}, delivered at once: next at {1}")
  @CsvSource({"1h, 10:03:00", "9m, 10:03:00", "6m, 10:02:00", "90s, 10:00:30", "3s, 10:00:01"})
  void theNextChannelBeginsSoonerWhenTheDeadlineIsNear(String neededBy, String next) {
    Route route =
        Scene.of(ana().at("webhook", "http://ana"))
            .told("ana", "slack", "U-ana", DeliveryState.DELIVERED, "2026-11-20T10:00:00Z")
            .route(thread().neededBy(neededBy));
    assertEquals(at(next), route.nextLook());
  }

  @Test
  void allChannelsHaveBeenTriedBeforeTheDeadline() {
    Scene scene =
        Scene.of(ana().at("webhook", "http://ana"))
            .told("ana", "slack", "U-ana", DeliveryState.DELIVERED, "2026-11-20T10:00:00Z")
            .told("ana", "sms", "+1", DeliveryState.DELIVERED, "2026-11-20T10:00:40Z");
    ThreadBuilder thread = thread().neededBy("2m");
    assertEquals(at("10:01:20"), scene.route(thread, "2026-11-20T10:00:41Z").nextLook());
    assertEquals(
        List.of("ana@slack", "ana@sms", "ana@webhook"),
        who(scene.route(thread, "2026-11-20T10:01:20Z")));
  }

  @Test
  void aChannelThatWasBegunStaysWhateverHappensToTheOneBefore() {
    Route route =
        Scene.of(ana())
            .told("ana", "slack", "U-ana", DeliveryState.DELIVERED, "2026-11-20T10:00:30Z")
            .told("ana", "sms", "+1", 0, DeliveryState.QUEUED, null, false)
            .route(thread(), "2026-11-20T10:00:40Z");
    assertEquals(BOTH, who(route));
  }

  @Test
  void whatWasWithdrawnHasNotBegun() {
    Route route =
        Scene.of(ana())
            .told("ana", "sms", "+1", DeliveryState.WITHDRAWN, "2026-11-20T10:00:10Z")
            .route(thread(), "2026-11-20T10:00:40Z");
    assertEquals(FIRST, who(route));
  }

  @Test
  void whatWasToldInAnEarlierRoundDoesNotCount() {
    Route route =
        Scene.of(ana())
            .told("ana", "slack", "U-ana", DeliveryState.REJECTED, "2026-11-20T10:00:10Z")
            .route(
                thread()
                    .history("claimed", "2026-11-20T10:01:00Z")
                    .history("pending", "2026-11-20T10:02:00Z"),
                "2026-11-20T10:02:00Z");
    assertEquals(FIRST, who(route));
  }

  @Test
  void deliveredAtAnEarlierAddressCountsAsDelivered() {
    Scene scene =
        Scene.of(ana())
            .told("ana", "slack", "U-old", DeliveryState.DELIVERED, "2026-11-20T10:01:00Z");
    assertEquals(at("10:04:00"), scene.route(thread(), "2026-11-20T10:02:00Z").nextLook());
  }

  @Test
  void theNextChannelKeepsTheHours() {
    Route route =
        Scene.of(ana().hours("0 8-12 * * *", BERLIN))
            .told("ana", "slack", "U-ana", DeliveryState.DELIVERED, "2026-11-20T10:59:00Z")
            .route(thread(), "2026-11-20T11:02:00Z");
    assertEquals(BOTH, who(route));
    assertEquals(List.of(CREATED, Instant.parse("2026-11-21T07:00:00Z")), dues(route));
  }

  @Test
  void aChannelThatIsNotConfiguredIsPassedOver() {
    Route route =
        Scene.of(
                ExecutorBuilder.executor("ana")
                    .at("pager", "7")
                    .at("slack", "U-ana")
                    .at("sms", "+1")
                    .inOrder(Duration.ofMinutes(3)))
            .route(thread());
    assertEquals(FIRST, who(route));
  }

  @ParameterizedTest(name = "lane {0} because of {1}: out of reach {2}")
  @CsvSource({
    "CLOSED, , false",
    "OPEN, UNREACHABLE, true",
    "OPEN, , true",
    "PROBING, TIMEOUT, true",
    "OPEN, RATE_LIMITED, false",
    "OPEN, ACCOUNT_RATE_LIMITED, false",
  })
  void rowsOfTheQueueSayWhetherTheirLaneIsOutOfReach(
      LaneState lane, FailureReason reason, boolean outOfReach) {
    Identity identity =
        new Identity("house", "r", "ana", "slack", "U", NotificationKind.REQUEST, 2);
    DeliveryRow row =
        new DeliveryRow(
            identity.id(),
            identity,
            DeliveryState.QUEUED,
            Priority.NORMAL,
            CREATED,
            CREATED,
            null,
            1,
            reason,
            null,
            null,
            null,
            lane,
            null,
            reason,
            1);
    assertEquals(
        List.of(
            new DeliveryLedger.Delivery(
                "ana",
                "slack",
                "U",
                NotificationKind.REQUEST,
                2,
                DeliveryState.QUEUED,
                null,
                outOfReach)),
        DeliveryLedger.of(List.of(row), _ -> true).deliveries());
  }
}
