package org.messgateway.gateway.ops;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The troubles of now. Kept in memory, 200 at most: a trouble that outlives a restart is reported
 * again. Thread-safe; fast enough to be called for every failure.
 */
public final class ActiveTroubles {

  /** Least time between two messages about one cause. Source: docs/rules.md#trouble. */
  static final Duration HOURLY = Duration.ofHours(1);

  /** Occurrences within this time are told in one message. */
  static final Duration GROUPING = Duration.ofSeconds(20);

  /** A trouble that did not occur again for this time is forgotten. */
  static final Duration QUIET = Duration.ofHours(6);

  private static final int MAX_TROUBLES = 200;

  private final InstantSource clock;
  private final Map<String, TroubleState> states = new LinkedHashMap<>();

  public ActiveTroubles(InstantSource clock) {
    this.clock = clock;
  }

  /** Notes one occurrence. */
  public synchronized void report(Trouble trouble) {
    Instant now = clock.instant();
    TroubleState before = states.get(trouble.key());
    if (before == null && states.size() >= MAX_TROUBLES) {
      return;
    }
    states.put(
        trouble.key(), before == null ? TroubleState.of(trouble, now) : before.again(trouble, now));
  }

  /** Removes a trouble, because what it is about works again. */
  public synchronized void mended(TroubleCause cause, String about) {
    // Each delivery that goes well says so.
    if (!states.isEmpty()) {
      states.remove(new Trouble(cause, about, "", "").key());
    }
  }

  /** The trouble of a key; empty when there is none now. */
  public synchronized Optional<TroubleState> now(String key) {
    return Optional.ofNullable(states.get(key));
  }

  /** All troubles, oldest first. */
  public synchronized List<TroubleState> all() {
    return List.copyOf(states.values());
  }

  /** Troubles to be told now: with occurrences that were not told, and not told for an hour. */
  public synchronized List<TroubleState> untold() {
    Instant now = clock.instant();
    forget(now);
    return states.values().stream().filter(trouble -> due(trouble, now)).toList();
  }

  private static boolean due(TroubleState trouble, Instant now) {
    Instant told = trouble.toldAt();
    return told == null
        ? over(trouble.since(), GROUPING, now)
        : trouble.times() > trouble.toldTimes() && over(told, HOURLY, now);
  }

  /** A wait that begins in the future is over: the clock was set back. */
  private static boolean over(Instant from, Duration wait, Instant now) {
    return now.isBefore(from) || !now.isBefore(from.plus(wait));
  }

  private void forget(Instant now) {
    for (Iterator<TroubleState> all = states.values().iterator(); all.hasNext(); ) {
      if (all.next().last().plus(QUIET).isBefore(now)) {
        all.remove();
      }
    }
  }

  /** Notes that the operators are being told of a trouble. */
  public synchronized void told(String key) {
    states.computeIfPresent(key, (_, trouble) -> trouble.told(clock.instant()));
  }
}
