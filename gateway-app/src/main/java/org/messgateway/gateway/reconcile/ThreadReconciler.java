package org.messgateway.gateway.reconcile;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.SuccessorThreads;
import org.messgateway.gateway.exchange.ChangeQueue;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.FairBudget;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadCache;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.home.ReportedFailure;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.reconcile.ThreadUpkeep.Upkeep;
import org.messgateway.gateway.routing.Route;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Reconciles a thread with the queue: reads it, asks routing, and makes its rows match. Reconciling
 * a thread again changes nothing. Called by {@link ReconcileWorkers}, several threads at a time.
 */
public final class ThreadReconciler {

  private static final Logger log = LoggerFactory.getLogger(ThreadReconciler.class);

  private static final Duration RETRY_EXPIRY_AFTER = Duration.ofMinutes(1);

  /** How often a thread that cannot be read is tried again. */
  private static final Duration LOOK_AGAIN = Duration.ofMinutes(5);

  /** How long ago a thread that was never seen may have ended and still go on elsewhere. */
  private static final Duration RECENT = Duration.ofHours(24);

  private static final Duration RETRY_LARGE_AFTER = Duration.ofMillis(100);

  private final String exchangeId;
  private final Exchange exchange;
  private final DeliveryQueue queue;
  private final RoutingService routing;
  private final ThreadCache recent;
  private final InitialBacklog backlog;
  private final ChangeQueue changed;
  private final Function<LoadedThread, Upkeep> upkeep;
  private final DeadlineExpiry expiry;
  private final SuccessorThreads successors;
  private final DecidedThreads decided;
  private final MissingThreads missing;
  private final ReusedRefs reused;
  private final LargeWork large;
  private final InstantSource clock;

  /**
   * @param upkeep puts a thread in order before it is routed
   */
  public ThreadReconciler(
      Exchange exchange,
      DeliveryQueue queue,
      DecidedThreads decided,
      RoutingService routing,
      ThreadCache recent,
      InitialBacklog backlog,
      ChangeQueue changed,
      Function<LoadedThread, Upkeep> upkeep,
      DeadlineExpiry expiry,
      SuccessorThreads successors,
      MissingThreads missing,
      ReusedRefs reused,
      LargeWork large,
      InstantSource clock) {
    this.exchangeId = exchange.directory().id();
    this.exchange = exchange;
    this.queue = queue;
    this.decided = decided;
    this.routing = routing;
    this.recent = recent;
    this.backlog = backlog;
    this.changed = changed;
    this.upkeep = upkeep;
    this.expiry = expiry;
    this.successors = successors;
    this.missing = missing;
    this.reused = reused;
    this.large = large;
    this.clock = clock;
  }

  /** Reconciles one thread. */
  void look(Ref ref) {
    decide(ref, queue.thread(exchangeId, ref.value()), row -> missing.absent(List.of(row)))
        .map(List::of)
        .ifPresent(decided::store);
  }

  /**
   * Reconciles several threads, which share a question to the queue and a commit.
   *
   * @param failed takes each thread that could not be reconciled; the others are
   */
  void look(List<Ref> refs, BiConsumer<Ref, RuntimeException> failed) {
    if (refs.size() == 1) {
      each(refs, failed, this::look);
      return;
    }
    List<DecidedThread> found = new ArrayList<>();
    List<ThreadRow> gone = new ArrayList<>();
    try {
      Map<String, ThreadRow> rows =
          queue.threads(exchangeId, refs.stream().map(Ref::value).toList());
      each(
          refs,
          failed,
          ref ->
              decide(ref, Optional.ofNullable(rows.get(ref.value())), gone::add)
                  .ifPresent(found::add));
      missing.absent(gone);
      decided.store(found);
    } catch (RuntimeException e) {
      // One of them cannot be stored, or none can: one by one tells which.
      log.debug("What was to be stored together is looked at one by one.", e);
      List<Ref> left =
          Stream.concat(
                  found.stream().map(DecidedThread::ref),
                  gone.stream().map(row -> new Ref(row.ref())))
              .toList();
      each(left.isEmpty() ? refs : left, failed, this::look);
    }
  }

  private static void each(
      List<Ref> refs, BiConsumer<Ref, RuntimeException> failed, Consumer<Ref> work) {
    for (Ref ref : refs) {
      try {
        work.accept(ref);
      } catch (RuntimeException e) {
        failed.accept(ref, e);
      }
    }
  }

  /**
   * Decides about a thread as it stands.
   *
   * @param gone takes the row of one that is not there any more
   * @return empty when there is nothing else to store
   */
  private Optional<DecidedThread> decide(
      Ref ref, Optional<ThreadRow> row, Consumer<ThreadRow> gone) {
    boolean held = row.filter(InitialBacklog::held).isPresent();
    switch (exchange.loader().loadFinished(ref)) {
      case ThreadReadResult.Complete(LoadedThread loaded) when isLarge(loaded) -> {
        lookAtLarge(loaded, row.orElse(null));
      }
      case ThreadReadResult.Complete(LoadedThread loaded) -> {
        return decide(loaded, row.orElse(null));
      }
      case ThreadReadResult.Incomplete incomplete ->
          changed.again(ref, incomplete.lookAgainAfter());
      // A held thread has no rows, and must still be held when it can be read again.
      case ThreadReadResult.Unreadable _ when held -> {}
      case ThreadReadResult.Unreadable unreadable -> unreadable(ref, unreadable, row);
      case ThreadReadResult.Absent _ when held -> {}
      case ThreadReadResult.Absent _ -> row.ifPresent(gone);
    }
    return Optional.empty();
  }

  private static boolean isLarge(LoadedThread loaded) {
    return loaded.memory() > LargeWork.SMALL_MEMORY;
  }

  /**
   * A large thread is stored by itself, so that nobody holds it while others are read; and later,
   * when others hold as much as there is.
   */
  private void lookAtLarge(LoadedThread loaded, @Nullable ThreadRow row) {
    String holder = exchangeId + "/" + loaded.ref();
    try (FairBudget.Share share = large.hold(holder, loaded.memory(), Duration.ZERO).orElse(null)) {
      if (share == null) {
        changed.again(loaded.ref(), RETRY_LARGE_AFTER);
      } else {
        decide(loaded, row).map(List::of).ifPresent(decided::store);
      }
    }
  }

  private Optional<DecidedThread> decide(LoadedThread loaded, @Nullable ThreadRow row) {
    recent.keep(loaded);
    if (row != null && isAnother(loaded, row)) {
      return Optional.empty();
    }
    if (backlog.holds(loaded, row)) {
      queue.storeThread(IndexRows.of(exchangeId, loaded, 0, null, InitialBacklog.HELD));
      return Optional.empty();
    }
    return switch (upkeep.apply(loaded)) {
      case Upkeep.Wait(Duration after) -> {
        changed.again(loaded.ref(), after);
        yield Optional.empty();
      }
      case Upkeep.Changed _ -> {
        look(loaded.ref());
        yield Optional.empty();
      }
      case Upkeep.InOrder ordered -> route(loaded, row, ordered);
    };
  }

  /**
   * Begins anew with another task under a known ref, and reconciles it then.
   *
   * @return false for the task that the row knows
   */
  private boolean isAnother(LoadedThread loaded, ThreadRow row) {
    try {
      boolean another = ReusedRefs.isAnother(loaded, row);
      if (another) {
        reused.begin(loaded, row);
      }
      if (another || reused.restored(loaded, row)) {
        look(loaded.ref());
        return true;
      }
      return false;
    } catch (ExchangeWriteException e) {
      log.warn(
          "{} is another task now, which could not be written: {}", loaded.ref(), e.getMessage());
      // Its time may have come: it would be due again at once.
      queue.storeThread(row.with(row.problem(), clock.instant().plus(RETRY_EXPIRY_AFTER)));
      return true;
    }
  }

  private Optional<DecidedThread> route(
      LoadedThread loaded, @Nullable ThreadRow row, Upkeep.InOrder ordered) {
    Instant now = clock.instant();
    if ((row != null || isRecent(loaded, now)) && goesOn(loaded)) {
      return Optional.empty();
    }
    List<DeliveryRow> rows =
        row == null ? List.of() : queue.deliveries(exchangeId, loaded.ref().value());
    Route route = row == null ? routing.first(loaded, now) : routing.route(loaded, rows, now);
    if (expired(loaded, route, now)) {
      return Optional.empty();
    }
    return Optional.of(
        DecidedThread.of(
            exchangeId, loaded, row, rows, routing.remembered(loaded, rows), route, ordered, now));
  }

  /**
   * Ends a thread whose deadline passed while nobody was at work on it, and reconciles it as it
   * stands then.
   *
   * @return false when there was nothing to end
   */
  private boolean expired(LoadedThread loaded, Route route, Instant now) {
    Instant passed = route.deadline().orElse(null);
    if (passed == null
        || now.isBefore(passed)
        || !DeadlineExpiry.mayExpire(loaded.thread().envelope().status())) {
      return false;
    }
    try {
      LoadedThread after = expiry.expire(loaded.ref(), passed);
      if (after.thread().envelope().status() != loaded.thread().envelope().status()) {
        look(loaded.ref());
        return true;
      }
    } catch (ExchangeWriteException e) {
      log.atLevel(ReportedFailure.level(e, Level.WARN))
          .log("{} is too late, which could not be written: {}", loaded.ref(), e.getMessage());
      changed.again(loaded.ref(), RETRY_EXPIRY_AFTER);
    }
    return false;
  }

  /** What had ended long before it was first seen wants nothing any more. */
  private static boolean isRecent(LoadedThread loaded, Instant now) {
    Instant updated = loaded.thread().envelope().updated();
    return updated != null && updated.isAfter(now.minus(RECENT));
  }

  /**
   * Carries out how a thread goes on in others, and reconciles it as it stands then. Before its row
   * is stored: after a crash in between it is looked at again.
   *
   * @return false when there was nothing to do
   */
  private boolean goesOn(LoadedThread loaded) {
    try {
      if (successors.carryOut(loaded)) {
        look(loaded.ref());
        return true;
      }
    } catch (IOException e) {
      log.warn(
          "{} goes on elsewhere, which could not be written: {}", loaded.ref(), e.getMessage());
      changed.again(loaded.ref(), RETRY_EXPIRY_AFTER);
    }
    return false;
  }

  /**
   * Reports the thread once. Its rows stay as they are until it can be read again. It is looked at
   * now and then: a permission that was given, or a disk that is back, changes no file.
   */
  private void unreadable(
      Ref ref, ThreadReadResult.Unreadable unreadable, Optional<ThreadRow> row) {
    String problem = unreadable.text();
    if (row.map(ThreadRow::problem).filter(problem::equals).isEmpty()) {
      log.warn(
          "A thread cannot be read: {}. It is looked at again when it changes, and every 5"
              + " minutes.",
          problem);
    }
    ThreadRow known = row.orElseGet(() -> IndexRows.unread(exchangeId, ref, unreadable.file()));
    Instant now = clock.instant();
    Instant then = now.plus(LOOK_AGAIN);
    Instant wanted = known.nextLook();
    boolean earlier = wanted != null && wanted.isAfter(now) && wanted.isBefore(then);
    queue.storeThread(known.with(problem, earlier ? wanted : then));
  }
}
