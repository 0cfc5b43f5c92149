package org.messgateway.gateway.people;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One version of what people decided.
 *
 * @param stopped addresses that asked not to be called again
 * @param optedOut addresses whose people told the service itself not to let us through
 * @param paused executors who want to be left alone, and until when; past ones may be among them
 * @param linked addresses that people linked themselves
 * @param moved addresses that are other ones now
 * @param codes one-time codes that nobody has used yet
 * @param unknown who tried to act without being known, latest last
 */
public record People(
    List<StoppedAddress> stopped,
    List<OptedOut> optedOut,
    Map<String, Instant> paused,
    List<Linked> linked,
    List<Moved> moved,
    List<Code> codes,
    List<Unknown> unknown) {

  /** Nothing was decided. */
  public static final People NOBODY =
      new People(List.of(), List.of(), Map.of(), List.of(), List.of(), List.of(), List.of());

  public People {
    stopped = List.copyOf(stopped);
    optedOut = List.copyOf(optedOut);
    paused = Map.copyOf(paused);
    linked = List.copyOf(linked);
    moved = List.copyOf(moved);
    codes = List.copyOf(codes);
    unknown = List.copyOf(unknown);
  }

  /** Whether nothing goes there: opted out at the service, or stopped by 410. */
  public boolean silent(String channel, String address) {
    return isOptedOut(channel, address)
        || stopped.stream().anyMatch(one -> one.isAt(channel, address));
  }

  /** Whether its people do not let us through. */
  public boolean isOptedOut(String channel, String address) {
    return optedOut.stream()
        .anyMatch(one -> one.channel().equals(channel) && one.address().equals(address));
  }

  /** Until when an executor is to be left alone; empty when it is not. */
  public Optional<Instant> pausedUntil(String executor, Instant now) {
    return Optional.ofNullable(paused.get(executor)).filter(now::isBefore);
  }

  /** The address that this one is now; itself when it did not move. */
  public String current(String channel, String address) {
    String current = address;
    for (Moved move : moved) {
      if (move.channel().equals(channel) && move.from().equals(current)) {
        current = move.to();
      }
    }
    return current;
  }

  /** An address whose people told the service not to let us through. */
  public record OptedOut(String channel, String address, Instant since) {}

  /**
   * An address that somebody linked by a one-time code.
   *
   * @param person who did, as the service knows them
   */
  public record Linked(
      String executor,
      String channel,
      String address,
      String person,
      @Nullable String name,
      Instant since) {}

  /** An address that is another one now. */
  public record Moved(String channel, String from, String to) {}

  /**
   * A one-time code.
   *
   * @param hash SHA-256 of it in hexadecimal digits; the code itself is kept nowhere
   */
  public record Code(String executor, String channel, String hash, Instant expires) {}

  /**
   * Somebody who tried to act.
   *
   * @param id as the service knows them
   */
  public record Unknown(String channel, String id, @Nullable String name, Instant seen) {}
}
