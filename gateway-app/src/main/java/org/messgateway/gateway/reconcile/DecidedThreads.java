package org.messgateway.gateway.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.ChangeQueue;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.HistoryUpdate;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.ops.ActiveTroubles;
import org.messgateway.gateway.ops.Trouble;
import org.messgateway.gateway.ops.TroubleCause;
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

  private static final HistoryUpdate.HistoryOutcome OUTCOME =
      new HistoryUpdate.HistoryOutcome() {
        @Override
        public void written(Ref ref) {}

        @Override
        public boolean failed(Ref ref, ExchangeWriteException failure) {
          log.warn(
              "{}: what the exchange says of it could not be written into it: {}",
              ref,
              failure.getMessage());
          return true;
        }
      };

  private final String exchange;
  private final DeliveryQueue queue;
  private final ChangeQueue changed;
  private final ActiveTroubles troubles;
  private final ThreadWriter writer;
  private final InstantSource clock;

  /**
   * @param exchange id of the exchange
   */
  public DecidedThreads(
      String exchange,
      DeliveryQueue queue,
      ChangeQueue changed,
      ActiveTroubles troubles,
      ThreadWriter writer,
      InstantSource clock) {
    this.exchange = exchange;
    this.queue = queue;
    this.changed = changed;
    this.troubles = troubles;
    this.writer = writer;
    this.clock = clock;
  }

  /**
   * Stores the decisions in one commit, then wakes dependents and reports problems. Threads are
   * written before: once its row knows the problem, nobody says it in a thread any more.
   */
  void store(List<DecidedThread> decided) {
    List<ReconcileRequest> requests = new ArrayList<>(decided.size());
    for (DecidedThread each : decided) {
      requests.add(each.request());
    }
    sayInThreads(decided);
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
    if (trouble != null && decided.isNew(trouble)) {
      log.warn("{}: {}", decided.ref(), trouble);
      troubles.report(
          new Trouble(
              TroubleCause.NOBODY,
              "",
              "A task reaches nobody (%s): %s".formatted(decided.ref(), trouble),
              "see: explain " + decided.ref()));
    }
    if (decided.isNew(decided.remark())) {
      log.warn("{}: {}. The rest counts.", decided.ref(), decided.remark());
    }
  }

  /** Acknowledges threads, and tells agents of those that reach nobody. */
  private void sayInThreads(List<DecidedThread> decided) {
    List<HistoryUpdate> ofNew = new ArrayList<>();
    for (DecidedThread each : decided) {
      HistoryUpdate update = said(each);
      if (update != null && each.before() == null) {
        ofNew.add(update);
      } else if (update != null) {
        write(update);
      }
    }
    if (!ofNew.isEmpty()) {
      writer.appendHistories(ofNew, OUTCOME);
    }
  }

  /** With history that waits: it is of what happened before. */
  private void write(HistoryUpdate update) {
    try {
      LoadedThread _ = writer.write(update.ref(), update::addition);
    } catch (ExchangeWriteException e) {
      boolean _ = OUTCOME.failed(update.ref(), e);
    }
  }

  /** Null where the exchange has nothing to say. */
  private @Nullable HistoryUpdate said(DecidedThread decided) {
    boolean acknowledge = lacksAcknowledgement(decided);
    String trouble = decided.trouble();
    if (trouble != null && decided.isNew(trouble)) {
      return reachesNobody(decided.loaded(), trouble, acknowledge);
    }
    if (!acknowledge) {
      return null;
    }
    Instant now = clock.instant();
    return new HistoryUpdate(
        decided.ref(),
        decided.loaded(),
        _ -> List.of(),
        thread -> Acknowledgement.missing(thread, now));
  }

  private HistoryUpdate reachesNobody(LoadedThread loaded, String trouble, boolean acknowledge) {
    Instant now = clock.instant();
    HistoryEntry entry =
        new HistoryEntry(HistoryEntry.DISPATCH_FAILED, now, DispatchHistory.BY, trouble);
    return new HistoryUpdate(
        loaded.ref(),
        loaded,
        history -> stands(history, trouble) ? List.of() : List.of(entry),
        thread -> Acknowledgement.missing(thread, trouble, acknowledge, now));
  }

  private static boolean stands(List<HistoryEntry> history, String note) {
    return history.stream().anyMatch(entry -> note.equals(entry.note()));
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
}
