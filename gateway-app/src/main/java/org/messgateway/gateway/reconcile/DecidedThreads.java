package org.messgateway.gateway.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.ChangeQueue;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.protocol.Succession;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores what was decided about threads, and does what follows from it: dependents are looked at,
 * problems are reported, and threads of which nobody is told soon are acknowledged. Thread-safe.
 */
public final class DecidedThreads {

  /** History is written so soon after a delivery, and has the acknowledgement with it. */
  private static final Duration SOON = Duration.ofMinutes(1);

  /** A dependency that is stored in the same moment does not know of its dependents. */
  private static final Duration DEPENDENCIES_AGAIN = Duration.ofSeconds(1);

  private static final Logger log = LoggerFactory.getLogger(DecidedThreads.class);

  private final String exchange;
  private final DeliveryQueue queue;
  private final ChangeQueue changed;
  private final UnroutableReporter unroutable;
  private final ThreadWriter writer;
  private final InstantSource clock;

  /**
   * @param exchange id of the exchange
   */
  public DecidedThreads(
      String exchange,
      DeliveryQueue queue,
      ChangeQueue changed,
      UnroutableReporter unroutable,
      ThreadWriter writer,
      InstantSource clock) {
    this.exchange = exchange;
    this.queue = queue;
    this.changed = changed;
    this.unroutable = unroutable;
    this.writer = writer;
    this.clock = clock;
  }

  /** Stores the decisions in one commit, then wakes dependents and reports problems. */
  void store(List<DecidedThread> decided) {
    List<ReconcileRequest> requests = new ArrayList<>(decided.size());
    for (DecidedThread each : decided) {
      requests.add(each.request());
    }
    queue.reconcileAll(requests);
    follow(decided);
  }

  /** What follows from the commit. */
  private void follow(List<DecidedThread> stored) {
    Set<Ref> waiting = dependents(stored);
    if (!waiting.isEmpty()) {
      changed.changed(waiting);
    }
    for (DecidedThread each : stored) {
      if (each.waitsAnew()) {
        changed.again(each.ref(), DEPENDENCIES_AGAIN);
      }
      reportProblem(each);
      acknowledge(each);
    }
  }

  /**
   * Dependents of threads whose status changed, or that are new; also those that wait for a thread
   * that goes on in it. They are to be looked at once the decisions are stored.
   */
  Set<Ref> dependents(List<DecidedThread> decided) {
    Set<String> ids = new LinkedHashSet<>();
    for (DecidedThread each : decided) {
      if (each.hasOtherStatus()) {
        addIds(each, ids);
      }
    }
    Set<Ref> waiting = new LinkedHashSet<>();
    if (!ids.isEmpty()) {
      for (String ref : queue.dependents(exchange, ids)) {
        waiting.add(new Ref(ref));
      }
    }
    return waiting;
  }

  private static void addIds(DecidedThread each, Set<String> ids) {
    ids.add(each.ref().value());
    String clientId = each.request().thread().clientId();
    if (clientId != null) {
      ids.add(clientId);
    }
    ids.addAll(Succession.of(each.loaded().thread().envelope()).predecessors());
  }

  private static boolean isTold(List<DesiredDelivery> desired, Instant soon) {
    for (DesiredDelivery each : desired) {
      if (each.due().isBefore(soon)) {
        return true;
      }
    }
    return false;
  }

  private void reportProblem(DecidedThread decided) {
    String trouble = decided.trouble();
    if (decided.isNew(trouble)) {
      unroutable.report(decided.loaded(), Objects.requireNonNull(trouble));
    }
    if (decided.isNew(decided.remark())) {
      log.warn("{}: {}. The rest counts.", decided.ref(), decided.remark());
    }
  }

  /** Whether a thread is taken up of which nobody is told soon, and nobody said so in it. */
  boolean lacksAcknowledgement(DecidedThread decided) {
    ThreadStatus status = decided.loaded().thread().envelope().status();
    return decided.before() == null
        && !status.ended()
        && !status.taken()
        && !isTold(decided.request().desired(), clock.instant().plus(SOON))
        && !Acknowledgement.isIn(decided.loaded().thread());
  }

  private void acknowledge(DecidedThread decided) {
    if (!lacksAcknowledgement(decided)) {
      return;
    }
    try {
      LoadedThread _ =
          writer.write(
              decided.ref(),
              thread -> {
                byte[] ack = Acknowledgement.missing(thread, clock.instant());
                return ack == null ? null : new ThreadAddition(ack, EnvelopeEdit.NOTHING);
              });
    } catch (ExchangeWriteException e) {
      log.warn(
          "{}: it could not be acknowledged, and is with its first history: {}",
          decided.ref(),
          e.getMessage());
    }
  }
}
