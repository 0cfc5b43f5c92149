package org.messgateway.gateway.reconcile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.messgateway.gateway.exchange.ChangeQueue;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.home.ReportedFailure;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.ThreadRow;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Hands changed and due threads to {@link ThreadReconciler}. A worker takes up to 64 waiting
 * threads at a time, so that in a burst many threads share one question to the queue and one
 * commit. Eight workers run, so that a file that is slow to read delays only the threads taken with
 * it.
 */
public final class ReconcileWorkers implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ReconcileWorkers.class);
  private static final int WORKERS = 8;
  private static final int BATCH = 64;
  private static final Duration TAKE_LIMIT = Duration.ofSeconds(1);
  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  /** Due threads that are asked for at a time. */
  private static final int DUE_AT_ONCE = 512;

  private final String exchange;
  private final DeliveryQueue queue;
  private final ChangeQueue changed;
  private final ThreadReconciler reconciler;
  private final List<BackgroundLoop> loops = new ArrayList<>();

  /**
   * @param exchange id of the exchange
   */
  public ReconcileWorkers(
      String exchange, DeliveryQueue queue, ChangeQueue changed, ThreadReconciler reconciler) {
    this.exchange = exchange;
    this.queue = queue;
    this.changed = changed;
    this.reconciler = reconciler;
    for (int i = 0; i < WORKERS; i++) {
      // Reads in calls of the system, which would hold a virtual thread's carrier while a disk
      // hangs.
      loops.add(
          BackgroundLoop.stepping("thread-looker-" + i, this::work, RETRY_AFTER)
              .onPlatformThread());
    }
  }

  /**
   * Takes up threads whose time has come; the times are rows of the queue. A thread stays due until
   * it is reconciled, so nothing is lost when the process ends.
   *
   * @return whether more may be due
   */
  public boolean takeDueThreads() {
    List<ThreadRow> due = queue.dueThreads(exchange, DUE_AT_ONCE);
    Set<Ref> refs = due.stream().map(row -> new Ref(row.ref())).collect(Collectors.toSet());
    if (!refs.isEmpty()) {
      changed.changed(refs);
    }
    return due.size() == DUE_AT_ONCE;
  }

  public void start() {
    loops.forEach(BackgroundLoop::start);
  }

  /** The loops of the workers. */
  public List<BackgroundLoop> loops() {
    return List.copyOf(loops);
  }

  private Duration work() throws InterruptedException {
    List<Ref> refs = changed.take(BATCH, TAKE_LIMIT);
    if (!refs.isEmpty()) {
      reconcile(refs);
    }
    return Duration.ZERO;
  }

  private void reconcile(List<Ref> refs) {
    try {
      reconciler.look(refs, this::failed);
    } catch (Error e) {
      refs.forEach(ref -> changed.again(ref, RETRY_AFTER));
      throw e;
    } finally {
      changed.done(refs);
    }
  }

  /** A thread that fails delays no other, and is tried again after 5 s. */
  private void failed(Ref ref, RuntimeException failure) {
    log.atLevel(ReportedFailure.level(failure, Level.ERROR))
        .log(
            "{} could not be dealt with and is looked at again in {} s: {}",
            ref,
            RETRY_AFTER.toSeconds(),
            failure.getMessage());
    log.debug("{} failed", ref, failure);
    changed.again(ref, RETRY_AFTER);
  }

  /** No thread is taken up any more; returns at once. */
  public void stop() {
    loops.forEach(BackgroundLoop::stop);
  }

  @Override
  public void close() {
    stop();
    loops.forEach(loop -> loop.awaitEnd(CLOSE_LIMIT));
  }
}
