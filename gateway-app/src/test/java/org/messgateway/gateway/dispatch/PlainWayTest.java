package org.messgateway.gateway.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Rate;
import org.messgateway.api.Receipt;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.Settlement;

/**
 * The plain way and the general way leave the same behind; a rate makes a lane go the general way.
 */
final class PlainWayTest {

  private static final ChannelLimits PLAIN = new ChannelLimits(4, null, null);

  /** So high that nothing waits for it. */
  private static final ChannelLimits GENERAL =
      new ChannelLimits(4, new Rate(1000, Duration.ofSeconds(1)), null);

  private static final List<String> ADDRESSES = List.of("a", "b", "c");
  private static final List<String> WAVE = List.of("good", "refused", "late", "unwanted", "last");

  /** Everything that can be told of what was sent, in an order that does not depend on threads. */
  private record Left(
      List<String> rows, List<String> calls, List<String> reports, List<String> history) {}

  @Test
  void rowsCallsReportsAndHistoryAreEqual(@TempDir Path plain, @TempDir Path general) {
    assertEquals(through(general, GENERAL, false), through(plain, PLAIN, true));
  }

  private static Left through(Path folder, ChannelLimits limits, boolean born) {
    try (DispatchScene scene = new DispatchScene(folder)) {
      scene.hook.limits(limits).retry(List.of(Duration.ofHours(1)));
      AtomicInteger taken = new AtomicInteger();
      scene.around = queue -> Wrapped.around(queue, "take", taken::incrementAndGet);
      ADDRESSES.forEach(address -> scene.hook.at(address, PlainWayTest::answer));
      scene.wanted =
          delivery ->
              delivery.identity().ref().startsWith("unwanted")
                  ? new SendDecision.NotWanted("ana has it.")
                  : scene.send(delivery);
      scene.start();
      ADDRESSES.forEach(address -> scene.want("first-" + address, address));
      scene.next(ADDRESSES.size());
      scene.until("no row waits", () -> scene.dispatcher().lanes() == 0);
      for (String address : ADDRESSES) {
        for (String ref : WAVE) {
          Identity wanted = scene.want(ref + "-" + address, address);
          scene.until("settled", () -> over(scene, wanted));
        }
      }
      int all = ADDRESSES.size() * (1 + WAVE.size());
      scene.until("reported", () -> scene.seen.size() >= all);
      // A row that was inserted as sending is not taken.
      assertEquals(born, taken.get() < all, "which way it went");
      return left(scene);
    }
  }

  private static Outcome answer(Notification notification) {
    String ref = notification.thread().ref();
    if (ref.startsWith("refused")) {
      return new Outcome.Rejected(FailureReason.INVALID_ADDRESS, "No such number.");
    }
    return ref.startsWith("late")
        ? new Outcome.Deferred(
            FailureReason.SERVER_ERROR, "Answered 500.", Outcome.Reach.POSSIBLY_SENT)
        : new Outcome.Delivered(Receipt.of("sid", ref));
  }

  private static boolean over(DispatchScene scene, Identity wanted) {
    DeliveryRow row = scene.row(wanted);
    return row.state() != DeliveryState.SENDING
        && (row.state() != DeliveryState.QUEUED || row.reason() != null);
  }

  private static Left left(DispatchScene scene) {
    List<String> history = new ArrayList<>();
    scene
        .queue
        .pendingHistory(DispatchScene.EXCHANGE, 1000)
        .forEach(thread ->
            thread
                .deliveries()
                .forEach(
                    one -> history.add(thread.ref() + " " + one.identity() + " " + one.state())));
    return new Left(
        sorted(scene.rows().stream().map(PlainWayTest::row)),
        sorted(scene.hook.calls.stream().map(call -> call.id() + call.ref() + call.address())),
        sorted(
            scene.seen.stream()
                .map(one ->
                    one.delivery().id()
                        + result(one.result())
                        + one.resent()
                        + one.counted()
                        + one.delivery().attempt())),
        sorted(history.stream()));
  }

  /** All but the time of the next attempt, which is in the row. */
  private static String result(Settlement.Result result) {
    return switch (result) {
      case Settlement.Delivered delivered -> delivered.toString();
      case Settlement.Retry(_, var reason, var sentence, _, var uncertain) ->
          reason + sentence + uncertain;
      case Settlement.Ended ended -> ended.toString();
    };
  }

  private static String row(DeliveryRow row) {
    return row.id()
        + row.identity()
        + row.state()
        + row.priority()
        + row.attempts()
        + row.begun()
        + row.reason()
        + row.sentence()
        + row.receipt()
        + row.laneState();
  }

  private static List<String> sorted(Stream<String> lines) {
    return lines.sorted().toList();
  }
}
