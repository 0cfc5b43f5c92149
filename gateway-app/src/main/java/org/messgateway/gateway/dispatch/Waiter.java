package org.messgateway.gateway.dispatch;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.messgateway.gateway.dispatch.InFlight.Standing;

/**
 * One thread that waits in line, until it is granted what it wants or sent away. Granted and sent
 * away by others, under their lock.
 */
final class Waiter {

  private final Standing standing;
  private final long bytes;
  private final Runnable take;
  private final Semaphore answered = new Semaphore(0);
  private volatile boolean granted;

  /**
   * @param bytes how many it wants; 0 for one that wants a place
   * @param take takes what it wants, at once when it is granted
   */
  Waiter(Standing standing, long bytes, Runnable take) {
    this.standing = standing;
    this.bytes = bytes;
    this.take = take;
  }

  Standing standing() {
    return standing;
  }

  long bytes() {
    return bytes;
  }

  void grant() {
    take.run();
    granted = true;
    answered.release();
  }

  void sendAway() {
    answered.release();
  }

  boolean granted() {
    return granted;
  }

  void awaitAnswer() throws InterruptedException {
    boolean done = false;
    // Attempts have deadlines, so places come free; a minute only gives this wait an end, too.
    while (!done) {
      done = answered.tryAcquire(1, TimeUnit.MINUTES);
    }
  }
}
