package org.messgateway.gateway.exchange;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Refs of threads to reconcile, each once at most. A ref is taken by one worker at a time. Refs
 * that just changed come before refs that a listing found. Refs that arrived in small files wait
 * for the intake, which takes many and begins one after the other; while one of them keeps it for
 * long, the workers take those that it has not begun.
 *
 * <p>Thread-safe and bounded: a full queue blocks the watcher. That loses nothing: the system then
 * reports an overflow, and all threads are compared.
 */
public final class ChangeQueue implements ExchangeListener {

  private static final Duration MAX_WAIT_FOR_ROOM = Duration.ofSeconds(30);

  private final int capacity;
  private final LongSupplier nanos;
  private final Predicate<Ref> ours;
  private final ReentrantLock lock = new ReentrantLock();
  // Each worker that takes a ref wakes another one if refs are left: no worker wakes without need.
  private final Condition work = lock.newCondition();
  private final Condition room = lock.newCondition();
  private final Condition idle = lock.newCondition();
  private final LinkedHashSet<Ref> fresh = new LinkedHashSet<>();
  private final LinkedHashSet<Ref> backlog = new LinkedHashSet<>();
  private final ArrivedRefs arrived = new ArrivedRefs();
  private final DelayedRefs delayed = new DelayedRefs();
  private final Set<Ref> inWork = new HashSet<>();
  private long looks;
  private final List<Consumer<Ref>> listeners = new CopyOnWriteArrayList<>();

  /**
   * @param capacity refs that may wait
   * @param nanos monotonic clock for {@link #again}
   */
  public ChangeQueue(int capacity, LongSupplier nanos) {
    this(capacity, nanos, _ -> true);
  }

  /**
   * @param ours whose changes in the exchange are looked at here, and not by another gateway; what
   *     this gateway did itself is looked at in any case
   */
  public ChangeQueue(int capacity, LongSupplier nanos, Predicate<Ref> ours) {
    this.capacity = capacity;
    this.nanos = nanos;
    this.ours = ours;
  }

  @Override
  public boolean wants(Ref ref) {
    return ours.test(ref);
  }

  /**
   * Who waits for a thread of another gateway is told that it may have changed; it is not looked at
   * here.
   */
  @Override
  public void elsewhere(Ref ref) {
    for (Consumer<Ref> listener : listeners) {
      listener.accept(ref);
    }
  }

  private <T> T locked(Supplier<T> change) {
    lock.lock();
    try {
      return change.get();
    } finally {
      lock.unlock();
    }
  }

  private void locked(Runnable change) {
    lock.lock();
    try {
      change.run();
    } finally {
      lock.unlock();
    }
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

  private void add(Collection<Ref> refs, boolean changedNow) {
    locked(() -> {
      for (Ref ref : refs) {
        awaitRoom(ref);
        put(ref, changedNow);
      }
      work.signal();
    });
  }

  @Override
  public void arrived(Set<Ref> refs) {
    locked(() -> {
      long now = nanos.getAsLong();
      List<Ref> others = new ArrayList<>();
      for (Ref ref : refs) {
        backlog.remove(ref);
        // What is in work will have a row: that is the workers' business.
        if (inWork.contains(ref) || fresh.contains(ref) || !arrived.add(ref, now)) {
          others.add(ref);
        }
      }
      if (!others.isEmpty()) {
        add(others, true);
      }
    });
  }

  private void put(Ref ref, boolean changedNow) {
    if (arrived.waiting().contains(ref)) {
      return;
    }
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
    return fresh.size() + backlog.size() >= capacity
        && !fresh.contains(ref)
        && !backlog.contains(ref);
  }

  /** Adds a ref after a delay; the earliest of several delays counts. */
  public void again(Ref ref, Duration after) {
    locked(() -> {
      if (delayed.add(ref, nanos.getAsLong() + after.toNanos())) {
        work.signal();
      }
    });
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
        long untilDue = delayed.nanosLeft(nanos.getAsLong());
        work.await(Math.min(end - System.nanoTime(), untilDue), TimeUnit.NANOSECONDS);
        taken = next(most);
      }
      if (!taken.isEmpty() && !(fresh.isEmpty() && backlog.isEmpty() && delayed.isEmpty())) {
        work.signal();
      }
      return taken;
    } finally {
      lock.unlock();
    }
  }

  private List<Ref> next(int most) {
    long now = nanos.getAsLong();
    for (Ref due = delayed.due(now); due != null; due = delayed.due(now)) {
      put(due, true);
    }
    List<Ref> taken = new ArrayList<>();
    takeFree(fresh, most, taken);
    takeFree(backlog, most, taken);
    if (!taken.isEmpty()) {
      room.signalAll();
    }
    arrived.moveStuck(most, now, taken);
    inWork.addAll(taken);
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

  /** Whether refs wait for the intake. */
  public boolean hasArrived() {
    return locked(() -> !arrived.waiting().isEmpty());
  }

  /**
   * Takes refs for the intake. It asks {@link #begin} for each, and ends by {@link #done}, {@link
   * #pass} or {@link #giveBack}.
   */
  public List<Ref> takeArrived(int most) {
    return locked(() -> {
      List<Ref> taken = arrived.take(most, nanos.getAsLong());
      inWork.addAll(taken);
      return taken;
    });
  }

  /** Begins the work on a ref; false where a worker took it meanwhile. */
  public boolean begin(Ref ref) {
    lock.lock();
    try {
      return arrived.begin(ref, nanos.getAsLong());
    } finally {
      lock.unlock();
    }
  }

  /** Returns refs that were taken and not begun: they wait as before. */
  public void giveBack(List<Ref> refs) {
    locked(() -> {
      for (Ref ref : refs.reversed()) {
        if (arrived.giveBack(ref, fresh.contains(ref))) {
          inWork.remove(ref);
        }
      }
      work.signal();
    });
  }

  /** Ends the work on refs that were taken; the workers are to take them. */
  public void pass(Collection<Ref> refs) {
    locked(() -> {
      for (Ref ref : refs) {
        inWork.remove(ref);
        put(ref, true);
      }
      work.signal();
    });
  }

  /**
   * Ends the work on refs; one that changed meanwhile waits in the queue and can be taken again.
   */
  public void done(Collection<Ref> refs) {
    locked(() -> {
      for (Ref ref : refs) {
        looks++;
        inWork.remove(ref);
        if (fresh.contains(ref) || backlog.contains(ref)) {
          work.signal();
        }
      }
      if (atRest()) {
        idle.signalAll();
      }
    });
    for (Consumer<Ref> listener : listeners) {
      refs.forEach(listener);
    }
  }

  /**
   * Calls a listener after the work on each ref, for as long as the queue lives. It is called on a
   * worker's thread or that of the store's writer, must return at once, must not wait for the
   * store, and must not throw.
   */
  public void whenDone(Consumer<Ref> listener) {
    listeners.add(listener);
  }

  /** Refs that changed and are not looked at yet, or just now; delayed ones do not count. */
  public List<Ref> unsettled(int most) {
    return locked(() ->
        Stream.of(inWork, fresh, arrived.waiting(), backlog)
            .flatMap(Set::stream)
            .distinct()
            .limit(most)
            .toList());
  }

  /** How often a thread was looked at. */
  public long looks() {
    return locked(() -> looks);
  }

  /** Whether no ref waits or is in work; delayed ones do not count. */
  public boolean idle() {
    return locked(this::atRest);
  }

  private boolean atRest() {
    return inWork.isEmpty() && waitingNow() == 0;
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
      while (left > 0 && !atRest()) {
        left = idle.awaitNanos(left);
      }
      return atRest();
    } finally {
      lock.unlock();
    }
  }

  /** Number of refs that wait now; delayed ones do not count. */
  public int waiting() {
    return locked(this::waitingNow);
  }

  private int waitingNow() {
    return fresh.size() + backlog.size() + arrived.waiting().size();
  }
}
