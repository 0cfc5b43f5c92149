package org.messgateway.gateway.exchange;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What the listener has been told of, copy by copy, so that only news is reported; and what this
 * gateway wrote itself, which is none.
 *
 * <p>Thread-safe. Holds about 200 bytes for each copy in the exchange.
 */
public final class KnownThreads {

  /** File times stand still for some milliseconds; what is younger may have changed unseen. */
  private static final Duration TICK = Duration.ofMillis(20);

  private static final int MOST_OWN = 10_000;
  private static final int STEPS = 16;

  private final InstantSource clock;

  /** By thread, nearly all of which lie in one place. */
  private final Map<Ref, Map<Place, Fingerprint>> known = new ConcurrentHashMap<>();

  private final Map<Place, Deque<Step>> own = new LinkedHashMap<>();

  /** One write of ours: from what to what; null where nothing was or is. */
  private record Step(@Nullable Fingerprint before, @Nullable Fingerprint after) {}

  KnownThreads(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Takes a copy as known before the watching starts, so that a start does not report what a store
   * remembers and what has not changed since.
   *
   * @param place as {@link Place#relative()} gave it; a text that is no place is passed over
   */
  public void remember(String place, Fingerprint fingerprint) {
    Place.parse(place).ifPresent(parsed -> note(parsed, fingerprint));
  }

  /** Where copies of a thread were when they were last looked at. */
  List<Place> places(Ref ref) {
    Set<Place> there = known.getOrDefault(ref, Map.of()).keySet();
    return there.size() < 2 ? List.copyOf(there) : inOrder(ref, there);
  }

  /** As the reference searches. */
  private static List<Place> inOrder(Ref ref, Set<Place> there) {
    List<Place> places = new ArrayList<>();
    for (StateFolder top : StateFolder.all()) {
      for (Form form : Form.values()) {
        Place place = new Place(top, ref, form);
        if (there.contains(place)) {
          places.add(place);
        }
      }
    }
    return places;
  }

  /** Takes back that these were told, so that the next comparison reports them again. */
  void forget(Ref ref) {
    known.remove(ref);
  }

  private @Nullable Fingerprint of(Place place) {
    return known.getOrDefault(place.ref(), Map.of()).get(place);
  }

  /** When a copy last changed, as far as is known. */
  Instant modified(Place place) {
    Fingerprint fingerprint = of(place);
    return fingerprint == null ? Instant.EPOCH : fingerprint.modified();
  }

  List<Place> places() {
    return known.values().stream().flatMap(each -> each.keySet().stream()).toList();
  }

  /**
   * Notes how a copy stands and says whether the listener must be told.
   *
   * @param now null when it is not there
   * @param event whether the system reported a change: then one that left no trace in the file's
   *     times is believed too
   */
  boolean news(Place place, @Nullable Fingerprint now, boolean event) {
    Fingerprint before = of(place);
    note(place, now);
    if (Objects.equals(before, now)) {
      return event && now != null && fresh(now) && !written(place, now);
    }
    return !ours(place, before, now);
  }

  private void note(Place place, @Nullable Fingerprint now) {
    known.compute(place.ref(), (_, before) -> noted(before, place, now));
  }

  private static @Nullable Map<Place, Fingerprint> noted(
      @Nullable Map<Place, Fingerprint> before, Place place, @Nullable Fingerprint now) {
    if (before == null || before.keySet().equals(Set.of(place))) {
      return now == null ? null : Map.of(place, now);
    }
    Map<Place, Fingerprint> all = new HashMap<>(before);
    if (now == null) {
      all.remove(place);
    } else {
      all.put(place, now);
    }
    return all.isEmpty() ? null : Map.copyOf(all);
  }

  private boolean fresh(Fingerprint fingerprint) {
    Instant modified = fingerprint.modified();
    return Duration.between(modified, clock.instant()).compareTo(TICK) < 0;
  }

  /**
   * Announces a write of ours, before it happens. It stays unreported only when what it was made
   * from had been reported: else somebody's change before it would be swallowed with it.
   */
  synchronized void expect(Place place, @Nullable Fingerprint before, @Nullable Fingerprint after) {
    Deque<Step> steps = own.computeIfAbsent(place, _ -> new ArrayDeque<>());
    steps.addLast(new Step(before, after));
    if (steps.size() > STEPS) {
      steps.removeFirst();
    }
    if (own.size() > MOST_OWN) {
      own.remove(own.keySet().iterator().next());
    }
  }

  /** Whether a write of ours made that of a copy. */
  synchronized boolean written(Place place, Fingerprint now) {
    return own.getOrDefault(place, new ArrayDeque<>()).stream()
        .anyMatch(step -> now.equals(step.after()));
  }

  /** Whether writes of ours, one upon the other, lead from the one to the other. */
  private synchronized boolean ours(
      Place place, @Nullable Fingerprint before, @Nullable Fingerprint now) {
    Deque<Step> steps = own.getOrDefault(place, new ArrayDeque<>());
    Optional<Fingerprint> reached = Optional.ofNullable(now);
    for (Step step : steps.reversed()) {
      if (Objects.equals(step.after(), reached.orElse(null))) {
        reached = Optional.ofNullable(step.before());
        if (Objects.equals(step.before(), before)) {
          return true;
        }
      }
    }
    return false;
  }
}
