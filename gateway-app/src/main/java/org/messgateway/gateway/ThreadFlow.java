package org.messgateway.gateway;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.Payload;
import org.messgateway.gateway.answer.Expiry;
import org.messgateway.gateway.exchange.ChangedThreads;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.Fingerprint;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLook;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.ThreadWish;
import org.messgateway.gateway.queue.WantedDelivery;
import org.messgateway.gateway.routing.Hold;
import org.messgateway.gateway.routing.Route;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One look at a thread: read it, ask routing, make the rows match. Doing it again changes nothing.
 */
final class ThreadFlow {

  private static final Logger log = LoggerFactory.getLogger(ThreadFlow.class);

  private static final Duration EXPIRE_AGAIN = Duration.ofMinutes(1);

  private final String exchangeId;
  private final Exchange exchange;
  private final DeliveryQueue queue;
  private final RoutingDesk desk;
  private final LoadedThreads recent;
  private final StaleThreads stale;
  private final ChangedThreads changed;
  private final Expiry expiry;
  private final DecidedThreads decided;
  private final GoneThreads gone;
  private final InstantSource clock;

  ThreadFlow(
      Exchange exchange,
      DeliveryQueue queue,
      RoutingDesk desk,
      LoadedThreads recent,
      StaleThreads stale,
      ChangedThreads changed,
      Expiry expiry,
      ThreadTrouble trouble,
      GoneThreads gone,
      InstantSource clock) {
    this.exchangeId = exchange.directory().id();
    this.exchange = exchange;
    this.queue = queue;
    this.desk = desk;
    this.recent = recent;
    this.stale = stale;
    this.changed = changed;
    this.expiry = expiry;
    this.decided = new DecidedThreads(exchangeId, queue, changed, trouble);
    this.gone = gone;
    this.clock = clock;
  }

  /** Looks at one. */
  void look(Ref ref) {
    decide(ref, queue.thread(exchangeId, ref.value())).map(List::of).ifPresent(decided::store);
  }

  /**
   * Looks at several, which share a question to the queue and a commit.
   *
   * @param failed told of each that could not be dealt with; the others are
   */
  void look(List<Ref> refs, BiConsumer<Ref, RuntimeException> failed) {
    if (refs.size() == 1) {
      each(refs, failed, this::look);
      return;
    }
    List<DecidedThread> found = new ArrayList<>();
    try {
      Map<String, ThreadRow> rows =
          queue.threads(exchangeId, refs.stream().map(Ref::value).toList());
      each(
          refs,
          failed,
          ref -> decide(ref, Optional.ofNullable(rows.get(ref.value()))).ifPresent(found::add));
      decided.store(found);
    } catch (RuntimeException e) {
      // One of them cannot be stored, or none can: each finds out for itself.
      log.debug("What was to be stored together is looked at one by one.", e);
      each(
          found.isEmpty() ? refs : found.stream().map(DecidedThread::ref).toList(),
          failed,
          this::look);
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

  /** Empty when there is nothing to store. */
  private Optional<DecidedThread> decide(Ref ref, Optional<ThreadRow> row) {
    boolean held = row.filter(StaleThreads::held).isPresent();
    switch (exchange.loader().load(ref)) {
      case ThreadLook.Complete complete -> {
        return decide(complete.thread(), row.orElse(null));
      }
      case ThreadLook.Incomplete incomplete -> changed.again(ref, incomplete.lookAgainAfter());
      // Nothing is queued for what is held, and it must still be held when it is back.
      case ThreadLook.Unreadable _ when held -> {}
      case ThreadLook.Unreadable unreadable -> unreadable(ref, unreadable, row);
      case ThreadLook.Absent _ when held -> {}
      case ThreadLook.Absent _ -> row.ifPresent(gone::absent);
    }
    return Optional.empty();
  }

  private Optional<DecidedThread> decide(LoadedThread loaded, @Nullable ThreadRow row) {
    recent.keep(loaded);
    if (stale.holds(loaded, row)) {
      queue.note(row(loaded, 0, null, StaleThreads.HELD));
      return Optional.empty();
    }
    Instant now = clock.instant();
    List<DeliveryRow> rows =
        row == null ? List.of() : queue.deliveries(exchangeId, loaded.ref().value());
    Route route = row == null ? desk.first(loaded, now) : desk.route(loaded, rows, now);
    if (expired(loaded, route, now)) {
      return Optional.empty();
    }
    String problem = route.trouble().map(Hold::sentence).orElse(null);
    ThreadRow next = row(loaded, route.round(), route.nextLook().orElse(null), problem);
    List<WantedDelivery> wanted = new ArrayList<>(desk.remembered(loaded, rows));
    wanted.addAll(route.wanted());
    ThreadWish wish = new ThreadWish(next, route.dependsOn(), wanted, told(loaded));
    return Optional.of(new DecidedThread(loaded, row, wish));
  }

  /**
   * Ends a thread whose deadline passed while nobody had it, and looks at it as it stands then.
   *
   * @return false when there is nothing to end
   */
  private boolean expired(LoadedThread loaded, Route route, Instant now) {
    Optional<Instant> passed = route.deadline().filter(at -> !now.isBefore(at));
    if (passed.isEmpty() || !Expiry.mayExpire(loaded.thread().envelope())) {
      return false;
    }
    try {
      LoadedThread after = expiry.expire(loaded.ref(), passed.get());
      if (after.thread().envelope().status() != loaded.thread().envelope().status()) {
        look(loaded.ref());
        return true;
      }
    } catch (ExchangeWriteException e) {
      log.warn("{} is too late, which could not be written: {}", loaded.ref(), e.getMessage());
      changed.again(loaded.ref(), EXPIRE_AGAIN);
    }
    return false;
  }

  /** Ids that history says were delivered: they count where no row is left. */
  private static Set<String> told(LoadedThread loaded) {
    return DispatchNotes.delivered(loaded.thread().envelope().history()).stream()
        .map(DispatchNotes.Notified::id)
        .collect(Collectors.toSet());
  }

  private ThreadRow row(
      LoadedThread loaded, int round, @Nullable Instant nextLook, @Nullable String problem) {
    Envelope envelope = loaded.thread().envelope();
    Fingerprint fingerprint = loaded.fingerprint();
    return new ThreadRow(
        exchangeId,
        loaded.ref().value(),
        loaded.place().relative(),
        fingerprint.inode(),
        fingerprint.size(),
        fingerprint.modified(),
        envelope.status().code(),
        round,
        nextLook,
        problem,
        loaded.thread().requestor().orElse(null),
        clientId(loaded));
  }

  private static @Nullable String clientId(LoadedThread loaded) {
    String written = loaded.thread().envelope().clientId();
    return written != null
        ? written
        : loaded.thread().request().map(Payload.Request::id).orElse(null);
  }

  /** Reported once; what is queued for it stays as it is until it can be read again. */
  private void unreadable(Ref ref, ThreadLook.Unreadable unreadable, Optional<ThreadRow> row) {
    String problem = unreadable.text();
    if (row.map(ThreadRow::problem).filter(problem::equals).isEmpty()) {
      log.warn("A thread cannot be read: {}. It is looked at again when it changes.", problem);
    }
    ThreadRow known =
        row.orElseGet(() ->
            new ThreadRow(
                exchangeId,
                ref.value(),
                unreadable.file(),
                0,
                0,
                Instant.EPOCH,
                "pending",
                0,
                null,
                null));
    queue.note(known.with(problem, known.nextLook()));
  }
}
