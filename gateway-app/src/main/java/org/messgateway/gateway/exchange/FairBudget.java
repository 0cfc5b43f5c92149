package org.messgateway.gateway.exchange;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What large work may take at once, over all who do such work: bytes of memory, or places. Small
 * work does not ask, and so never waits here.
 *
 * <p>Whoever comes first goes first, and one caller has a few shares at most: a caller with many
 * requests waits for itself, not in front of others. A share that is larger than all there is
 * counts as all there is. Thread-safe. Nobody may wait for a share while it holds one of the same
 * budget.
 */
public final class FairBudget {

  private final long total;
  private final int mostOfOne;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, Integer> callers = new HashMap<>();
  private final Queue<Long> waiting = new ArrayDeque<>();
  private long places;
  private long taken;

  /** What one caller took. Closing gives it back, once. */
  public interface Share extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * @param total bytes, or places
   * @param mostOfOne shares of one caller at the same time
   */
  public FairBudget(long total, int mostOfOne) {
    this.total = total;
    this.mostOfOne = mostOfOne;
  }

  /**
   * A part of the largest heap that Java may use.
   *
   * @param parts into which the heap is divided
   */
  public static FairBudget ofHeap(int parts, int mostOfOne) {
    return new FairBudget(Runtime.getRuntime().maxMemory() / parts, mostOfOne);
  }

  /**
   * Waits for a share.
   *
   * @param caller whose shares are counted together
   * @param patience zero for not waiting at all
   * @return empty when there was none within that time
   */
  public Optional<Share> take(String caller, long wanted, Duration patience)
      throws InterruptedException {
    long share = Math.min(wanted, total);
    lock.lockInterruptibly();
    try {
      long end = System.nanoTime() + patience.toNanos();
      while (callers.getOrDefault(caller, 0) >= mostOfOne) {
        if (!changed(end)) {
          return Optional.empty();
        }
      }
      callers.merge(caller, 1, Integer::sum);
      boolean admitted = false;
      try {
        admitted = admitted(share, end);
      } finally {
        if (!admitted) {
          leave(caller);
        }
      }
      return admitted ? Optional.of(new Taken(caller, share)) : Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  private boolean admitted(long share, long end) throws InterruptedException {
    Long place = ++places;
    waiting.add(place);
    try {
      while (!place.equals(waiting.peek()) || taken + share > total) {
        if (!changed(end)) {
          return false;
        }
      }
      taken += share;
      return true;
    } finally {
      waiting.remove(place);
      changed.signalAll();
    }
  }

  @SuppressWarnings("WaitNotInLoop") // Those who call it loop.
  private boolean changed(long end) throws InterruptedException {
    long left = end - System.nanoTime();
    if (left <= 0) {
      return false;
    }
    boolean _ = changed.await(left, TimeUnit.NANOSECONDS);
    return true;
  }

  private void leave(String caller) {
    callers.computeIfPresent(caller, (_, count) -> count == 1 ? null : count - 1);
    changed.signalAll();
  }

  private final class Taken implements Share {

    private final String caller;
    private final long share;
    private boolean closed;

    Taken(String caller, long share) {
      this.caller = caller;
      this.share = share;
    }

    @Override
    public void close() {
      lock.lock();
      try {
        if (!closed) {
          closed = true;
          taken -= share;
          leave(caller);
        }
      } finally {
        lock.unlock();
      }
    }
  }
}
