package org.messgateway.gateway.queue.jdbc;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports to the operator that the store fails: when it begins to, every minute while it does, and
 * when something is stored again. A store that is away fails all loops and each delivery; they do
 * not report it again. Thread-safe.
 */
final class StoreOutage {

  private static final Logger LOG = LoggerFactory.getLogger(StoreOutage.class);

  /** What the operator knows; instants are of the monotonic clock. */
  private record Reported(StoreFailure trouble, long since, long lastLine, boolean over) {

    /** How long after the last line a failure is not worth another one. */
    Duration quietFor(StoreFailure found) {
      if (found != trouble) {
        return Duration.ofSeconds(1);
      }
      return over ? Duration.ofSeconds(10) : Duration.ofMinutes(1);
    }
  }

  private final String where;
  private final LongSupplier nanos;
  private volatile @Nullable Reported reported;

  /**
   * @param where the store, as people may see it
   * @param nanos monotonic time
   */
  StoreOutage(String where, LongSupplier nanos) {
    this.where = where;
    this.nanos = nanos;
  }

  /**
   * Reports a failure, unless the store is not its cause.
   *
   * @return what the callers get
   */
  QueueException found(QueueException failure) {
    if (!failure.environmental()) {
      return failure;
    }
    report(failure);
    return failure.asReported();
  }

  private synchronized void report(QueueException failure) {
    long now = nanos.getAsLong();
    Reported before = reported;
    if (before == null) {
      begin(failure, "", now, now);
    } else if (now - before.lastLine() >= before.quietFor(failure.trouble()).toNanos()) {
      boolean same = !before.over() && before.trouble() == failure.trouble();
      long since = same ? before.since() : now;
      begin(failure, same ? "For " + seconds(since, now) + " s now: " : "", since, now);
    }
  }

  private void begin(QueueException failure, String how, long since, long now) {
    LOG.warn("{}{}", how, failure.getMessage());
    reported = new Reported(failure.trouble(), since, now, false);
  }

  /** Something was stored. Cheap. */
  void over() {
    Reported before = reported;
    if (before != null && !before.over()) {
      end();
    }
  }

  private synchronized void end() {
    Reported before = reported;
    if (before != null && !before.over()) {
      LOG.info(
          "The queue in {} works again, after {} s.",
          where,
          seconds(before.since(), nanos.getAsLong()));
      reported = new Reported(before.trouble(), before.since(), before.lastLine(), true);
    }
  }

  private static long seconds(long from, long until) {
    return Duration.ofNanos(until - from).toSeconds();
  }
}
