package org.messgateway.gateway.routing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.messgateway.api.Audience;
import org.messgateway.gateway.protocol.InstantRange;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.routing.DeliveryLedger.Delivery;
import org.messgateway.gateway.routing.NotificationWindows.Slot;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;

/**
 * The channels over which one executor is notified of a free thread, and when.
 *
 * <p>Without an order all channels are used at once; those that cost money and are spared only when
 * each of the others failed or waits. In order, the next channel begins when the delivery before it
 * was rejected, is dead or expired; when its lane waits although the delivery is due; or when a
 * wait has passed since it was delivered (before that: since it was due) and the thread is still
 * free. The wait is {@code after}, or a shorter equal share of the time until the deadline, one
 * share for each channel left, so that all are tried in time. A channel that was begun stays in
 * use, whatever happens to the one before.
 */
final class ChannelPlan {

  /** A channel in use; {@code row} is empty while the queue has none. */
  record ChannelUse(ChannelAddress at, Audience audience, Slot slot, Optional<Delivery> row) {

    boolean failed() {
      return row.isPresent()
          && (row.get().state() == DeliveryState.REJECTED
              || row.get().state() == DeliveryState.DEAD);
    }
  }

  /** A channel that is not in use yet, and when it begins. */
  record NextChannel(String channel, Instant at) {}

  private final Executor executor;
  private final Instant basis;
  private final RoutingContext context;
  private final NotificationWindows times;
  private final List<ChannelAddress> channels;
  private final List<ChannelAddress> spared = new ArrayList<>();
  private final List<ChannelUse> uses = new ArrayList<>();
  private final List<Instant> looks = new ArrayList<>();
  private Optional<NextChannel> next = Optional.empty();
  private Optional<Slot> tooLate = Optional.empty();
  private boolean neverOpen;

  private ChannelPlan(Executor executor, Instant basis, RoutingContext context, boolean sparing) {
    this.executor = executor;
    this.basis = basis;
    this.context = context;
    times = NotificationWindows.of(executor, context.priority(), context.hours());
    List<ChannelAddress> usable = context.eligibility().channels(executor);
    if (sparing) {
      spared.addAll(context.eligibility().spared(executor, usable));
    }
    channels =
        spared.isEmpty() ? usable : usable.stream().filter(at -> !spared.contains(at)).toList();
  }

  /**
   * @param sparing whether channels that cost money are spared
   */
  static ChannelPlan of(Executor executor, Instant basis, RoutingContext context, boolean sparing) {
    ChannelPlan plan = new ChannelPlan(executor, basis, context, sparing);
    Optional<Slot> open = plan.times.slot(basis, context.now());
    if (open.isPresent()) {
      plan.useChannels(open.get());
    } else {
      plan.neverOpen = true;
    }
    return plan;
  }

  private void useChannels(Slot open) {
    for (int index = 0; index < channels.size() && next.isEmpty(); index++) {
      use(channels.get(index), open);
      next = next(index);
    }
    next.ifPresent(later -> looks.add(later.at()));
    if (!spared.isEmpty() && needed()) {
      spared.forEach(at -> use(at, open));
      spared.clear();
    }
  }

  /** Whether no other channel reaches the executor now; one that was begun stays in use. */
  private boolean needed() {
    boolean unreached =
        !uses.isEmpty()
            && uses.stream()
                .allMatch(use ->
                    use.failed()
                        || use.row().filter(DeliveryLedger.Delivery::laneOpen).isPresent());
    return unreached || context.requests().begun(executor.id(), spared);
  }

  private void use(ChannelAddress at, Slot open) {
    Audience audience = context.eligibility().audience(at);
    Optional<Delivery> row = context.requests().at(executor.id(), at, audience);
    boolean settled = row.isPresent() && RequestHistory.settled(row.get());
    // A settled delivery keeps its first due time: hours that close do not concern it any more.
    Slot slot = settled ? times.slot(basis, basis).orElse(open) : open;
    if (!settled && !context.deadline().allows(slot.due())) {
      tooLate = Optional.of(slot);
      return;
    }
    uses.add(new ChannelUse(at, audience, slot, row));
    if (!settled) {
      slot.closes().ifPresent(looks::add);
    }
  }

  private Optional<NextChannel> next(int index) {
    boolean last = index == channels.size() - 1;
    if (last || !executor.notifyPlan().inOrder() || uses.isEmpty() || tooLate.isPresent()) {
      return Optional.empty();
    }
    if (context.requests().begun(executor.id(), channels.subList(index + 1, channels.size()))) {
      return Optional.empty();
    }
    Instant at = nextAt(uses.getLast(), channels.size() - index);
    return at.isAfter(context.now())
        ? Optional.of(new NextChannel(channels.get(index + 1).channel(), at))
        : Optional.empty();
  }

  private Instant nextAt(ChannelUse before, int left) {
    Instant due = before.slot().due();
    if (before.row().isEmpty()) {
      return waited(due, left);
    }
    Delivery row = before.row().get();
    return switch (row.state()) {
      case REJECTED, DEAD, EXPIRED -> InstantRange.EARLIEST;
      case DELIVERED -> waited(Objects.requireNonNullElse(row.settledAt(), due), left);
      case QUEUED, SENDING, WITHDRAWN -> row.laneOpen() ? due : waited(due, left);
    };
  }

  private Instant waited(Instant since, int left) {
    return InstantRange.plus(since, patience(since, left));
  }

  private Duration patience(Instant since, int left) {
    Duration after = executor.notifyPlan().after();
    Optional<Duration> share =
        context.deadline().at().map(deadline -> Duration.between(since, deadline).dividedBy(left));
    return share.filter(it -> it.compareTo(after) < 0).orElse(after);
  }

  Executor executor() {
    return executor;
  }

  /** Channels in use, in order. */
  List<ChannelUse> uses() {
    return uses;
  }

  /** Channels that cost money and are not used. */
  List<ChannelAddress> spared() {
    return spared;
  }

  /** The channel that begins next; empty for none. */
  Optional<NextChannel> next() {
    return next;
  }

  /**
   * Since when this executor is out of reach: every channel rejected or dead, or no time before the
   * deadline; empty while a channel may reach it.
   */
  Optional<Instant> spentAt() {
    if (next.isPresent()) {
      return Optional.empty();
    }
    for (ChannelUse use : uses) {
      if (!use.failed()) {
        return Optional.empty();
      }
    }
    return uses.stream()
        .flatMap(use -> use.row().stream())
        .flatMap(row -> Stream.ofNullable(row.settledAt()))
        .reduce(InstantRange::later)
        .or(() -> Optional.of(basis));
  }

  /** The due time, when it is at or after the deadline. */
  Optional<Slot> tooLate() {
    return tooLate;
  }

  /** Whether hours and quiet hours leave no time. */
  boolean neverOpen() {
    return neverOpen;
  }

  /** Instants at which the plan may change. */
  List<Instant> looks() {
    return looks;
  }
}
