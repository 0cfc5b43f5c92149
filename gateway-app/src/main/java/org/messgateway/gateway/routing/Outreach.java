package org.messgateway.gateway.routing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.messgateway.api.Audience;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;
import org.messgateway.gateway.routing.TellingTimes.Slot;
import org.messgateway.gateway.routing.Told.Delivery;

/**
 * How one executor is told of a free thread: over which of its channels, and when.
 *
 * <p>Channels at once are all wanted. In order, the next one begins when the delivery before it was
 * rejected, is dead or expired; when its lane waits although it is due; or when so long has passed
 * since it was delivered (while it is not: since it was due) and the thread is still free. How
 * long: the plan's {@code after}, but where the deadline is near at most an equal share of the time
 * left, one share for each channel that is not yet over, so that all have been tried before it. A
 * channel that was begun stays, whatever happens to the one before.
 *
 * @param uses channels that are wanted, in order
 * @param next the channel that begins next, when there is one
 * @param spentAt since when nothing will reach this executor any more: every channel rejected or
 *     dead, or no time before the deadline; empty while there is hope
 * @param tooLate the due time, when it lies beyond the deadline
 * @param neverOpen whether hours and quiet hours leave no time
 * @param looks instants at which this may be different
 */
record Outreach(
    Executor executor,
    List<Use> uses,
    Optional<Next> next,
    Optional<Instant> spentAt,
    Optional<Slot> tooLate,
    boolean neverOpen,
    List<Instant> looks) {

  Outreach {
    uses = List.copyOf(uses);
    looks = List.copyOf(looks);
  }

  /** A channel in use; {@code row} is empty while the queue has none. */
  record Use(ChannelAddress at, Audience audience, Slot slot, Optional<Delivery> row) {

    boolean failed() {
      return row.filter(
              it -> it.state() == DeliveryState.REJECTED || it.state() == DeliveryState.DEAD)
          .isPresent();
    }
  }

  /** A channel that is not in use yet, and when it will be. */
  record Next(String channel, Instant at) {}

  static Outreach of(Executor executor, Instant basis, Question question) {
    return new Maker(executor, basis, question).make();
  }

  private static final class Maker {

    private final Executor executor;
    private final Instant basis;
    private final Question question;
    private final TellingTimes times;
    private final List<ChannelAddress> channels;
    private final List<Use> uses = new ArrayList<>();
    private final List<Instant> looks = new ArrayList<>();
    private Optional<Next> next = Optional.empty();
    private Optional<Slot> tooLate = Optional.empty();

    Maker(Executor executor, Instant basis, Question question) {
      this.executor = executor;
      this.basis = basis;
      this.question = question;
      times = TellingTimes.of(executor, question.priority(), question.hours());
      channels = question.eligibility().channels(executor);
    }

    Outreach make() {
      Optional<Slot> open = times.slot(basis, question.now());
      if (open.isEmpty()) {
        return done(Optional.of(basis), true);
      }
      for (int index = 0; index < channels.size() && next.isEmpty(); index++) {
        use(channels.get(index), open.get());
        next = next(index);
      }
      next.ifPresent(later -> looks.add(later.at()));
      return done(spentAt(), false);
    }

    private Outreach done(Optional<Instant> spentAt, boolean neverOpen) {
      return new Outreach(executor, uses, next, spentAt, tooLate, neverOpen, looks);
    }

    private void use(ChannelAddress at, Slot open) {
      Audience audience = question.eligibility().audience(at);
      Optional<Delivery> row = question.soFar().at(executor.id(), at, audience);
      boolean settled = row.filter(RequestsSoFar::settled).isPresent();
      // What is settled keeps the time it first had: closing hours do not concern it any more.
      Slot slot = settled ? times.slot(basis, basis).orElse(open) : open;
      if (!settled && !question.deadline().allows(slot.due())) {
        tooLate = Optional.of(slot);
        return;
      }
      uses.add(new Use(at, audience, slot, row));
      if (!settled) {
        slot.closes().ifPresent(looks::add);
      }
    }

    private Optional<Next> next(int index) {
      boolean last = index == channels.size() - 1;
      if (last || !executor.notifyPlan().inOrder() || uses.isEmpty() || tooLate.isPresent()) {
        return Optional.empty();
      }
      if (question.soFar().begun(executor.id(), channels.subList(index + 1, channels.size()))) {
        return Optional.empty();
      }
      Instant at = nextAt(uses.getLast(), channels.size() - index);
      return at.isAfter(question.now())
          ? Optional.of(new Next(channels.get(index + 1).channel(), at))
          : Optional.empty();
    }

    private Instant nextAt(Use before, int left) {
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
          question
              .deadline()
              .at()
              .map(deadline -> Duration.between(since, deadline).dividedBy(left));
      return share.filter(it -> it.compareTo(after) < 0).orElse(after);
    }

    private Optional<Instant> spentAt() {
      boolean hope = next.isPresent() || uses.stream().anyMatch(use -> !use.failed());
      return hope
          ? Optional.empty()
          : uses.stream()
              .flatMap(use -> use.row().stream())
              .flatMap(row -> Stream.ofNullable(row.settledAt()))
              .reduce(InstantRange::later)
              .or(() -> Optional.of(basis));
    }
  }
}
