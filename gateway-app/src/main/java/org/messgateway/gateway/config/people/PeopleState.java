package org.messgateway.gateway.config.people;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One version of the decisions of people.
 *
 * @param stopped addresses that asked not to be called again
 * @param optedOut addresses whose people opted out at the service itself
 * @param paused executors who paused, with the end of the pause; pauses that are over may be among
 *     them
 * @param linked addresses that people linked themselves
 * @param moved addresses that were replaced by others
 * @param codes one-time codes that are not used yet
 * @param unknown persons who tried to act, the latest last
 */
public record PeopleState(
    List<StoppedAddress> stopped,
    List<OptedOut> optedOut,
    Map<String, Instant> paused,
    List<Linked> linked,
    List<Moved> moved,
    List<Code> codes,
    List<Unknown> unknown) {

  /** No decisions. */
  public static final PeopleState NOBODY =
      new PeopleState(List.of(), List.of(), Map.of(), List.of(), List.of(), List.of(), List.of());

  public PeopleState {
    stopped = List.copyOf(stopped);
    optedOut = List.copyOf(optedOut);
    paused = Map.copyOf(paused);
    linked = List.copyOf(linked);
    moved = List.copyOf(moved);
    codes = List.copyOf(codes);
    unknown = List.copyOf(unknown);
  }

  /** Whether nobody has decided anything. A record's own {@code equals} costs 5 ms of a start. */
  public boolean isNobody() {
    return stopped.isEmpty()
        && optedOut.isEmpty()
        && paused.isEmpty()
        && linked.isEmpty()
        && moved.isEmpty()
        && codes.isEmpty()
        && unknown.isEmpty();
  }

  /** Whether an address gets no messages: it opted out, or it was stopped by 410. */
  public boolean silent(String channel, String address) {
    if (isOptedOut(channel, address)) {
      return true;
    }
    for (StoppedAddress one : stopped) {
      if (one.isAt(channel, address)) {
        return true;
      }
    }
    return false;
  }

  /** Whether an address has opted out. */
  public boolean isOptedOut(String channel, String address) {
    for (OptedOut one : optedOut) {
      if (one.channel().equals(channel) && one.address().equals(address)) {
        return true;
      }
    }
    return false;
  }

  /** The end of the pause of an executor; empty when it is not paused. */
  public Optional<Instant> pausedUntil(String executor, Instant now) {
    return Optional.ofNullable(paused.get(executor)).filter(now::isBefore);
  }

  /** The address that replaced an address; itself when it did not move. */
  public String current(String channel, String address) {
    String current = address;
    for (Moved move : moved) {
      if (move.channel().equals(channel) && move.from().equals(current)) {
        current = move.to();
      }
    }
    return current;
  }

  /** An address that opted out at the service. */
  public record OptedOut(String channel, String address, Instant since) {}

  /**
   * An address that a person linked by a one-time code.
   *
   * @param person id of the person at the service
   */
  public record Linked(
      String executor,
      String channel,
      String address,
      String person,
      @Nullable String name,
      Instant since) {}

  /** An address that was replaced by another. */
  public record Moved(String channel, String from, String to) {}

  /**
   * A one-time code.
   *
   * @param hash SHA-256 of the code in hexadecimal; the code itself is not stored
   */
  public record Code(String executor, String channel, String hash, Instant expires) {}

  /**
   * An unknown person who tried to act.
   *
   * @param id of the person at the service
   */
  public record Unknown(String channel, String id, @Nullable String name, Instant seen) {}
}
