package org.messgateway.gateway.exchange.files;

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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.Fingerprint;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.StateFolder;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;

/**
 * Fingerprint of each copy as it was last reported to the listener, and the writes of this gateway,
 * which are not reported.
 *
 * <p>Thread-safe. Holds about 200 bytes for each copy in the exchange.
 */
public final class SeenFingerprints {

  /**
   * File times have a resolution of some milliseconds: a younger file can have changed without a
   * new time.
   */
  private static final Duration TIME_RESOLUTION = Duration.ofMillis(20);

  /** Of a copy that is to be read, and was not looked at yet. */
  private static final Fingerprint UNREAD = new Fingerprint(-1, -1, Instant.EPOCH);

  private static final int COPIES_WITH_WRITES = 10_000;
  private static final int WRITES_PER_COPY = 16;

  private final InstantSource clock;

  /** By thread. Nearly all threads have one location. */
  private final Map<Ref, Map<ThreadLocation, Fingerprint>> reported = new ConcurrentHashMap<>();

  private final HeardPlaces elsewhere = new HeardPlaces();
  private final Map<ThreadLocation, Deque<OwnWrite>> ownWrites = new LinkedHashMap<>();

  /** One write of this gateway; a fingerprint is null where no file existed or exists. */
  private record OwnWrite(@Nullable Fingerprint before, @Nullable Fingerprint after) {}

  public SeenFingerprints(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Notes a copy that a store remembers, before watching starts: a start does not report copies
   * that have not changed since.
   *
   * @param place as {@link ThreadLocation#relative()} gave it; any other text is ignored
   */
  public void remember(String place, Fingerprint fingerprint) {
    ThreadLocation.parse(place).ifPresent(parsed -> note(parsed, fingerprint));
  }

  /** An event named a copy of a thread that another gateway looks at. */
  public void heard(ThreadLocation location) {
    elsewhere.add(location);
  }

  /** Locations of a thread's copies at the last scan or event. */
  public List<ThreadLocation> places(Ref ref) {
    Map<ThreadLocation, Fingerprint> ours = reported.get(ref);
    Set<ThreadLocation> locations = ours == null ? elsewhere.of(ref) : ours.keySet();
    return locations.size() < 2 ? List.copyOf(locations) : inOrder(ref, locations);
  }

  /** In the search order of the reference. */
  private static List<ThreadLocation> inOrder(Ref ref, Set<ThreadLocation> locations) {
    List<ThreadLocation> threadLocations = new ArrayList<>();
    for (StateFolder stateFolder : StateFolder.all()) {
      for (ThreadLayout layout : ThreadLayout.values()) {
        ThreadLocation location = new ThreadLocation(stateFolder, ref, layout);
        if (locations.contains(location)) {
          threadLocations.add(location);
        }
      }
    }
    return threadLocations;
  }

  /** Forgets a thread, so that the next comparison reports it again. */
  public void forget(Ref ref) {
    reported.remove(ref);
  }

  private @Nullable Fingerprint of(ThreadLocation location) {
    return reported.getOrDefault(location.ref(), Map.of()).get(location);
  }

  /** Time of the last known change of a copy. */
  public Instant modified(ThreadLocation location) {
    Fingerprint fingerprint = of(location);
    return fingerprint == null ? Instant.EPOCH : fingerprint.modified();
  }

  public List<ThreadLocation> places() {
    return places(_ -> true);
  }

  /** Some of all locations. */
  public List<ThreadLocation> places(Predicate<ThreadLocation> wanted) {
    List<ThreadLocation> places = new ArrayList<>();
    for (Map<ThreadLocation, Fingerprint> copies : reported.values()) {
      for (ThreadLocation place : copies.keySet()) {
        if (wanted.test(place)) {
          places.add(place);
        }
      }
    }
    return places;
  }

  /**
   * Notes a copy that appeared, and is to be read at once, where nothing is known of its thread.
   * {@link #read} notes what it is; until then every look finds that it changed.
   *
   * @return false, with nothing done, where there was a copy before, or it can be our own
   */
  public boolean appeared(ThreadLocation location) {
    return !reported.containsKey(location.ref())
        && !isWrittenHere(location)
        && reported.putIfAbsent(location.ref(), Map.of(location, UNREAD)) == null;
  }

  private synchronized boolean isWrittenHere(ThreadLocation location) {
    return ownWrites.containsKey(location);
  }

  /** Notes the fingerprint with which a copy was read, unless an earlier or later one is known. */
  public void read(ThreadLocation location, Fingerprint fingerprint) {
    Map<ThreadLocation, Fingerprint> known = reported.get(location.ref());
    if (known != null && UNREAD.equals(known.get(location))) {
      boolean _ =
          reported.replace(
              location.ref(),
              known,
              Objects.requireNonNull(withCopy(known, location, fingerprint)));
    }
  }

  /**
   * Notes the fingerprint of a copy.
   *
   * @param fingerprint null when the copy does not exist
   * @param event whether the system reported a change; such a change counts also where the times of
   *     the files do not show it
   * @return whether the listener must be told
   */
  public boolean update(ThreadLocation location, @Nullable Fingerprint fingerprint, boolean event) {
    Fingerprint before = of(location);
    if (Objects.equals(before, fingerprint)) {
      return event
          && fingerprint != null
          && isRecent(fingerprint)
          && !isOwnWrite(location, fingerprint);
    }
    note(location, fingerprint);
    return !isChainOfOwnWrites(location, before, fingerprint);
  }

  private void note(ThreadLocation location, @Nullable Fingerprint fingerprint) {
    reported.compute(location.ref(), (_, before) -> withCopy(before, location, fingerprint));
  }

  private static @Nullable Map<ThreadLocation, Fingerprint> withCopy(
      @Nullable Map<ThreadLocation, Fingerprint> before,
      ThreadLocation location,
      @Nullable Fingerprint fingerprint) {
    if (before == null || (before.size() == 1 && before.containsKey(location))) {
      return fingerprint == null ? null : Map.of(location, fingerprint);
    }
    Map<ThreadLocation, Fingerprint> all = new HashMap<>(before);
    if (fingerprint == null) {
      all.remove(location);
    } else {
      all.put(location, fingerprint);
    }
    return all.isEmpty() ? null : Map.copyOf(all);
  }

  private boolean isRecent(Fingerprint fingerprint) {
    Instant modified = fingerprint.modified();
    return Duration.between(modified, clock.instant()).compareTo(TIME_RESOLUTION) < 0;
  }

  /**
   * Announces a write of this gateway, before it happens. The write stays unreported only where its
   * base had been reported: otherwise a change by others before it would be lost.
   */
  public synchronized void expectWrite(
      ThreadLocation location, @Nullable Fingerprint before, @Nullable Fingerprint after) {
    Deque<OwnWrite> writes = ownWrites.computeIfAbsent(location, _ -> new ArrayDeque<>());
    writes.addLast(new OwnWrite(before, after));
    if (writes.size() > WRITES_PER_COPY) {
      writes.removeFirst();
    }
    if (ownWrites.size() > COPIES_WITH_WRITES) {
      ownWrites.remove(ownWrites.keySet().iterator().next());
    }
  }

  /** Whether a write of this gateway gave a copy this fingerprint. */
  public synchronized boolean isOwnWrite(ThreadLocation location, Fingerprint fingerprint) {
    Deque<OwnWrite> writes = ownWrites.get(location);
    if (writes != null) {
      for (OwnWrite write : writes) {
        if (fingerprint.equals(write.after())) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether a chain of writes of this gateway leads from one fingerprint to the other. */
  private synchronized boolean isChainOfOwnWrites(
      ThreadLocation location, @Nullable Fingerprint before, @Nullable Fingerprint fingerprint) {
    Deque<OwnWrite> writes = ownWrites.get(location);
    if (writes == null) {
      return false;
    }
    Fingerprint reached = fingerprint;
    for (OwnWrite write : writes.reversed()) {
      if (Objects.equals(write.after(), reached)) {
        reached = write.before();
        if (Objects.equals(reached, before)) {
          return true;
        }
      }
    }
    return false;
  }
}
