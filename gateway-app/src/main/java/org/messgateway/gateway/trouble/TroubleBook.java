package org.messgateway.gateway.trouble;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is wrong now. In memory and bounded: what still is wrong after a restart is reported again.
 * Thread-safe; fast enough to be told of every failure.
 */
public final class TroubleBook {

  /** More often nobody is told of the same cause. Source: DESIGN §5 (Trouble). */
  static final Duration HOURLY = Duration.ofHours(1);

  /** What comes in so quick succession is told together. */
  static final Duration GROUPING = Duration.ofSeconds(20);

  /** What did not occur again for so long is forgotten. */
  static final Duration QUIET = Duration.ofHours(6);

  private static final int CASES = 200;

  private final InstantSource clock;
  private final Map<String, Case> cases = new LinkedHashMap<>();

  public TroubleBook(InstantSource clock) {
    this.clock = clock;
  }

  /** It happened, again perhaps. */
  public synchronized void report(Trouble trouble) {
    Instant now = clock.instant();
    Case before = cases.get(trouble.key());
    if (before == null && cases.size() >= CASES) {
      return;
    }
    cases.put(trouble.key(), before == null ? Case.of(trouble, now) : before.again(trouble, now));
  }

  /** It works again: nobody has to be told any more. */
  public synchronized void mended(Cause cause, String about) {
    cases.remove(new Trouble(cause, about, "", "").key());
  }

  /** What is wrong under this key now. */
  public synchronized Optional<Case> now(String key) {
    return Optional.ofNullable(cases.get(key));
  }

  /** Everything that is wrong now, oldest first: for health and pages. */
  public synchronized List<Case> all() {
    return List.copyOf(cases.values());
  }

  /** What somebody should be told now: new since they were told last, and that an hour ago. */
  public synchronized List<Case> untold() {
    Instant now = clock.instant();
    forget(now);
    return cases.values().stream().filter(one -> due(one, now)).toList();
  }

  private static boolean due(Case one, Instant now) {
    Instant told = one.toldAt();
    return told == null
        ? !now.isBefore(one.since().plus(GROUPING))
        : one.times() > one.toldTimes() && !now.isBefore(told.plus(HOURLY));
  }

  private void forget(Instant now) {
    for (Iterator<Case> all = cases.values().iterator(); all.hasNext(); ) {
      if (all.next().last().plus(QUIET).isBefore(now)) {
        all.remove();
      }
    }
  }

  /** Somebody is being told of it. */
  public synchronized void told(String key) {
    cases.computeIfPresent(key, (_, one) -> one.told(clock.instant()));
  }
}
