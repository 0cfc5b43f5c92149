package org.messgateway.gateway.exchange;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Refs of threads to reconcile, each once at most. A ref is taken by one worker at a time. Refs
 * that just changed come before refs that a listing found.
 *
 * <p>Thread-safe and bounded: a full queue blocks the watcher. That loses nothing: the system then
 * reports an overflow, and all threads are compared.
 */
public final class ChangeQueue implements ExchangeListener {

  private static final Duration MAX_WAIT_FOR_ROOM = Duration.ofSeconds(30);

  private final int capacity;
  private final LongSupplier nanos;
  private final ReentrantLock lock = new ReentrantLock();
  // Each worker that takes a ref wakes another one if refs are left: no worker wakes without need.
  private final Condition work = lock.newCondition();
  private final Condition room = lock.newCondition();
  private final Condition idle = lock.newCondition();
  private final LinkedHashSet<Ref> fresh = new LinkedHashSet<>();
  private final LinkedHashSet<Ref> backlog = new LinkedHashSet<>();
  private final PriorityQueue<DelayedRef> delayed = new PriorityQueue<>();
  private final Map<Ref, Long> delayedUntil = new HashMap<>();
  private final Set<Ref> inWork = new HashSet<>();
  private final List<Consumer<Ref>> listeners = new CopyOnWriteArrayList<>();

  private record DelayedRef(long at, Ref ref) implements Comparable<DelayedRef> {
    @Override
    public int compareTo(DelayedRef other) {
      return Long.compare(at - other.at, 0);
    }
  }

  /**
   * @param capacity refs that may wait
   * @param nanos monotonic clock for {@link #again}
   */
  public ChangeQueue(int capacity, LongSupplier nanos) {
    this.capacity = capacity;
    this.nanos = nanos;
  }

  /**
   * @throws IllegalStateException when the queue stays full for 30 seconds
   */
  @Override
  public void changed(Set<Ref> refs) {
    add(refs, true);
  }

  @Override
  public void found(Set<Ref> refs) {
    add(refs, false);
  }

  private void add(Set<Ref> refs, boolean changedNow) {
    lock.lock();
    try {
      for (Ref ref : refs) {
        awaitRoom(ref);
        put(ref, changedNow);
      }
      work.signal();
    } finally {
      lock.unlock();
    }
  }

  private void put(Ref ref, boolean changedNow) {
    if (changedNow) {
      backlog.remove(ref);
      fresh.add(ref);
    } else if (!fresh.contains(ref)) {
      backlog.add(ref);
    }
  }

  private void awaitRoom(Ref ref) {
    long left = MAX_WAIT_FOR_ROOM.toNanos();
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

  /** Adds a ref after a delay; the earliest of several delays counts. */
  public void again(Ref ref, Duration after) {
    lock.lock();
    try {
      long at = nanos.getAsLong() + after.toNanos();
      Long earlier = delayedUntil.get(ref);
      if (earlier == null || at - earlier < 0) {
        delayedUntil.put(ref, at);
        delayed.add(new DelayedRef(at, ref));
        work.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes the next ref; the caller ends its work on it by {@link #done}.
   *
   * @return empty when no ref came in that time
   */
  public Optional<Ref> take(Duration atMost) throws InterruptedException {
    return take(1, atMost).stream().findFirst();
  }

  /**
   * Takes the next refs that wait; the caller ends its work on each by {@link #done}. Another
   * worker is woken only where more are left.
   *
   * @return empty when no ref came in that time
   */
  public List<Ref> take(int most, Duration atMost) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long end = System.nanoTime() + atMost.toNanos();
      List<Ref> taken = next(most);
      while (taken.isEmpty() && end - System.nanoTime() > 0) {
        work.await(Math.min(end - System.nanoTime(), untilDue()), TimeUnit.NANOSECONDS);
        taken = next(most);
      }
      if (!taken.isEmpty() && (waitingNow() > 0 || !delayed.isEmpty())) {
        work.signal();
      }
      return taken;
    } finally {
      lock.unlock();
    }
  }

  private List<Ref> next(int most) {
    promote();
    if (waitingNow() == 0) {
      return List.of();
    }
    List<Ref> taken = new ArrayList<>();
    takeFree(fresh, most, taken);
    takeFree(backlog, most, taken);
    if (!taken.isEmpty()) {
      room.signalAll();
    }
    return taken;
  }

  /** A ref in work waits where it is. */
  private void takeFree(Set<Ref> queue, int most, List<Ref> taken) {
    for (Iterator<Ref> refs = queue.iterator(); taken.size() < most && refs.hasNext(); ) {
      Ref ref = refs.next();
      if (inWork.add(ref)) {
        refs.remove();
        taken.add(ref);
      }
    }
  }

  private void promote() {
    while (!delayed.isEmpty() && delayed.peek().at() - nanos.getAsLong() <= 0) {
      DelayedRef due = delayed.remove();
      if (delayedUntil.remove(due.ref(), due.at())) {
        put(due.ref(), true);
      }
    }
  }

  private long untilDue() {
    return delayed.isEmpty()
        ? Long.MAX_VALUE
        : Math.max(1, delayed.peek().at() - nanos.getAsLong());
  }

  /**
   * Ends the work on a ref; where it changed meanwhile, it waits in the queue and can be taken
   * again.
   */
  public void done(Ref ref) {
    lock.lock();
    try {
      inWork.remove(ref);
      if (fresh.contains(ref) || backlog.contains(ref)) {
        work.signal();
      } else if (inWork.isEmpty() && waitingNow() == 0) {
        idle.signalAll();
      }
    } finally {
      lock.unlock();
    }
    for (Consumer<Ref> listener : listeners) {
      listener.accept(ref);
    }
  }

  /**
   * Calls a listener after the work on each ref, for as long as the queue lives. It is called on
   * the worker's thread, must return at once, and must not throw.
   */
  public void whenDone(Consumer<Ref> listener) {
    listeners.add(listener);
  }

  /** Refs that changed and are not looked at yet, or just now; delayed ones do not count. */
  public List<Ref> unsettled(int most) {
    lock.lock();
    try {
      return Stream.of(inWork, fresh, backlog).flatMap(Set::stream).distinct().limit(most).toList();
    } finally {
      lock.unlock();
    }
  }

  /** Whether no ref waits or is in work; delayed ones do not count. */
  public boolean idle() {
    lock.lock();
    try {
      return waitingNow() == 0 && inWork.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until no ref waits and none is in work; delayed ones do not count.
   *
   * @return false when that did not come in that time
   */
  public boolean awaitIdle(Duration atMost) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = atMost.toNanos();
      while (left > 0 && !(inWork.isEmpty() && waitingNow() == 0)) {
        left = idle.awaitNanos(left);
      }
      return inWork.isEmpty() && waitingNow() == 0;
    } finally {
      lock.unlock();
    }
  }

  /** Number of refs that wait now; delayed ones do not count. */
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
