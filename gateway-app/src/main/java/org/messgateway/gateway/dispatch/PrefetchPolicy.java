package org.messgateway.gateway.dispatch;

import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;
import org.messgateway.api.ChannelLimits;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;

/**
 * Decides how many rows a lane gets with its lease, so that these rows need no commit of their own:
 * the size of the first batch, and 0 where health or limits of the lane would make a row wait. One
 * object serves one lease of many lanes. Reads memory only.
 */
final class PrefetchPolicy implements ToIntFunction<LaneLease> {

  /** While half of the places are taken, a lane waits for a place before it takes a row. */
  private static final int SHARE = 2;

  private final Channels channels;
  private final HealthRegistry health;
  private int left;

  /**
   * @param room how many rows may be given, to all lanes together
   */
  PrefetchPolicy(Channels channels, HealthRegistry health, int room) {
    this.channels = channels;
    this.health = health;
    this.left = room;
  }

  /**
   * How many rows may be taken before they have a place in flight.
   *
   * @param most attempts in flight
   * @param notStarted rows that were taken and have no place yet; a crash would leave them
   *     uncertain. Not called where there is no room anyway, because there are thousands of lanes
   *     then
   */
  static int room(int most, int inFlight, IntSupplier notStarted) {
    int free = most / SHARE - inFlight;
    return free > 0 ? Math.max(0, free - notStarted.getAsInt()) : 0;
  }

  @Override
  public int applyAsInt(LaneLease lane) {
    if (left <= 0 || lane.state() != LaneState.CLOSED || lane.probes() > 0) {
      return 0;
    }
    Optional<ChannelLimits> limits = channels.channel(lane.channel()).map(Channel::limits);
    int rows = limits.map(limit -> rows(lane, limit)).orElse(0);
    left -= rows;
    return rows;
  }

  /** Where a rate is kept, a row waits for its turn in the store. */
  private int rows(LaneLease lane, ChannelLimits limits) {
    boolean mayWait =
        BatchSizer.limited(limits) || !health.hasRoom(lane.lane(), limits.concurrency());
    return mayWait ? 0 : Math.min(BatchSizer.least(limits), left);
  }
}
