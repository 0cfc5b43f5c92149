package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One flush for all who want the same flushed at the same time: who comes while one is under way
 * shares the next with all others that wait. Each has what it did before it came on the disk when
 * it goes on, or the failure of a flush of its own. Thread-safe.
 */
final class SharedFlush {

  private final Flush flush;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private long asked;
  private long done;
  private boolean underWay;

  /** Brings it to the disk. */
  @FunctionalInterface
  interface Flush {
    void run() throws IOException;
  }

  SharedFlush(Flush flush) {
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
   * Waits for those before.
   *
   * @return who is served by the flush that the caller has to do now; 0 when it was done by another
   */
  private long ask() {
    lock.lock();
    try {
      asked++;
      long mine = asked;
      while (underWay && done < mine) {
        // As long as the disk takes, like a flush of one's own.
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
