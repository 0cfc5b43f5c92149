package org.messgateway.gateway.dispatch;

import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.dispatch.WaitQueues.Waiter;

/**
 * Bounds the attempts in flight, in number and in bytes, so that sick destinations cannot take all
 * places. Source: docs/rules.md#order-and-isolation.
 *
 * <p>A lane gets a second place only while fewer than half of the places are taken, so a lane that
 * begins to hang holds one scarce place. Lanes not known to be healthy hold at most a quarter of
 * the places, and none of the last free quarter, except a sixteenth that is reserved for them: they
 * can be found healthy again under any load. With 64 places, 30 lanes that hang leave places for
 * the rest. Thread-safe.
 */
public final class InFlightLimiter {

  /** Why a lane asks for a place; decides which places it may get. */
  enum PlaceClass {
    /** Its only attempt in flight. */
    FIRST,
    /** One beside others of the same lane. */
    FURTHER,
    /** A lane not known healthy: it probes, or it failed the last time. */
    SUSPECT
  }

  private static final int SUSPECT_SHARE = 4;
  private static final int FURTHER_SHARE = 2;

  /** One in so many places goes to lanes not known to be healthy before all others. */
  private static final int RESERVED_SHARE = 16;

  private final ReentrantLock lock = new ReentrantLock();
  private final WaitQueues forPlaces = new WaitQueues();
  private final WaitQueues forBytes = new WaitQueues();
  private final int places;
  private final long bytes;
  private int placesTaken;
  private int suspects;
  private long bytesTaken;
  private long suspectBytes;
  private boolean shut;

  /**
   * @param places attempts at once, at least 1
   * @param bytes of notifications at once, at least 1; a larger notification goes alone
   */
  public InFlightLimiter(int places, long bytes) {
    if (places < 1 || bytes < 1) {
      throw new IllegalArgumentException("at least one place and one byte");
    }
    this.places = places;
    this.bytes = bytes;
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
   * A place at once, where none of its class waits for one; null otherwise. Nobody waits for a
   * further place: a lane that did would not notice the end of its last attempt, after which it may
   * ask for a first one.
   */
  @Nullable Place tryEnter(PlaceClass placeClass) {
    lock.lock();
    try {
      if (shut || forPlaces.waits(placeClass) || !hasPlace(placeClass)) {
        return null;
      }
      Place place = new Place(placeClass);
      place.take();
      return place;
    } finally {
      lock.unlock();
    }
  }

  /** Whether it was {@link #shut}. */
  boolean closed() {
    lock.lock();
    try {
      return shut;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for a place as the first or a suspect one; those of one class are served in order.
   *
   * @return empty once it was shut
   */
  Optional<Place> enter(PlaceClass placeClass) throws InterruptedException {
    Place place = new Place(placeClass);
    Waiter waiter = new Waiter(placeClass, 0, place::take);
    return await(waiter, forPlaces, place::leave) ? Optional.of(place) : Optional.empty();
  }

  /** Grants no further place and ends all waits; places in use stay in use. */
  void shut() {
    lock.lock();
    try {
      shut = true;
      forPlaces.dismissAll();
      forBytes.dismissAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * @param giveBack undoes a grant that came at the moment of the waiter's interruption
   */
  private boolean await(Waiter waiter, WaitQueues queues, Runnable giveBack)
      throws InterruptedException {
    if (!queued(waiter, queues)) {
      return false;
    }
    boolean answered = false;
    try {
      waiter.awaitAnswer();
      answered = true;
    } finally {
      if (!answered) {
        abandon(waiter, queues, giveBack);
      }
    }
    return waiter.granted();
  }

  private boolean queued(Waiter waiter, WaitQueues queues) {
    lock.lock();
    try {
      if (!shut) {
        queues.add(waiter);
        admit();
      }
      return !shut;
    } finally {
      lock.unlock();
    }
  }

  private void abandon(Waiter waiter, WaitQueues queues, Runnable giveBack) {
    lock.lock();
    try {
      queues.remove(waiter);
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
    forPlaces.serve(PlaceClass.SUSPECT, _ -> hasReserve());
    for (PlaceClass placeClass : PlaceClass.values()) {
      forBytes.serve(placeClass, waiter -> fits(placeClass, waiter.bytes()));
      forPlaces.serve(placeClass, _ -> hasPlace(placeClass));
    }
  }

  private boolean hasPlace(PlaceClass placeClass) {
    return switch (placeClass) {
      case FIRST -> placesTaken < places;
      case FURTHER -> placesTaken < share(FURTHER_SHARE);
      case SUSPECT ->
          suspects < share(SUSPECT_SHARE) && placesTaken < places - share(SUSPECT_SHARE);
    };
  }

  /** Whether a suspect lane gets a place before all others. */
  private boolean hasReserve() {
    return placesTaken < places && suspects < share(RESERVED_SHARE);
  }

  private int share(int divisor) {
    return Math.max(1, places / divisor);
  }

  private boolean fits(PlaceClass placeClass, long amount) {
    boolean fits = bytesTaken == 0 || bytesTaken + amount <= bytes;
    return placeClass == PlaceClass.SUSPECT
        ? fits && (suspectBytes == 0 || suspectBytes + amount <= bytes / SUSPECT_SHARE)
        : fits;
  }

  /** A place in flight; taken until closed. */
  final class Place implements AutoCloseable {
    private final PlaceClass placeClass;
    private boolean held;
    private long weight;

    private Place(PlaceClass placeClass) {
      this.placeClass = placeClass;
    }

    /**
     * Waits for this many bytes; once per place.
     *
     * @return false once it was shut
     */
    boolean weigh(long amount) throws InterruptedException {
      Waiter waiter = new Waiter(placeClass, amount, () -> add(amount));
      return amount <= 0 || await(waiter, forBytes, () -> add(-amount));
    }

    /**
     * Corrects the bytes of this place. Growth does not wait: places that hold bytes and wait for
     * more could wait for each other for ever.
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
      placesTaken++;
      suspects += placeClass == PlaceClass.SUSPECT ? 1 : 0;
    }

    private void leave() {
      held = false;
      placesTaken--;
      suspects -= placeClass == PlaceClass.SUSPECT ? 1 : 0;
    }

    private void add(long amount) {
      weight += amount;
      bytesTaken += amount;
      suspectBytes += placeClass == PlaceClass.SUSPECT ? amount : 0;
    }
  }
}
