package org.messgateway.gateway.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.ChangeQueue;
import org.messgateway.gateway.exchange.ExchangeHandle;
import org.messgateway.gateway.exchange.ExchangeListener;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.files.OpenFolders;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.queue.Completion;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.ReconcileResult;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.routing.Route;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides, on the thread that hears of changes, about new threads of which nothing is wanted but to
 * store what follows from one request: it reads and routes up to 256 of them and gives their rows
 * to the store's writer, without waiting for the commit. All others, and those of a batch whose
 * commit fails, go to {@link ReconcileWorkers} by way of the {@link ChangeQueue}, which keeps a
 * thread in one hand at a time. Used by the watcher's thread; completions come on the writer's.
 */
public final class Intake implements ExchangeListener, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Intake.class);
  private static final int BATCH = 256;
  private static final int BATCHES_IN_FLIGHT = 8;

  /** After so long a batch is stored as it is, and events are read again. */
  private static final Duration TURN = Duration.ofMillis(20);

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final ExchangeHandle exchange;
  private final DeliveryQueue queue;
  private final RoutingService routing;
  private final InitialBacklog backlog;
  private final DecidedThreads decided;
  private final InstantSource clock;
  private final LongSupplier nanos;
  private final Semaphore inFlight = new Semaphore(BATCHES_IN_FLIGHT);

  /**
   * @param nanos elapsed time
   */
  public Intake(
      ExchangeHandle exchange,
      DeliveryQueue queue,
      RoutingService routing,
      InitialBacklog backlog,
      DecidedThreads decided,
      InstantSource clock,
      LongSupplier nanos) {
    this.exchange = exchange;
    this.queue = queue;
    this.routing = routing;
    this.backlog = backlog;
    this.decided = decided;
    this.clock = clock;
    this.nanos = nanos;
  }

  @Override
  public boolean wants(Ref ref) {
    return exchange.changed().wants(ref);
  }

  @Override
  public void elsewhere(Ref ref) {
    exchange.changed().elsewhere(ref);
  }

  @Override
  public void changed(Set<Ref> refs) {
    exchange.changed().changed(refs);
  }

  @Override
  public void found(Set<Ref> refs) {
    exchange.changed().found(refs);
  }

  @Override
  public void arrived(Set<Ref> refs) {
    exchange.changed().arrived(refs);
  }

  @Override
  public boolean turn() {
    ChangeQueue changed = exchange.changed();
    if (!changed.hasArrived()) {
      return false;
    }
    try {
      if (!inFlight.tryAcquire(TURN.toNanos(), TimeUnit.NANOSECONDS)) {
        // The store is slow: events are read meanwhile.
        return true;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    BackgroundLoop.progress();
    List<Ref> refs = changed.takeArrived(BATCH);
    List<DecidedThread> batch = new ArrayList<>(refs.size());
    boolean submitted = false;
    try {
      decide(refs, batch);
      submitted = !batch.isEmpty() && submit(batch);
    } catch (RuntimeException e) {
      // The workers say what is wrong, and try again.
      log.debug("What arrived could not be decided here.", e);
    } finally {
      if (!submitted) {
        inFlight.release();
        changed.pass(
            Stream.concat(
                    batch.stream().map(DecidedThread::ref), refs.stream().filter(changed::begin))
                .toList());
      }
    }
    return changed.hasArrived();
  }

  /** Adds those that can be stored at once to the batch; the others go to the workers. */
  private void decide(List<Ref> refs, List<DecidedThread> batch) {
    ChangeQueue changed = exchange.changed();
    List<String> names = new ArrayList<>(refs.size());
    for (Ref ref : refs) {
      names.add(ref.value());
    }
    Map<String, ThreadRow> known = queue.threads(exchange.id(), names);
    try (OpenFolders folders = exchange.exchange().loader().openFolders()) {
      long began = nanos.getAsLong();
      for (int i = 0; i < refs.size(); i++) {
        Ref ref = refs.get(i);
        if (changed.begin(ref)) {
          DecidedThread plain = known.containsKey(ref.value()) ? null : plain(ref, folders);
          if (plain == null) {
            changed.pass(List.of(ref));
          } else {
            batch.add(plain);
          }
          if (nanos.getAsLong() - began > TURN.toNanos()) {
            changed.giveBack(refs.subList(i + 1, refs.size()));
            return;
          }
        }
      }
    }
  }

  private boolean submit(List<DecidedThread> batch) {
    List<ReconcileRequest> requests = new ArrayList<>(batch.size());
    List<Ref> refs = new ArrayList<>(batch.size());
    for (DecidedThread each : batch) {
      requests.add(each.request());
      refs.add(each.ref());
    }
    queue.reconcileAll(requests, new Stored(refs, decided.dependents(batch)));
    return true;
  }

  /** What follows from a commit, or from its failure. */
  private final class Stored implements Completion<List<ReconcileResult>> {

    private final List<Ref> refs;
    private final Set<Ref> dependents;

    Stored(List<Ref> refs, Set<Ref> dependents) {
      this.refs = refs;
      this.dependents = dependents;
    }

    @Override
    public void done(List<ReconcileResult> results) {
      end();
      exchange.changed().done(refs);
    }

    /** Some of them may be stored: the workers look at each. */
    @Override
    public void failed(RuntimeException why) {
      log.debug("What was to be stored together is looked at one by one.", why);
      end();
      exchange.changed().pass(refs);
    }

    private void end() {
      inFlight.release();
      for (Ref each : dependents) {
        exchange.changed().again(each, Duration.ZERO);
      }
    }
  }

  /** What is to be stored of a thread; null where more is to be done. */
  private @Nullable DecidedThread plain(Ref ref, OpenFolders folders) {
    try {
      LoadedThread loaded = exchange.exchange().loader().plain(ref, folders);
      return loaded != null && isPlain(loaded) && !backlog.isOld(loaded) ? decided(loaded) : null;
    } catch (RuntimeException e) {
      log.debug("{} could not be decided here.", ref, e);
      return null;
    }
  }

  private @Nullable DecidedThread decided(LoadedThread loaded) {
    exchange.threads().keep(loaded);
    Instant now = clock.instant();
    Route route = routing.first(loaded, now);
    Instant deadline = route.deadline().orElse(null);
    if ((deadline != null && !now.isBefore(deadline))
        || route.trouble().isPresent()
        || !route.dependsOn().isEmpty()) {
      return null;
    }
    DecidedThread plain = DecidedThread.plain(exchange.id(), loaded, route);
    return decided.lacksAcknowledgement(plain) ? null : plain;
  }

  /**
   * Whether nothing is to be read out of a thread but its one request: it is small, lies in its
   * place, is free, and nobody said or did anything else in it.
   */
  static boolean isPlain(LoadedThread loaded) {
    String written = loaded.thread().envelope().ref();
    return loaded.memory() <= LargeWork.SMALL_MEMORY
        && loaded.otherCopies().isEmpty()
        && loaded.thread().envelope().status() == ThreadStatus.PENDING
        && loaded.location().fits(ThreadStatus.PENDING)
        && (written.equals(loaded.ref().value()) || written.isBlank())
        && isUntouched(loaded.thread().envelope().history())
        && asksOnce(loaded.thread().messages());
  }

  private static boolean isUntouched(List<HistoryEntry> history) {
    for (HistoryEntry entry : history) {
      if (!entry.action().equals(HistoryEntry.CREATED)) {
        return false;
      }
    }
    return true;
  }

  private static boolean asksOnce(List<ThreadMessage> messages) {
    int requests = 0;
    for (ThreadMessage message : messages) {
      if (message.received() == null || message.payloads().isEmpty()) {
        return false;
      }
      for (Payload payload : message.payloads()) {
        if (payload instanceof Payload.Request) {
          requests++;
        } else if (!(payload instanceof Payload.Ack)) {
          return false;
        }
      }
    }
    return requests == 1;
  }

  /** Waits for the commits in flight, five seconds at most; after the watcher's end. */
  @Override
  public void close() {
    try {
      if (!inFlight.tryAcquire(BATCHES_IN_FLIGHT, CLOSE_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        log.warn("The store did not answer in {} s.", CLOSE_LIMIT.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
