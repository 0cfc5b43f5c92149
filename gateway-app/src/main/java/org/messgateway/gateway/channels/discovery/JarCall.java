package org.messgateway.gateway.channels.discovery;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.channels.discovery.IsolatedCall.Foreign;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One call of foreign code on a thread of its jar. Thread-safe. */
final class JarCall<T> implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(JarCall.class);

  /** Part of a call's fair share of the processors that counts as computing. */
  private static final double BUSY = 0.1;

  private final String what;
  private final Foreign<T> action;
  private final ClassLoader loader;
  private final Function<Throwable, AdapterFailure> failures;
  private final long startedNanos = System.nanoTime();
  private final Instant startedAt = Instant.now();
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile @Nullable Thread thread;
  private volatile boolean stuck;
  private volatile boolean spins;
  private boolean cut;
  private @Nullable T value;
  private volatile @Nullable AdapterFailure failure;

  /**
   * @param what class and method
   * @param failures makes the failure of what was thrown; runs where foreign code may run
   */
  JarCall(
      String what,
      Foreign<T> action,
      ClassLoader loader,
      Function<Throwable, AdapterFailure> failures) {
    this.what = what;
    this.action = action;
    this.loader = loader;
    this.failures = failures;
  }

  String what() {
    return what;
  }

  String method() {
    return what.substring(what.lastIndexOf('.') + 1);
  }

  Instant startedAt() {
    return startedAt;
  }

  long startedNanos() {
    return startedNanos;
  }

  /** Null before it starts and after it ended. */
  @Nullable Thread thread() {
    return thread;
  }

  /** It ignores its interruption. */
  boolean stuck() {
    return stuck;
  }

  void markStuck() {
    stuck = true;
  }

  /** It is stuck, and computes. */
  boolean spins() {
    return spins;
  }

  void markSpinning() {
    spins = true;
  }

  /** No interruption of this call reaches the next one on the thread. */
  @Override
  public void run() {
    Thread here = Thread.currentThread();
    here.setContextClassLoader(loader);
    synchronized (this) {
      thread = here;
      if (cut) {
        here.interrupt();
      }
    }
    act();
    synchronized (this) {
      thread = null;
      if (Thread.interrupted()) {
        LOG.trace("An interruption was cleared.");
      }
    }
    over.countDown();
  }

  /** Makes the call on this thread. */
  @SuppressWarnings("CatchingUnchecked") // Foreign code can throw anything, also sneakily.
  void act() {
    try {
      value = action.run();
    } catch (AdapterFailure known) {
      failure = known;
    } catch (Throwable thrown) {
      failure = failures.apply(thrown);
    }
  }

  /** Interrupts it, now or as soon as it starts. */
  synchronized void interrupt() {
    cut = true;
    Thread runs = thread;
    if (runs != null) {
      runs.interrupt();
    }
  }

  /** Nobody waits for it any more. */
  void abandon(AdapterFailure why) {
    failure = why;
    over.countDown();
  }

  boolean isOver() {
    return over.getCount() == 0;
  }

  /** Waits for its end, for so long at most. */
  boolean await(Duration limit) throws InterruptedException {
    return over.await(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * The same whatever interrupts the caller, who stays interrupted.
   *
   * @param limit null for none
   */
  boolean awaitQuietly(@Nullable Duration limit) {
    long end = limit == null ? 0 : System.nanoTime() + limit.toNanos();
    boolean interrupted = false;
    while (!isOver() && (limit == null || end - System.nanoTime() > 0)) {
      try {
        await(limit == null ? Duration.ofDays(1) : Duration.ofNanos(end - System.nanoTime()));
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return isOver();
  }

  /**
   * Watches it for so long. Native code and threads that wait take no time of a processor. What is
   * busy in one half only is not computing: a thread that is interrupted, or whose stack is looked
   * at, takes some time for that.
   *
   * @param runs the thread that runs it
   * @param calls of the jar that are under way
   */
  boolean computes(Thread runs, Duration watch, int calls) {
    boolean first = isBusy(runs, watch.dividedBy(2), calls);
    return first && isBusy(runs, watch.dividedBy(2), calls);
  }

  private boolean isBusy(Thread runs, Duration watch, int calls) {
    ThreadMXBean times = ManagementFactory.getThreadMXBean();
    if (!times.isThreadCpuTimeSupported()) {
      return false;
    }
    long began = System.nanoTime();
    long before = times.getThreadCpuTime(runs.threadId());
    if (awaitQuietly(watch)) {
      return false;
    }
    long used = times.getThreadCpuTime(runs.threadId()) - before;
    double all = Runtime.getRuntime().availableProcessors();
    double share = Math.min(1, all / Math.max(1, calls));
    return used > BUSY * share * (System.nanoTime() - began);
  }

  /** What it returned, which may be null where foreign code breaks its promise. */
  @SuppressWarnings("NullAway")
  T result() {
    AdapterFailure thrown = failure;
    if (thrown != null) {
      throw thrown;
    }
    return value;
  }
}
