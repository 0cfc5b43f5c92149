package org.messgateway.gateway.queue.jdbc;

/**
 * Estimates the length of SQLite's log from its growth per group up to the last look: only a
 * checkpoint learns the real length. Thread-safe.
 */
final class WalGrowth {

  /** Before anything is known a group may have changed many. */
  private static final double AT_FIRST = 256;

  private final long worth;
  private double pagesEach = AT_FIRST;
  private long groups;
  private long pages;

  /**
   * @param worth pages that it shall grow by between two looks
   */
  WalGrowth(long worth) {
    this.worth = worth;
  }

  /** One more group was written; returns whether it has grown by as much as is worth a look. */
  synchronized boolean committed() {
    groups++;
    return groups * pagesEach >= worth;
  }

  /**
   * It was looked at.
   *
   * @param now pages in it; fewer than before where it began anew
   */
  synchronized void stands(long now) {
    long grown = now >= pages ? now - pages : now;
    if (groups > 0 && grown > 0) {
      pagesEach = Math.max(1, (double) grown / groups);
    }
    pages = now;
    groups = 0;
  }
}
