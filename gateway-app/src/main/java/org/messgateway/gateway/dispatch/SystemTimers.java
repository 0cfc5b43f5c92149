package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.messgateway.gateway.home.BackgroundLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Real time; one daemon thread, ended by {@link #close()}. */
public final class SystemTimers implements Timers, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SystemTimers.class);

  /** While nothing is due. */
  private static final Duration IDLE = Duration.ofMinutes(1);

  private final ConcurrentSkipListMap<Due, Runnable> waiting = new ConcurrentSkipListMap<>();
  private final AtomicLong numbers = new AtomicLong();
  private final BackgroundLoop loop =
      BackgroundLoop.stepping("mess-timers", this::runDue, Duration.ofSeconds(1))
          .onPlatformThread();

  /**
   * When an action is due.
   *
   * @param number tells actions of the same time apart
   */
  private record Due(long atNanos, long number) implements Comparable<Due> {

    @Override
    public int compareTo(Due other) {
      long later = atNanos - other.atNanos;
      return later == 0 ? Long.compare(number, other.number) : Long.signum(later);
    }
  }

  public SystemTimers() {
    loop.start();
  }

  /** The loop that runs the actions. */
  public BackgroundLoop loop() {
    return loop;
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public Alarm after(Duration delay, Runnable action) {
    Due due = new Due(System.nanoTime() + delay.toNanos(), numbers.getAndIncrement());
    waiting.put(due, action);
    Map.Entry<Due, Runnable> first = waiting.firstEntry();
    if (first != null && first.getKey().number() == due.number()) {
      loop.wake();
    }
    // Nearly every alarm is cancelled, since nearly every attempt ends in time.
    return () -> waiting.remove(due);
  }

  private Duration runDue() {
    Map.Entry<Due, Runnable> first = waiting.firstEntry();
    if (first == null) {
      return IDLE;
    }
    long left = first.getKey().atNanos() - System.nanoTime();
    if (left > 0) {
      return Duration.ofNanos(left);
    }
    if (waiting.remove(first.getKey(), first.getValue())) {
      run(first.getValue());
    }
    return Duration.ZERO;
  }

  private static void run(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException | Error e) {
      LOG.error("A timer's action failed; the gateway goes on: {}", e.toString(), e);
    }
  }

  @Override
  public void close() {
    waiting.clear();
    loop.close();
  }
}
