package org.messgateway.gateway.http.limits;

import io.helidon.webserver.http.ServerRequest;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Places of the requests that are answered at the same time: of those that are worked on, and of
 * those that wait until something happens, which cost memory and nothing else. So many who wait
 * take no place from those who want something now. Safe for all threads.
 */
public final class RequestPlaces {

  private final Semaphore working;
  private final Semaphore waiting;

  /**
   * @param working requests that are worked on at the same time
   * @param waiting requests that wait, beside those
   */
  public RequestPlaces(int working, int waiting) {
    this.working = new Semaphore(working);
    this.waiting = new Semaphore(waiting);
  }

  /** A place for a request that begins; empty where too many are worked on. */
  public Optional<Place> begin() {
    return working.tryAcquire() ? Optional.of(new Place()) : Optional.empty();
  }

  /**
   * Says that a request waits from now on, and then sends what little there is to send.
   *
   * @return false where too many wait already; then it has the place that it had
   */
  public static boolean waits(ServerRequest request) {
    return request.context().get(Place.class).map(Place::waits).orElse(true);
  }

  /** The place of one request, used by its thread alone. Closing gives it back. */
  public final class Place implements AutoCloseable {

    private boolean isWaiting;

    private Place() {}

    private boolean waits() {
      if (isWaiting) {
        return true;
      }
      if (!waiting.tryAcquire()) {
        return false;
      }
      working.release();
      isWaiting = true;
      return true;
    }

    @Override
    public void close() {
      (isWaiting ? waiting : working).release();
    }
  }
}
