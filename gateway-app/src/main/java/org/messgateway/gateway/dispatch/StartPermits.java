package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.ChannelLimits;
import org.messgateway.gateway.dispatch.InFlightLimiter.Place;
import org.messgateway.gateway.dispatch.InFlightLimiter.PlaceClass;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;

/**
 * What the next attempt of a lane needs: room on the lane, permits of the rates of lane and
 * account, a place in flight. Nothing here blocks: what is missing now is asked for again when it
 * may be there. For use under the lane's monitor.
 */
final class StartPermits {

  /** Until then a place may be free that another lane has left. */
  private static final Duration NO_PLACE_PAUSE = Duration.ofMillis(50);

  private static final int LARGEST_BATCH = 64;

  /** A batch that took no longer is followed by one twice as large. */
  private static final Duration FAST = Duration.ofMillis(50);

  private final LaneLease lease;
  private final LaneHealth health;
  private final ChannelHealth account;
  private final DispatchContext context;
  private final Runnable again;
  private final Consumer<Place> granted;
  private final long leasedNanos;
  private Timers.@Nullable Alarm alarm;
  private @Nullable Place place;
  private boolean waitsForPlace;
  private int batch;
  private long batchNanos;

  /** When the permit of the account that was taken may be used; null without one. */
  private @Nullable Long accountNanos;

  /**
   * @param again called on the timers' thread when something missing may be there
   * @param granted called under the limiter's lock with a place that was waited for; must only hand
   *     it on
   */
  StartPermits(
      LaneLease lease,
      LaneHealth health,
      ChannelHealth account,
      DispatchContext context,
      Runnable again,
      Consumer<Place> granted) {
    this.lease = lease;
    this.health = health;
    this.account = account;
    this.context = context;
    this.again = again;
    this.granted = granted;
    this.leasedNanos = context.timers().nanos();
  }

  /** Whether the lane may take a row now: it has room, a permit of its own rate, and a place. */
  boolean mayTake(ChannelLimits limits) {
    return health.hasRoom(limits.concurrency())
        && isOver(health.delay(limits.lane(), context.timers().nanos()))
        && (place != null || enter());
  }

  /** Whether a row in hand may be sent now, since the account permits it, too. */
  boolean mayStart(ChannelLimits limits) {
    if (limits.account() == null) {
      return true;
    }
    long now = context.timers().nanos();
    if (accountNanos == null) {
      accountNanos =
          now
              + account.reserve(
                  limits.account(), context.queue().nodes(), context.settings().renewEvery(), now);
    }
    return isOver(accountNanos - now);
  }

  /** A place for a row that is about to be inserted; null where it has to wait for anything. */
  @Nullable Place atOnce(Channel channel) {
    PlaceClass placeClass = health.placeClass(lease);
    if (unwell()
        || !plain(channel)
        || placeClass == PlaceClass.SUSPECT
        || !health.hasRoom(channel.limits().concurrency())) {
      return null;
    }
    Place free = context.inFlight().tryEnter(placeClass);
    if (free != null) {
      health.started(null, 0);
    }
    return free;
  }

  /** Whether the lane, or its account, was stopped under this lease. */
  boolean failed() {
    return health.stopped(lease.epoch()) || account.failedSince(leasedNanos);
  }

  private boolean unwell() {
    return failed()
        || health.hung(0) >= LaneHolds.HUNG_ON_LANE
        || account.hung(0) >= LaneHolds.HUNG_ON_CHANNEL;
  }

  /** Whether it may stay leased without rows: a probe ends with its lease, and so does a rate. */
  boolean mayRest() {
    return lease.state() == LaneState.CLOSED
        && lease.probes() == 0
        && !unwell()
        && context.channels().channel(lease.channel()).filter(StartPermits::plain).isPresent();
  }

  /** Whether rows of the channel may be sent without a look at what holds or slows lanes. */
  static boolean plain(Channel channel) {
    return !hasRate(channel.limits()) && channel.hold().isEmpty();
  }

  /**
   * How many rows are taken at once: more and more while they are sent quickly, so that a fast lane
   * does not ask the store for each row; few where rows wait, so that a later urgent row is not
   * behind them.
   *
   * @param working lanes with rows that wait, which share the places
   */
  int batch(ChannelLimits limits, int working) {
    if (hasRate(limits)) {
      return 1;
    }
    int least = Math.min(limits.concurrency(), LARGEST_BATCH);
    int share = context.settings().attempts() / Math.max(1, working);
    long now = context.timers().nanos();
    boolean quick = batch > 0 && now - batchNanos < FAST.toNanos();
    batch = quick ? Math.min(batch * 2, LARGEST_BATCH) : least;
    batchNanos = now;
    return Math.max(least, Math.min(batch, share));
  }

  private static boolean hasRate(ChannelLimits limits) {
    return limits.lane() != null || limits.account() != null;
  }

  /** Takes what {@link #mayTake} and {@link #mayStart} found. */
  Place use(ChannelLimits limits) {
    Place taken = Objects.requireNonNull(place);
    place = null;
    accountNanos = null;
    health.started(limits.lane(), context.timers().nanos());
    return taken;
  }

  private boolean isOver(long waitNanos) {
    if (waitNanos > 0) {
      lookIn(Duration.ofNanos(waitNanos));
    }
    return waitNanos <= 0;
  }

  private boolean enter() {
    if (waitsForPlace) {
      return false;
    }
    PlaceClass placeClass = health.placeClass(lease);
    if (placeClass == PlaceClass.FURTHER) {
      place = context.inFlight().tryEnter(placeClass);
      if (place == null) {
        lookIn(NO_PLACE_PAUSE);
      }
    } else {
      place = context.inFlight().enter(placeClass, granted);
      waitsForPlace = place == null;
    }
    return place != null;
  }

  /** The place that it waited for; true when it can be used. */
  void granted(Place later) {
    waitsForPlace = false;
    place = later;
  }

  private void lookIn(Duration wait) {
    if (alarm == null) {
      alarm = context.timers().after(wait, again);
    }
  }

  /** The alarm rang. */
  void rang() {
    alarm = null;
  }

  /** Gives back what is not used: no attempt starts now. */
  void giveBack() {
    Place unused = place;
    place = null;
    accountNanos = null;
    if (unused != null) {
      unused.close();
    }
    if (alarm != null) {
      alarm.cancel();
      alarm = null;
    }
  }
}
