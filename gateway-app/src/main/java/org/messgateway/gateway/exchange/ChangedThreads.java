package org.messgateway.gateway.exchange;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Threads that somebody must look at, each at most once in the queue and never in two hands at the
 * same time. What just changed goes before what a listing found.
 *
 * <p>Thread-safe and bounded: a full queue makes the watcher wait, which loses nothing, because the
 * system then reports an overflow and everything is compared.
 */
public final class ChangedThreads implements ExchangeListener {

  private static final Duration LONGEST_WAIT_FOR_ROOM = Duration.ofSeconds(30);

  private final int capacity;
  private final LongSupplier nanos;
  private final ReentrantLock lock = new ReentrantLock();
  // Each taker that finds something wakes one more if there is more: none is woken for nothing.
  private final Condition work = lock.newCondition();
  private final Condition room = lock.newCondition();
  private final LinkedHashSet<Ref> fresh = new LinkedHashSet<>();
  private final LinkedHashSet<Ref> backlog = new LinkedHashSet<>();
  private final PriorityQueue<Later> later = new PriorityQueue<>();
  private final Map<Ref, Long> laterAt = new HashMap<>();
  private final Set<Ref> inHand = new HashSet<>();

  private record Later(long at, Ref ref) implements Comparable<Later> {
    @Override
    public int compareTo(Later other) {
      return Long.compare(at - other.at, 0);
    }
  }

  /**
   * @param capacity threads that may wait
   * @param nanos monotonic clock for {@link #again}
   */
  public ChangedThreads(int capacity, LongSupplier nanos) {
    this.capacity = capacity;
    this.nanos = nanos;
  }

  /**
   * @throws IllegalStateException when nobody made room for half a minute
   */
  @Override
  public void changed(Set<Ref> refs) {
    add(refs, true);
  }

  @Override
  public void found(Set<Ref> refs) {
    add(refs, false);
  }

  private void add(Set<Ref> refs, boolean first) {
    lock.lock();
    try {
      for (Ref ref : refs) {
        awaitRoom(ref);
        put(ref, first);
      }
      work.signal();
    } finally {
      lock.unlock();
    }
  }

  private void put(Ref ref, boolean first) {
    if (first) {
      backlog.remove(ref);
      fresh.add(ref);
    } else if (!fresh.contains(ref)) {
      backlog.add(ref);
    }
  }

  private void awaitRoom(Ref ref) {
    long left = LONGEST_WAIT_FOR_ROOM.toNanos();
    try {
      while (full(ref)) {
        if (left <= 0) {
          throw new IllegalStateException(capacity + " changed threads wait, none is looked at");
        }
        work.signal();
        left = room.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for room", e);
    }
  }

  private boolean full(Ref ref) {
    return waitingNow() >= capacity && !fresh.contains(ref) && !backlog.contains(ref);
  }

  /** Puts a thread back in the queue when that time has passed; the earliest wish holds. */
  public void again(Ref ref, Duration after) {
    lock.lock();
    try {
      long at = nanos.getAsLong() + after.toNanos();
      Long earlier = laterAt.get(ref);
      if (earlier == null || at - earlier < 0) {
        laterAt.put(ref, at);
        later.add(new Later(at, ref));
        work.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes the next thread into the caller's hand, who must give it back by {@link #done}.
   *
   * @return empty when there was none in that time
   */
  public Optional<Ref> take(Duration atMost) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long end = System.nanoTime() + atMost.toNanos();
      Optional<Ref> next = next();
      while (next.isEmpty() && end - System.nanoTime() > 0) {
        work.await(Math.min(end - System.nanoTime(), untilDue()), TimeUnit.NANOSECONDS);
        next = next();
      }
      if (next.isPresent() && (waitingNow() > 0 || !later.isEmpty())) {
        work.signal();
      }
      return next;
    } finally {
      lock.unlock();
    }
  }

  /** Takes more that wait now, each to be given back as well; empty when there are none. */
  public List<Ref> more(int most) {
    lock.lock();
    try {
      List<Ref> taken = new ArrayList<>();
      for (Optional<Ref> next = next(); next.isPresent(); next = next()) {
        taken.add(next.get());
        if (taken.size() >= most) {
          break;
        }
      }
      return taken;
    } finally {
      lock.unlock();
    }
  }

  private Optional<Ref> next() {
    promote();
    Optional<Ref> next = free(fresh).or(() -> free(backlog));
    next.ifPresent(ref -> {
      fresh.remove(ref);
      backlog.remove(ref);
      inHand.add(ref);
      room.signal();
    });
    return next;
  }

  private Optional<Ref> free(Set<Ref> queue) {
    return queue.stream().filter(ref -> !inHand.contains(ref)).findFirst();
  }

  private void promote() {
    while (!later.isEmpty() && later.peek().at() - nanos.getAsLong() <= 0) {
      Later due = later.remove();
      if (laterAt.remove(due.ref(), due.at())) {
        put(due.ref(), true);
      }
    }
  }

  private long untilDue() {
    return later.isEmpty() ? Long.MAX_VALUE : Math.max(1, later.peek().at() - nanos.getAsLong());
  }

  /** Gives a thread back; if it changed meanwhile it is in the queue and may be taken again. */
  public void done(Ref ref) {
    lock.lock();
    try {
      inHand.remove(ref);
      if (fresh.contains(ref) || backlog.contains(ref)) {
        work.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** How many wait to be looked at now. */
  public int waiting() {
    lock.lock();
    try {
      return waitingNow();
    } finally {
      lock.unlock();
    }
  }

  private int waitingNow() {
    return fresh.size() + backlog.size();
  }
}
