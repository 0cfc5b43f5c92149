package org.messgateway.gateway.exchange.write;

import java.io.IOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One flush for all threads that want the same folder flushed at the same time. A call that comes
 * during a flush shares the next one with all waiting calls. After its return everything written
 * before the call is on the disk; a failed flush fails its own call, and the waiting ones flush
 * again. Thread-safe.
 */
final class CoalescedFlush {

  private final Flush flush;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private long asked;
  private long done;
  private boolean underWay;

  /** Flushes to the disk. */
  @FunctionalInterface
  interface Flush {
    void run() throws IOException;
  }

  CoalescedFlush(Flush flush) {
    this.flush = flush;
  }

  void flush() throws IOException {
    long mine = ask();
    if (mine > 0) {
      boolean succeeded = false;
      try {
        flush.run();
        succeeded = true;
      } finally {
        end(succeeded ? mine : 0);
      }
    }
  }

  /**
   * Waits for a flush under way.
   *
   * @return number of the last call that the caller's own flush serves; 0 when another call flushed
   */
  private long ask() {
    lock.lock();
    try {
      asked++;
      long mine = asked;
      while (underWay && done < mine) {
        // For the time the disk takes, like an own flush.
        ended.awaitUninterruptibly();
      }
      if (done >= mine) {
        return 0;
      }
      underWay = true;
      return asked;
    } finally {
      lock.unlock();
    }
  }

  private void end(long served) {
    lock.lock();
    try {
      underWay = false;
      done = Math.max(done, served);
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
