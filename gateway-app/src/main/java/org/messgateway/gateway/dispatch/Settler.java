package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Outcome;
import org.messgateway.gateway.home.Backoff;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.Completion;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the verdict of an attempt, then reports it to the observer, routing, the receipt verifier
 * and the task poller. The sender does not wait for that: it hands the verdict to the queue's
 * writer, and one thread reports what a commit settled. A store that fails (disk full, busy) is
 * tried again until it works or the gateway stops, so no outcome is lost to a full disk.
 */
final class Settler {

  private static final Logger LOG = LoggerFactory.getLogger(Settler.class);
  private static final Backoff PAUSES = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5));
  private static final int LAST_TRIES = 3;

  private final DeliveryQueue queue;
  private final Timers timers;
  private final InstantSource clock;
  private final SettlementReporter reporter;
  private final WorkerThreads threads;

  /** Bounded by the places in flight. */
  private final BlockingQueue<Runnable> ended = new LinkedBlockingQueue<>();

  private volatile boolean stopping;
  private volatile boolean closed;

  Settler(
      DeliveryQueue queue,
      Timers timers,
      InstantSource clock,
      SettlementReporter reporter,
      WorkerThreads threads) {
    this.queue = queue;
    this.timers = timers;
    this.clock = clock;
    this.reporter = reporter;
    this.threads = threads;
  }

  /** A settlement on its way to the store and from there to those who hear of it. */
  private final class Settling implements Completion<Boolean> {
    private final TakenDelivery delivery;
    private final Instant startedAt;
    private final Duration took;
    private final OutcomeVerdict verdict;
    private final boolean resent;
    private final Runnable afterwards;
    private boolean counted;
    private @Nullable RuntimeException failure;

    Settling(
        TakenDelivery delivery,
        Instant startedAt,
        Duration took,
        OutcomeVerdict verdict,
        boolean resent,
        Runnable afterwards) {
      this.delivery = delivery;
      this.startedAt = startedAt;
      this.took = took;
      this.verdict = verdict;
      this.resent = resent;
      this.afterwards = afterwards;
    }

    @Override
    public void done(Boolean result) {
      counted = result;
      ended.add(this::report);
    }

    @Override
    public void failed(RuntimeException why) {
      failure = why;
      ended.add(this::report);
    }

    private void report() {
      RuntimeException first = failure;
      if (first == null) {
        finish();
      } else {
        threads.start(
            "settle " + delivery.id(),
            () -> {
              counted = retryStore(delivery, 1, first) && store(delivery, startedAt, verdict, 1);
              finish();
            });
      }
    }

    private void finish() {
      try {
        reporter.settled(delivery, took, verdict, resent, counted);
      } finally {
        afterwards.run();
      }
    }
  }

  /** Starts the thread that reports. */
  void start() {
    threads.startOnPlatform("delivery-reports", this::reportAll);
  }

  /** Ends that thread. No settlement may be under way. */
  void close() {
    closed = true;
    ended.add(() -> {});
  }

  private void reportAll() {
    while (!closed) {
      try {
        WorkerThreads.run(ended.take());
      } catch (InterruptedException e) {
        LOG.debug("The reports were interrupted.");
      }
    }
    for (Runnable left = ended.poll(); left != null; left = ended.poll()) {
      WorkerThreads.run(left);
    }
  }

  /** From now on a failing store is tried 3 times only. */
  void stopping() {
    stopping = true;
  }

  /**
   * Settles an attempt that ended; does not wait for the store.
   *
   * @param afterwards called once it is durable and reported, or was given up at a stop
   */
  void settle(
      TakenDelivery delivery,
      Instant startedAt,
      Duration took,
      OutcomeVerdict verdict,
      boolean resent,
      Runnable afterwards) {
    Settling settling = new Settling(delivery, startedAt, took, verdict, resent, afterwards);
    queue.settle(delivery, startedAt, verdict.settlement(), verdict.breaker(), settling);
  }

  /** Puts a row back that was taken and not attempted. */
  void giveBack(TakenDelivery delivery, BreakerUpdate breaker) {
    store(delivery, clock.instant(), new OutcomeVerdict(new Settlement.Returned(), breaker), 0);
  }

  /** Settles a receipt that came after the attempt was given up. */
  void late(TakenDelivery delivery, Instant startedAt, Outcome.Delivered delivered) {
    OutcomeVerdict verdict =
        new OutcomeVerdict(
            new Settlement.Delivered(delivered.receipt(), delivered.reply()),
            new BreakerUpdate.Unchanged());
    boolean counted = store(delivery, startedAt, verdict, 0);
    LOG.warn(
        "Delivery {} was taken by the remote service long after its time limit; {}.",
        delivery.id(),
        counted ? "it counts as delivered" : "it had been sent again by then");
    if (counted) {
      reporter.publish(delivery, verdict);
    }
  }

  /**
   * Waits until it is durable.
   *
   * @param before failures of the same settlement so far
   * @return whether it counted
   */
  private boolean store(
      TakenDelivery delivery, Instant startedAt, OutcomeVerdict verdict, int before) {
    for (int failures = before; ; ) {
      try {
        return queue.settle(delivery, startedAt, verdict.settlement(), verdict.breaker());
      } catch (RuntimeException e) {
        failures++;
        if (!retryStore(delivery, failures, e)) {
          return false;
        }
      }
    }
  }

  private boolean retryStore(TakenDelivery delivery, int failures, RuntimeException failure) {
    if (failures == 1) {
      LOG.error(
          "Delivery {} could not be settled in the store; tried until it works.",
          delivery.id(),
          failure);
    }
    if (stopping && failures >= LAST_TRIES) {
      LOG.error(
          "Delivery {} stays unsettled at stop: it counts as uncertain at the next start.",
          delivery.id());
      return false;
    }
    try {
      new WakeSignal().await(PAUSES.after(failures), timers);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
