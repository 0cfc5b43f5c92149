package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Outcome;
import org.messgateway.gateway.dispatch.OutcomePolicy.OutcomeVerdict;
import org.messgateway.gateway.dispatch.WorkerThreads.Work;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.home.Backoff;
import org.messgateway.gateway.home.ReportedFailure;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.Completion;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Stores the verdict of an attempt, then reports it to the observer, routing, the receipt verifier
 * and the task poller. The sender does not wait for that: it hands the verdict to the queue's
 * writer, and one loop reports what a commit settled. A store that fails (disk full, busy) is tried
 * again until it works or the gateway stops, so no outcome is lost to a full disk.
 */
final class Settler {

  private static final Logger LOG = LoggerFactory.getLogger(Settler.class);
  private static final Backoff PAUSES = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5));
  private static final int LAST_TRIES = 3;
  private static final Duration LONGEST_REST = Duration.ofMinutes(1);
  private static final Duration LAST_REPORTS = Duration.ofSeconds(3);

  private final DeliveryQueue queue;
  private final Timers timers;
  private final InstantSource clock;
  private final SettlementReporter reporter;
  private final WorkerThreads threads;

  /** Bounded by the places in flight. */
  private final Queue<Ended> ended = new ConcurrentLinkedQueue<>();

  private final BackgroundLoop reports;
  private volatile boolean stopping;

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
    this.reports =
        BackgroundLoop.stepping(
                "delivery-reports", this::reportAll, PAUSES.cap(), Timers.alarms(timers))
            .onPlatformThread();
  }

  /** An attempt that is over: its verdict goes to the store and from there to who hears of it. */
  final class Ended implements Completion<Boolean> {
    private final Attempt attempt;
    private final Duration took;
    private final OutcomeVerdict verdict;
    private final boolean resent;
    private boolean counted;
    private @Nullable RuntimeException failure;

    private Ended(Attempt attempt, Duration took, OutcomeVerdict verdict, boolean resent) {
      this.attempt = attempt;
      this.took = took;
      this.verdict = verdict;
      this.resent = resent;
    }

    TakenDelivery delivery() {
      return attempt.delivery();
    }

    Duration took() {
      return took;
    }

    OutcomeVerdict verdict() {
      return verdict;
    }

    /** Whether it was sent although the service may have accepted an earlier attempt. */
    boolean resent() {
      return resent;
    }

    /** Whether its lease was still held when it was settled. */
    boolean counted() {
      return counted;
    }

    @Override
    public void done(Boolean result) {
      counted = result;
      toReports();
    }

    @Override
    public void failed(RuntimeException why) {
      failure = why;
      toReports();
    }

    private void toReports() {
      ended.add(this);
      reports.wake();
    }

    /** Returns the lane that may have more to do now; null without one. */
    private @Nullable HeldLane finish() {
      RuntimeException first = failure;
      if (first == null) {
        return report();
      }
      threads.start(
          "settle " + delivery().id(),
          () -> {
            counted =
                retryStore(delivery(), 1, first)
                    && store(delivery(), attempt.startedAt(), verdict, 1);
            HeldLane lane = report();
            if (lane != null) {
              lane.advance();
            }
          });
      return null;
    }

    private @Nullable HeldLane report() {
      try {
        reporter.settled(this);
      } catch (RuntimeException | Error e) {
        WorkerThreads.failed(e);
      }
      return attempt.over();
    }
  }

  /** The loop that reports. */
  BackgroundLoop loop() {
    return reports;
  }

  /** Ends that loop. No settlement may be under way. */
  void close() {
    reports.finish();
    reports.awaitEnd(LAST_REPORTS);
  }

  private Duration reportAll() {
    Set<HeldLane> lanes = new LinkedHashSet<>();
    for (Ended one = ended.poll(); one != null; one = ended.poll()) {
      try {
        HeldLane lane = one.finish();
        if (lane != null) {
          lanes.add(lane);
        }
      } catch (RuntimeException | Error e) {
        WorkerThreads.failed(e);
      }
    }
    List<Work> all = new ArrayList<>();
    for (HeldLane lane : lanes) {
      all.addAll(lane.next());
    }
    threads.submit(all);
    return LONGEST_REST;
  }

  /** From now on a failing store is tried 3 times only. */
  void stopping() {
    stopping = true;
  }

  /**
   * Settles an attempt that ended; does not wait for the store. Once it is durable and reported, or
   * was given up at a stop, the attempt is {@link Attempt#over}.
   *
   * @param took the attempt
   * @param resent whether it was sent although the service may have accepted an earlier attempt
   */
  void settle(Attempt attempt, Duration took, OutcomeVerdict verdict, boolean resent) {
    queue.settle(
        attempt.delivery(),
        attempt.startedAt(),
        verdict.settlement(),
        verdict.breaker(),
        new Ended(attempt, took, verdict, resent));
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
    // At the 1st, the 2nd, the 4th …: the first may be an outage of the store, and a later one not.
    if (Integer.bitCount(failures) == 1) {
      LOG.atLevel(ReportedFailure.level(failure, Level.ERROR))
          .setCause(failure)
          .log(
              "Delivery {} could not be settled in the store; tried until it works.",
              delivery.id());
    }
    if (stopping && failures >= LAST_TRIES) {
      LOG.error(
          "Delivery {} stays unsettled at stop: it counts as uncertain at the next start.",
          delivery.id());
      return false;
    }
    try {
      timers.sleep(PAUSES.after(failures));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
