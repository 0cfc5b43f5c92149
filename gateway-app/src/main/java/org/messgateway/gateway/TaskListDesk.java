package org.messgateway.gateway;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.messgateway.api.Editable;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Receipt;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.dispatch.Channels;
import org.messgateway.gateway.gentle.TaskList;
import org.messgateway.gateway.gentle.TaskLists;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.WantedDelivery;

/**
 * Puts lists of tasks into the queue and keeps them true: one message for each, changed where the
 * channel can. Under an exchange name of their own.
 */
final class TaskListDesk {

  /** Where a message cannot be changed, the next one comes no sooner. */
  private static final Duration BETWEEN = Duration.ofMinutes(10);

  private static final Duration OF_USE = Duration.ofHours(12);

  private final String exchange;
  private final TaskLists lists;
  private final DeliveryQueue queue;
  private final Channels channels;
  private final InstantSource clock;

  TaskListDesk(
      String exchangeId,
      TaskLists lists,
      DeliveryQueue queue,
      Channels channels,
      InstantSource clock) {
    this.exchange = exchange(exchangeId);
    this.lists = lists;
    this.queue = queue;
    this.channels = channels;
    this.clock = clock;
  }

  /** Under which name deliveries of lists go. */
  static String exchange(String exchangeId) {
    return OwnDeliveries.of(exchangeId, "lists");
  }

  /** One turn of the chore. */
  boolean turn() {
    Instant now = clock.instant();
    for (TaskList list : lists.stale(now)) {
      List<DeliveryRow> rows = queue.deliveries(exchange, list.ref());
      if (!sent(list, rows)) {
        say(list, rows, now);
      }
    }
    return false;
  }

  /** A version that arrived is taken note of before another is made. */
  private boolean sent(TaskList list, List<DeliveryRow> rows) {
    for (DeliveryRow row : rows) {
      Receipt receipt = row.state() == DeliveryState.DELIVERED ? row.receipt() : null;
      boolean its = !list.night() || row.identity().serial() == list.serial();
      if (receipt != null && list.receipt() == null && its) {
        lists.sent(list.ref(), receipt);
        if (list.night()) {
          lists.saying(list.ref(), list.serial(), clock.instant());
        }
        return true;
      }
    }
    return rows.stream().anyMatch(row -> !row.state().settled());
  }

  private void say(TaskList list, List<DeliveryRow> rows, Instant now) {
    boolean first = list.receipt() == null;
    if (first && list.deliveries().isEmpty()) {
      lists.drop(list.ref());
      return;
    }
    if (!first && !editable(list)) {
      again(list, rows, now);
      return;
    }
    boolean firstOfNight = first && list.night() && rows.isEmpty();
    put(list, firstOfNight ? list.serial() : next(rows), now);
  }

  private void again(TaskList list, List<DeliveryRow> rows, Instant now) {
    boolean longAgo = !now.isBefore(list.said().plus(BETWEEN));
    if (!list.night() && longAgo && list.deliveries().size() > Math.max(0, list.shown())) {
      put(list, next(rows), now);
    }
  }

  private void put(TaskList list, int serial, Instant now) {
    lists.saying(list.ref(), serial, now);
    Identity identity =
        new Identity(
            exchange,
            list.ref(),
            list.place().executor(),
            list.place().channel(),
            list.place().address(),
            NotificationKind.DIGEST,
            serial);
    WantedDelivery wanted =
        new WantedDelivery(
            identity,
            List.of(list.place().executor()),
            true,
            Priority.NORMAL,
            now,
            now.plus(OF_USE));
    queue.reconcile(ThreadRow.ended(exchange, list.ref()), Set.of(), List.of(wanted), Set.of());
  }

  private static int next(List<DeliveryRow> rows) {
    return rows.stream().mapToInt(row -> row.identity().serial()).max().orElse(0) + 1;
  }

  private boolean editable(TaskList list) {
    return channels
        .channel(list.place().channel())
        .flatMap(channel -> channel.ability(Editable.class))
        .isPresent();
  }
}
