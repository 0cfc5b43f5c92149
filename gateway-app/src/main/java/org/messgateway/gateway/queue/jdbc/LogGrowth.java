package org.messgateway.gateway.queue.jdbc;

/**
 * Estimates how much a log has grown, from how much it grew a group until it was last looked at:
 * SQLite tells its length only to who copies it. For use by several threads.
 */
final class LogGrowth {

  /** Before anything is known a group may have changed many. */
  private static final double AT_FIRST = 256;

  private final long worth;
  private double pagesEach = AT_FIRST;
  private long groups;
  private long pages;

  /**
   * @param worth pages that it shall grow by between two looks
   */
  LogGrowth(long worth) {
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
