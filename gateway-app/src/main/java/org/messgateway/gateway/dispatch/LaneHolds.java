package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.messgateway.api.FailureReason;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.LaneLease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether the gateway itself keeps a leased lane from sending: no adapter or a held one, a
 * stopped address, hung attempts. Deliveries of a held lane wait, and none fails.
 */
final class LaneHolds {

  /** Hung attempts that stop a lane. */
  static final int HUNG_ON_LANE = 3;

  /** Hung attempts that stop a whole channel. */
  static final int HUNG_ON_CHANNEL = 32;

  private static final Logger LOG = LoggerFactory.getLogger(LaneHolds.class);

  private final AddressStops stops;
  private final InstantSource clock;
  private final Duration hold;

  LaneHolds(AddressStops stops, InstantSource clock, Duration hold) {
    this.stops = stops;
    this.clock = clock;
    this.hold = hold;
  }

  /** The breaker update for a held lane; empty when the lane may send. Logs a new reason once. */
  Optional<BreakerUpdate> why(
      LaneLease lane, Channels channels, LaneHealth memory, ChannelHealth account) {
    Instant until = clock.instant().plus(hold);
    Optional<BreakerUpdate> breaker =
        gate(lane, withoutAdapter(lane.channel(), channels), memory, account, until);
    String reason = breaker.map(LaneHolds::sentence).orElse("");
    if (memory.holdChanged(reason)) {
      if (reason.isEmpty()) {
        LOG.info("Lane {} of {} is not held any more.", lane.lane(), lane.channel());
      } else {
        LOG.warn("Lane {} of {} is held: {}", lane.lane(), lane.channel(), reason);
      }
    }
    return breaker;
  }

  /** Why there is no adapter to send with, for people. */
  private static Optional<String> withoutAdapter(String name, Channels channels) {
    Optional<Channel> channel = channels.channel(name);
    return channel.isPresent()
        ? channel.get().hold()
        : Optional.of(
            channels
                .holds()
                .getOrDefault(
                    name,
                    "There is no working adapter for channel "
                        + name
                        + "; run 'mess-gateway check'. Deliveries wait until there is."));
  }

  private Optional<BreakerUpdate> gate(
      LaneLease lane,
      Optional<String> withoutAdapter,
      LaneHealth memory,
      ChannelHealth account,
      Instant until) {
    if (withoutAdapter.isPresent()) {
      return Optional.of(
          new BreakerUpdate.LaneWaits(until, FailureReason.ADAPTER_FAILED, withoutAdapter.get()));
    }
    if (account.hung(0) >= HUNG_ON_CHANNEL) {
      return Optional.of(hungChannel(until, account.hung(0)));
    }
    if (memory.hung(0) >= HUNG_ON_LANE) {
      return Optional.of(hungLane(until, memory.hung(0)));
    }
    return stops.stopped(lane.channel(), lane.address())
        ? Optional.of(
            new BreakerUpdate.LaneWaits(
                until,
                FailureReason.ADDRESS_GONE,
                "The address asked not to be called again and is stopped in people.yaml."))
        : Optional.empty();
  }

  static BreakerUpdate hungLane(Instant until, int hung) {
    return new BreakerUpdate.LaneWaits(
        until,
        FailureReason.TIMEOUT,
        hung + " attempts do not end although they were interrupted; the lane waits for them.");
  }

  static BreakerUpdate hungChannel(Instant until, int hung) {
    return new BreakerUpdate.AccountWaits(
        until,
        FailureReason.TIMEOUT,
        hung
            + " attempts do not end although they were interrupted: a mistake in the adapter."
            + " Restart the gateway if they never do.");
  }

  private static String sentence(BreakerUpdate breaker) {
    return switch (breaker) {
      case BreakerUpdate.LaneWaits(_, _, var sentence) -> sentence;
      case BreakerUpdate.AccountWaits(_, _, var sentence) -> sentence;
      case BreakerUpdate.Healthy _, BreakerUpdate.Unchanged _ -> "";
    };
  }
}
