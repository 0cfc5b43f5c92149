package org.messgateway.gateway.dispatch;

import java.util.Optional;
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

  private final ReentrantLock lock = new ReentrantLock();
  private final Occupancy occupancy;
  private final WaitingLines forPlaces = new WaitingLines();
  private final WaitingLines forBytes = new WaitingLines();
  private boolean shut;

  public InFlight(int places, long bytes) {
    this.occupancy = new Occupancy(places, bytes);
  }

  /** Attempts in flight, hung ones included. */
  public int attempts() {
    lock.lock();
    try {
      return occupancy.placesTaken();
    } finally {
      lock.unlock();
    }
  }

  /** Those of lanes that answer, as far as is known. */
  public int healthy() {
    lock.lock();
    try {
      return occupancy.healthy();
    } finally {
      lock.unlock();
    }
  }

  /** Bytes they keep, about. */
  public long bytes() {
    lock.lock();
    try {
      return occupancy.bytesTaken();
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
      if (shut || !occupancy.hasPlace(Standing.FURTHER)) {
        return Optional.empty();
      }
      Place place = new Place(Standing.FURTHER);
      place.take();
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
    Waiter waiter = new Waiter(standing, 0, place::take);
    return await(waiter, forPlaces, place::leave) ? Optional.of(place) : Optional.empty();
  }

  /** Nobody gets in any more, those who wait are sent away; what is in flight stays. */
  void shut() {
    lock.lock();
    try {
      shut = true;
      forPlaces.sendAway();
      forBytes.sendAway();
    } finally {
      lock.unlock();
    }
  }

  /**
   * @param giveBack undoes what the waiter was granted in the moment in which it was interrupted
   */
  private boolean await(Waiter waiter, WaitingLines lines, Runnable giveBack)
      throws InterruptedException {
    if (!queued(waiter, lines)) {
      return false;
    }
    boolean answered = false;
    try {
      waiter.awaitAnswer();
      answered = true;
    } finally {
      if (!answered) {
        abandon(waiter, lines, giveBack);
      }
    }
    return waiter.granted();
  }

  private boolean queued(Waiter waiter, WaitingLines lines) {
    lock.lock();
    try {
      if (!shut) {
        lines.add(waiter);
        admit();
      }
      return !shut;
    } finally {
      lock.unlock();
    }
  }

  private void abandon(Waiter waiter, WaitingLines lines, Runnable giveBack) {
    lock.lock();
    try {
      lines.remove(waiter);
      if (waiter.granted()) {
        giveBack.run();
      }
      admit();
    } finally {
      lock.unlock();
    }
  }

  /** Healthy lanes' first attempts before all others, but for a reserve. Under the lock. */
  private void admit() {
    forPlaces.serve(Standing.SUSPECT, _ -> occupancy.hasReserve());
    for (Standing standing : Standing.values()) {
      forBytes.serve(standing, waiter -> occupancy.fits(standing, waiter.bytes()));
      forPlaces.serve(standing, _ -> occupancy.hasPlace(standing));
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
      Waiter waiter = new Waiter(standing, amount, () -> add(amount));
      return amount <= 0 || await(waiter, forBytes, () -> add(-amount));
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

    private void take() {
      held = true;
      occupancy.takePlace(standing);
    }

    private void leave() {
      held = false;
      occupancy.leavePlace(standing);
    }

    private void add(long amount) {
      weight += amount;
      occupancy.addBytes(standing, amount);
    }
  }
}
