package org.messgateway.gateway.dispatch;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Bounds what is in flight, in number and in bytes, so that sick destinations cannot take all of
 * it. While half of the places are taken, a lane gets no second one: so a lane that begins to hang
 * holds one of what becomes scarce. Lanes not known healthy hold at most a quarter, and get none of
 * the last quarter but for a few that are theirs, so that they can be found healthy again under any
 * load. With 64 places, 30 lanes that hang leave places for the rest.
 */
public final class InFlight {

  /** What a lane asks for a place as. */
  enum Standing {
    /** Its only attempt in flight. */
    FIRST,
    /** One beside others of the same lane. */
    FURTHER,
    /** A lane not known healthy: it probes, or it failed the last time. */
    SUSPECT
  }

  private static final int SUSPECT_SHARE = 4;
  private static final int FURTHER_SHARE = 2;

  /** The part that lanes not known healthy get before all others. */
  private static final int RESERVED_SHARE = 16;

  private final int places;
  private final long bytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Standing, Deque<Waiter>> forPlaces = new EnumMap<>(Standing.class);
  private final Map<Standing, Deque<Waiter>> forBytes = new EnumMap<>(Standing.class);
  private int placesTaken;
  private int suspects;
  private long bytesTaken;
  private long suspectBytes;
  private boolean shut;

  public InFlight(int places, long bytes) {
    if (places < 1 || bytes < 1) {
      throw new IllegalArgumentException("at least one place and one byte");
    }
    this.places = places;
    this.bytes = bytes;
    for (Standing standing : Standing.values()) {
      forPlaces.put(standing, new ArrayDeque<>());
      forBytes.put(standing, new ArrayDeque<>());
    }
  }

  /** Attempts in flight, hung ones included. */
  public int attempts() {
    lock.lock();
    try {
      return placesTaken;
    } finally {
      lock.unlock();
    }
  }

  /** Those of lanes that answer, as far as is known. */
  public int healthy() {
    lock.lock();
    try {
      return placesTaken - suspects;
    } finally {
      lock.unlock();
    }
  }

  /** Bytes they keep, about. */
  public long bytes() {
    lock.lock();
    try {
      return bytesTaken;
    } finally {
      lock.unlock();
    }
  }

  /**
   * A further place, at once or not at all: a lane that waited for one would not notice that it may
   * have a first one again.
   */
  Optional<Place> further() {
    lock.lock();
    try {
      Place place = new Place(Standing.FURTHER);
      if (shut || !hasPlace(Standing.FURTHER)) {
        return Optional.empty();
      }
      place.take(new Waiter(place, 0));
      return Optional.of(place);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for a place as the first or a suspect one; those of one standing are served in order.
   *
   * @return empty once it was shut
   */
  Optional<Place> enter(Standing standing) throws InterruptedException {
    Place place = new Place(standing);
    return await(new Waiter(place, 0), forPlaces) ? Optional.of(place) : Optional.empty();
  }

  /** Nobody gets in any more, those who wait are sent away; what is in flight stays. */
  void shut() {
    lock.lock();
    try {
      shut = true;
      forPlaces.values().forEach(InFlight::sendAway);
      forBytes.values().forEach(InFlight::sendAway);
    } finally {
      lock.unlock();
    }
  }

  private static void sendAway(Deque<Waiter> queue) {
    queue.forEach(waiter -> waiter.answered.release());
    queue.clear();
  }

  private boolean await(Waiter waiter, Map<Standing, Deque<Waiter>> queues)
      throws InterruptedException {
    if (!queued(waiter, queues)) {
      return false;
    }
    boolean answered = false;
    try {
      // Attempts have deadlines, so places come free; a minute only gives this wait an end, too.
      while (!answered) {
        answered = waiter.answered.tryAcquire(1, TimeUnit.MINUTES);
      }
    } finally {
      if (!answered) {
        abandon(waiter, queues);
      }
    }
    return waiter.granted;
  }

  private boolean queued(Waiter waiter, Map<Standing, Deque<Waiter>> queues) {
    lock.lock();
    try {
      if (!shut) {
        line(queues, waiter.place.standing).add(waiter);
        admit();
      }
      return !shut;
    } finally {
      lock.unlock();
    }
  }

  /** It was interrupted while it waited. */
  private void abandon(Waiter waiter, Map<Standing, Deque<Waiter>> queues) {
    lock.lock();
    try {
      line(queues, waiter.place.standing).remove(waiter);
      if (waiter.granted) {
        waiter.place.giveBack(waiter);
      }
      admit();
    } finally {
      lock.unlock();
    }
  }

  /** Healthy lanes' first attempts before all others, but for a reserve. Under the lock. */
  private void admit() {
    Deque<Waiter> suspected = line(forPlaces, Standing.SUSPECT);
    while (!suspected.isEmpty() && hasReserve()) {
      grant(suspected.remove());
    }
    for (Standing standing : Standing.values()) {
      Deque<Waiter> weighing = line(forBytes, standing);
      while (!weighing.isEmpty() && fits(weighing.peek())) {
        grant(weighing.remove());
      }
      Deque<Waiter> entering = line(forPlaces, standing);
      while (!entering.isEmpty() && hasPlace(standing)) {
        grant(entering.remove());
      }
    }
  }

  private static Deque<Waiter> line(Map<Standing, Deque<Waiter>> lines, Standing standing) {
    return Objects.requireNonNull(lines.get(standing));
  }

  private boolean hasPlace(Standing standing) {
    return switch (standing) {
      case FIRST -> placesTaken < places;
      case FURTHER -> placesTaken < share(FURTHER_SHARE);
      case SUSPECT ->
          suspects < share(SUSPECT_SHARE) && placesTaken < places - share(SUSPECT_SHARE);
    };
  }

  private boolean hasReserve() {
    return placesTaken < places && suspects < share(RESERVED_SHARE);
  }

  private int share(int divisor) {
    return Math.max(1, places / divisor);
  }

  /** One that is larger than all we have goes alone. */
  private boolean fits(Waiter waiter) {
    boolean fits = bytesTaken == 0 || bytesTaken + waiter.bytes <= bytes;
    return waiter.place.standing == Standing.SUSPECT
        ? fits && (suspectBytes == 0 || suspectBytes + waiter.bytes <= bytes / SUSPECT_SHARE)
        : fits;
  }

  private void grant(Waiter waiter) {
    waiter.place.take(waiter);
    waiter.granted = true;
    waiter.answered.release();
  }

  private static final class Waiter {
    private final Place place;
    // 0: waits for a place, not for bytes.
    private final long bytes;
    private final Semaphore answered = new Semaphore(0);
    private volatile boolean granted;

    private Waiter(Place place, long bytes) {
      this.place = place;
      this.bytes = bytes;
    }
  }

  /** A place in flight; taken until closed. */
  final class Place implements AutoCloseable {
    private final Standing standing;
    private boolean held;
    private long weight;

    private Place(Standing standing) {
      this.standing = standing;
    }

    /**
     * Waits for this many bytes; once per place.
     *
     * @return false once it was shut
     */
    boolean weigh(long amount) throws InterruptedException {
      return amount <= 0 || await(new Waiter(this, amount), forBytes);
    }

    /**
     * What it really keeps. Growth does not wait: one that holds bytes and waits for more could
     * wait for another of its kind.
     */
    void reweigh(long amount) {
      lock.lock();
      try {
        add(amount - weight);
        admit();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void close() {
      lock.lock();
      try {
        if (held) {
          add(-weight);
          leave();
          admit();
        }
      } finally {
        lock.unlock();
      }
    }

    private void take(Waiter waiter) {
      if (waiter.bytes > 0) {
        add(waiter.bytes);
      } else {
        held = true;
        placesTaken++;
        suspects += standing == Standing.SUSPECT ? 1 : 0;
      }
    }

    private void giveBack(Waiter waiter) {
      if (waiter.bytes > 0) {
        add(-waiter.bytes);
      } else {
        leave();
      }
    }

    private void leave() {
      held = false;
      placesTaken--;
      suspects -= standing == Standing.SUSPECT ? 1 : 0;
    }

    private void add(long amount) {
      weight += amount;
      bytesTaken += amount;
      suspectBytes += standing == Standing.SUSPECT ? amount : 0;
    }
  }
}
