package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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

  /** Attempts have limits, so bytes come free; this only gives each wait an end, too. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  private final WaitQueues forPlaces = new WaitQueues(Place::enter);
  private final WaitQueues forBytes = new WaitQueues(Place::weighed);
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
  public synchronized int attempts() {
    return placesTaken;
  }

  /** Those of lanes that answer, as far as is known. */
  public synchronized int healthy() {
    return placesTaken - suspects;
  }

  /** Bytes they keep, about. */
  public synchronized long bytes() {
    return bytesTaken;
  }

  /**
   * A place at once, where none of its class waits for one; null otherwise. Nobody waits for a
   * further place: a lane that did would not notice the end of its last attempt, after which it may
   * ask for a first one.
   */
  synchronized @Nullable Place tryEnter(PlaceClass placeClass) {
    if (shut || forPlaces.waits(placeClass) || !hasPlace(placeClass)) {
      return null;
    }
    Place place = new Place(placeClass);
    place.enter();
    return place;
  }

  /** Whether it was {@link #shut}. */
  synchronized boolean closed() {
    return shut;
  }

  /**
   * A place as the first or a suspect one; those of one class are served in order.
   *
   * @param later receives the place where there is none now, unless this is {@link #shut} before.
   *     Called under the limiter's lock, so it must only hand the place on
   * @return null where there is none now
   */
  synchronized @Nullable Place enter(PlaceClass placeClass, Consumer<Place> later) {
    if (shut) {
      return null;
    }
    Place place = new Place(placeClass);
    forPlaces.add(place);
    admit();
    if (place.held) {
      return place;
    }
    place.later = later;
    return null;
  }

  /** Grants no further place and ends all waits; places in use stay in use. */
  synchronized void shut() {
    shut = true;
    forPlaces.dismissAll(_ -> {});
    forBytes.dismissAll(Place::waitsNoMore);
  }

  /** Healthy lanes' first attempts before all others, but for a reserve. Under the lock. */
  private void admit() {
    if (forPlaces.isEmpty() && forBytes.isEmpty()) {
      return;
    }
    forPlaces.serve(PlaceClass.SUSPECT, _ -> hasReserve());
    for (PlaceClass placeClass : PlaceClass.values()) {
      forBytes.serve(placeClass, place -> fits(placeClass, place.asked));
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

    /** Bytes that it waits for. */
    private long asked;

    /** Receives it once it was waited for. */
    private @Nullable Consumer<Place> later;

    /** Whether its attempt waits for them, by the place's own monitor. */
    private boolean waits;

    private Place(PlaceClass placeClass) {
      this.placeClass = placeClass;
    }

    PlaceClass placeClass() {
      return placeClass;
    }

    /**
     * Waits for this many bytes; once per place.
     *
     * @return false once it was shut
     */
    boolean weigh(long amount) throws InterruptedException {
      if (amount <= 0) {
        return true;
      }
      synchronized (InFlightLimiter.this) {
        if (shut) {
          return false;
        }
        if (!forBytes.waits(placeClass) && fits(placeClass, amount)) {
          add(amount);
          return true;
        }
        asked = amount;
        waits = true;
        forBytes.add(this);
        admit();
      }
      return await();
    }

    private boolean await() throws InterruptedException {
      try {
        synchronized (this) {
          while (waits) {
            wait(LONGEST_WAIT.toMillis());
          }
        }
      } catch (InterruptedException e) {
        abandon();
        throw e;
      }
      synchronized (InFlightLimiter.this) {
        return weight > 0;
      }
    }

    /** Gives bytes back that came at the moment of its interruption. */
    private void abandon() {
      synchronized (InFlightLimiter.this) {
        forBytes.remove(this);
        add(-weight);
        admit();
      }
    }

    private void weighed() {
      add(asked);
      waitsNoMore();
    }

    private synchronized void waitsNoMore() {
      waits = false;
      notifyAll();
    }

    /**
     * Corrects the bytes of this place. Growth does not wait: places that hold bytes and wait for
     * more could wait for each other for ever.
     */
    void reweigh(long amount) {
      synchronized (InFlightLimiter.this) {
        add(amount - weight);
        admit();
      }
    }

    @Override
    public void close() {
      synchronized (InFlightLimiter.this) {
        if (held) {
          add(-weight);
          leave();
          admit();
        }
      }
    }

    private void enter() {
      held = true;
      placesTaken++;
      suspects += placeClass == PlaceClass.SUSPECT ? 1 : 0;
      if (later != null) {
        later.accept(this);
      }
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
