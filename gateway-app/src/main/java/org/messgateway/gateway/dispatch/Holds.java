package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.messgateway.api.FailureReason;
import org.messgateway.gateway.queue.Gate;
import org.messgateway.gateway.queue.LaneLease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Why a leased lane may not send for reasons of ours; its deliveries wait and nothing fails. */
final class Holds {

  /** So many attempts that outlive their time limit stop a lane. */
  static final int HUNG_ON_LANE = 3;

  /** So many stop the whole channel. */
  static final int HUNG_ON_CHANNEL = 32;

  private static final Logger LOG = LoggerFactory.getLogger(Holds.class);

  private final AddressStops stops;
  private final InstantSource clock;
  private final Duration hold;

  Holds(AddressStops stops, InstantSource clock, Duration hold) {
    this.stops = stops;
    this.clock = clock;
    this.hold = hold;
  }

  /** The gate to shut, empty when the lane may send; logged when the reason is a new one. */
  Optional<Gate> why(LaneLease lane, boolean adapter, LaneMemory memory, ChannelMemory account) {
    Instant until = clock.instant().plus(hold);
    Optional<Gate> gate = gate(lane, adapter, memory, account, until);
    String reason = gate.map(Holds::sentence).orElse("");
    if (memory.heldAnew(reason)) {
      if (reason.isEmpty()) {
        LOG.info("Lane {} of {} is not held any more.", lane.lane(), lane.channel());
      } else {
        LOG.warn("Lane {} of {} is held: {}", lane.lane(), lane.channel(), reason);
      }
    }
    return gate;
  }

  private Optional<Gate> gate(
      LaneLease lane, boolean adapter, LaneMemory memory, ChannelMemory account, Instant until) {
    if (!adapter) {
      return Optional.of(
          new Gate.LaneWaits(
              until,
              FailureReason.ADAPTER_FAILED,
              "There is no working adapter for channel "
                  + lane.channel()
                  + "; run 'mess-gateway check'. Deliveries wait until there is."));
    }
    if (account.hung(0) >= HUNG_ON_CHANNEL) {
      return Optional.of(hungChannel(until, account.hung(0)));
    }
    if (memory.hung(0) >= HUNG_ON_LANE) {
      return Optional.of(hungLane(until, memory.hung(0)));
    }
    return stops.stopped(lane.channel(), lane.address())
        ? Optional.of(
            new Gate.LaneWaits(
                until,
                FailureReason.ADDRESS_GONE,
                "The address asked not to be called again and is stopped in people.yaml."))
        : Optional.empty();
  }

  static Gate hungLane(Instant until, int hung) {
    return new Gate.LaneWaits(
        until,
        FailureReason.TIMEOUT,
        hung + " attempts do not end although they were interrupted; the lane waits for them.");
  }

  static Gate hungChannel(Instant until, int hung) {
    return new Gate.AccountWaits(
        until,
        FailureReason.TIMEOUT,
        hung
            + " attempts do not end although they were interrupted: a mistake in the adapter."
            + " Restart the gateway if they never do.");
  }

  private static String sentence(Gate gate) {
    return switch (gate) {
      case Gate.LaneWaits(_, _, var sentence) -> sentence;
      case Gate.AccountWaits(_, _, var sentence) -> sentence;
      case Gate.Healthy _, Gate.Unchanged _ -> "";
    };
  }
}
