package org.messgateway.gateway.dispatch;

import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;
import org.messgateway.api.Limits;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;

/**
 * How many rows a lane gets with its lease, so that they need no commit of their own: as many as
 * would be taken first anyway, where nothing known here would keep them waiting. For one lease of
 * many lanes; asks no store.
 */
final class FirstRows implements ToIntFunction<LaneLease> {

  /** Above half of what may be in flight, lanes wait for a place before they take anything. */
  private static final int SHARE = 2;

  private final Channels channels;
  private final Memories memories;
  private int left;

  /**
   * @param room how many rows may be given, to all lanes together
   */
  FirstRows(Channels channels, Memories memories, int room) {
    this.channels = channels;
    this.memories = memories;
    this.left = room;
  }

  /**
   * How many rows may be given ahead of their places.
   *
   * @param most that may be in flight
   * @param inHand rows that were given so and have no place yet: a kill would find them taken; not
   *     asked where there is no room anyway, as there are thousands of lanes then
   */
  static int room(int most, int inFlight, IntSupplier inHand) {
    int free = most / SHARE - inFlight;
    return free > 0 ? Math.max(0, free - inHand.getAsInt()) : 0;
  }

  @Override
  public int applyAsInt(LaneLease lane) {
    if (left <= 0 || lane.state() != LaneState.CLOSED || lane.probes() > 0) {
      return 0;
    }
    Optional<Limits> limits = channels.channel(lane.channel()).map(Channel::limits);
    int rows = limits.map(limit -> rows(lane, limit)).orElse(0);
    left -= rows;
    return rows;
  }

  /** Where a rate is kept, a row waits for its turn in the store. */
  private int rows(LaneLease lane, Limits limits) {
    boolean mayWait =
        BatchSize.limited(limits) || !memories.hasRoom(lane.lane(), limits.concurrency());
    return mayWait ? 0 : Math.min(BatchSize.least(limits), left);
  }
}
