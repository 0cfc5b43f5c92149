package org.messgateway.gateway.home;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Repeats a step of work on a thread of its own: the form of every thread of the gateway that lives
 * as long as the gateway. A failed step, also one that fails by an {@code Error}, is logged and
 * repeated after a pause that doubles up to a limit. Only {@link #close()} and {@link #finish()}
 * end the loop. {@link #wake()} ends a rest, but not a pause after a failure.
 *
 * <p>The loop knows when it last came on, so that {@link LoopMonitor} can tell one that hangs.
 * Rests are sliced and count as turns. A step that may take long calls {@link #progress()}.
 */
public final class BackgroundLoop implements AutoCloseable {

  /** Work without a result. */
  @FunctionalInterface
  public interface Task {
    void run() throws Exception;
  }

  /** Work in portions. */
  @FunctionalInterface
  public interface Portion {
    /** Returns whether another portion is waiting, which is then done without a rest. */
    boolean run() throws Exception;
  }

  /** Work that decides itself when it is due again. */
  @FunctionalInterface
  public interface Step {
    /** Returns how long the loop may rest. */
    Duration run() throws Exception;
  }

  /** Elapsed time other than the machine's, for tests. */
  @FunctionalInterface
  public interface Alarms {
    /** Runs an action once after a delay, on any thread; the result cancels it. */
    Runnable after(Duration delay, Runnable action);
  }

  private static final Logger log = LoggerFactory.getLogger(BackgroundLoop.class);

  /** The loop whose thread this is. */
  private static final ScopedValue<BackgroundLoop> CURRENT = ScopedValue.newInstance();

  /** Longest wait, so that a lost alarm delays a loop and does not stop it. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  /** Parts of a rest, each of which is a sign of life. */
  private static final Duration SLICE = Duration.ofSeconds(10);

  /** Without a sign of life for longer, a loop counts as hanging. */
  private static final Duration LONGEST_SILENCE = Duration.ofMinutes(1);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

  /** The step under way has this long to end when the loop is closed. */
  private static final Duration CLOSING = Duration.ofSeconds(10);

  private final String name;
  private final Step step;
  private final Backoff pauses;
  private final @Nullable Alarms alarms;
  private final Semaphore work = new Semaphore(0);
  private final Semaphore end = new Semaphore(0);
  private final AtomicInteger failures = new AtomicInteger();
  private Thread.Builder kind = Thread.ofVirtual();
  private Task last = () -> {};
  private Duration longestSilence = LONGEST_SILENCE;
  private Duration rest;
  private String lastFailure = "";
  private volatile LongSupplier nanos = System::nanoTime;
  private volatile long turnedNanos;
  private volatile boolean closing;
  private volatile boolean finishing;
  private volatile @Nullable Thread thread;

  private BackgroundLoop(
      String name, Step step, Duration before, Backoff pauses, @Nullable Alarms alarms) {
    this.name = name;
    this.step = step;
    this.rest = before;
    this.pauses = pauses;
    this.alarms = alarms;
  }

  /** A task after each rest, the first one included, on a virtual thread. */
  public static BackgroundLoop every(String name, Duration rest, Task task) {
    return whileMore(
        name,
        rest,
        () -> {
          task.run();
          return false;
        });
  }

  /** Portions after each rest until none is waiting, on a virtual thread. */
  public static BackgroundLoop whileMore(String name, Duration rest, Portion portion) {
    return new BackgroundLoop(
        name, () -> portion.run() ? Duration.ZERO : rest, rest, new Backoff(rest, rest), null);
  }

  /**
   * Steps that rest as long as they say, the first one at once, on a virtual thread.
   *
   * @param longestPause after failures in a row; the first pause is 100 ms
   */
  public static BackgroundLoop stepping(String name, Step step, Duration longestPause) {
    return stepping(name, step, longestPause, null);
  }

  /**
   * The same with other timers than the machine's.
   *
   * @param longestPause after failures in a row; the first pause is 100 ms
   * @param alarms what rests and pauses are measured by; null for the machine's time
   */
  public static BackgroundLoop stepping(
      String name, Step step, Duration longestPause, @Nullable Alarms alarms) {
    Duration first = FIRST_PAUSE.compareTo(longestPause) < 0 ? FIRST_PAUSE : longestPause;
    return new BackgroundLoop(name, step, Duration.ZERO, new Backoff(first, longestPause), alarms);
  }

  /**
   * On a platform thread, for work in native calls, which would hold the carrier of a virtual
   * thread. Before the start.
   */
  public BackgroundLoop onPlatformThread() {
    kind = Thread.ofPlatform().daemon();
    return this;
  }

  /**
   * For steps that wait long for one answer, for example for a statement that reads a whole table:
   * they may be silent for longer than a minute. Before the start.
   */
  public BackgroundLoop mayBeSilentFor(Duration longest) {
    longestSilence = longest;
    return this;
  }

  /** What is done on the loop's thread after its last step. Before the start. */
  public BackgroundLoop atLast(Task task) {
    last = task;
    return this;
  }

  /** Starts it, once. */
  public void start() {
    turnedNanos = nanos.getAsLong();
    thread = kind.name(name).start(() -> ScopedValue.where(CURRENT, this).run(this::run));
  }

  /** Ends the rest because there may be work. Cheap; for any thread. */
  public void wake() {
    raise(work);
  }

  /**
   * A sign of life of a long step, from the code that does the work: the loop on whose thread this
   * is called has come on. Does nothing on other threads.
   */
  public static void progress() {
    if (CURRENT.isBound()) {
      CURRENT.get().turned();
    }
  }

  private void turned() {
    turnedNanos = nanos.getAsLong();
  }

  /** Failed steps in a row; 0 after a step without failure. */
  public int failures() {
    return failures.get();
  }

  /** As its thread is called. */
  public String name() {
    return name;
  }

  /**
   * From now on silence is measured by this clock.
   *
   * @param monotonic called at each turn, on the loop's thread
   */
  void measuredBy(LongSupplier monotonic) {
    turnedNanos = monotonic.getAsLong();
    nanos = monotonic;
  }

  /** What is wrong when it was started and neither turns nor was ended; a sentence's end. */
  Optional<String> standstill() {
    Thread running = thread;
    if (running == null || closing) {
      return Optional.empty();
    }
    if (!running.isAlive()) {
      return Optional.of("has ended");
    }
    Duration silent = Duration.ofNanos(nanos.getAsLong() - turnedNanos);
    return silent.compareTo(longestSilence) > 0
        ? Optional.of("has not turned for " + silent.toSeconds() + " s")
        : Optional.empty();
  }

  private void run() {
    while (!closing) {
      try {
        turn();
      } catch (InterruptedException e) {
        // Nobody interrupts this thread but awaitEnd(), when closing is set.
        log.debug("{} was interrupted.", name);
      } catch (Exception | Error e) {
        // Without memory even the report of a failure fails. Nothing here needs memory.
        LockSupport.parkNanos(FIRST_PAUSE.toNanos());
      }
    }
    end(() -> {
      while (finishing && step.run().isZero()) {
        log.trace("{} has more to finish.", name);
      }
    });
    end(last);
  }

  private void end(Task task) {
    try {
      task.run();
    } catch (Exception | Error e) {
      log.warn("{} did not end cleanly: {}", name, e.toString());
    }
  }

  private void turn() throws InterruptedException {
    try {
      turned();
      if (rest.isPositive()) {
        await(work, rest);
      }
      rest = Duration.ZERO;
      if (!closing) {
        rest = step.run();
        failures.set(0);
        lastFailure = "";
      }
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | Error e) {
      // Whatever goes wrong in a step must not end the loop.
      pause(e);
    }
  }

  private void pause(Throwable failure) throws InterruptedException {
    Duration pause = pauses.after(failures.incrementAndGet());
    String said = failure.toString();
    boolean longer = pause.compareTo(pauses.base()) > 0 && pause.compareTo(pauses.cap()) < 0;
    if (longer || !said.equals(lastFailure)) {
      lastFailure = said;
      log.atLevel(ReportedFailure.level(failure, Level.ERROR))
          .setCause(failure)
          .log(
              "{} failed and is tried again in {} ms ({} in a row): {}",
              name,
              pause.toMillis(),
              failures,
              said);
    }
    if (!closing) {
      await(end, pause);
    }
  }

  private static void raise(Semaphore signal) {
    // Several raises before one wait are one: a permit more than needed only costs a look.
    if (signal.availablePermits() == 0) {
      signal.release();
    }
  }

  private void await(Semaphore signal, Duration most) throws InterruptedException {
    if (alarms == null) {
      awaitInSlices(signal, most);
    } else if (signal.tryAcquire()) {
      signal.drainPermits();
    } else {
      Runnable cancel = alarms.after(most, () -> raise(signal));
      try {
        awaitInSlices(signal, LONGEST_WAIT);
      } finally {
        cancel.run();
      }
    }
  }

  private void awaitInSlices(Semaphore signal, Duration most) throws InterruptedException {
    long left = most.toNanos();
    long until = System.nanoTime() + left;
    while (left > 0) {
      turned();
      if (signal.tryAcquire(Math.min(left, SLICE.toNanos()), TimeUnit.NANOSECONDS)) {
        signal.drainPermits();
        return;
      }
      left = until - System.nanoTime();
    }
  }

  /** No step begins any more; returns at once. */
  public void stop() {
    closing = true;
    raise(work);
    raise(end);
  }

  /**
   * Instead of resting, does what is due now, then ends: the last step is one that says that
   * nothing is waiting, or fails. Returns at once.
   */
  public void finish() {
    finishing = true;
    stop();
  }

  /** Interrupts a step that waits, after {@link #stop}. */
  public void interrupt() {
    Thread running = thread;
    if (running != null) {
      running.interrupt();
    }
  }

  /**
   * Waits for its end after {@link #stop} or {@link #finish}. When the time is over, it is
   * interrupted and left behind. An interrupt of the caller is kept for later.
   */
  public void awaitEnd(Duration most) {
    Thread running = thread;
    if (running == null || running.equals(Thread.currentThread())) {
      return;
    }
    long until = System.nanoTime() + most.toNanos();
    boolean interrupted = false;
    boolean ended = false;
    for (boolean waiting = true; waiting; ) {
      try {
        ended = running.join(Duration.ofNanos(Math.max(1, until - System.nanoTime())));
        waiting = false;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (!ended) {
      finishing = false;
      running.interrupt();
      log.warn("{} did not end in {} s and was interrupted.", name, most.toSeconds());
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends after the step under way and waits for it, at most 10 s; then interrupts it. */
  @Override
  public void close() {
    stop();
    awaitEnd(CLOSING);
  }
}
