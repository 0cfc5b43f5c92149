package org.messgateway.gateway.cli.task;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeListener;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.watch.ExchangeWatcher;

/**
 * Follows the files of tasks and tells what happens in them, whichever gateway runs meanwhile. For
 * one thread at a time.
 */
final class TaskWatch implements AutoCloseable {

  /**
   * A watcher that finds no room waits; the system then reports an overflow, and all is compared.
   */
  private static final int WAITING = 10_000;

  /** Tasks whose last state is kept; of others what is new is known by its time. */
  private static final int REMEMBERED = 10_000;

  private static final Duration LISTING = Duration.ofMinutes(10);
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final TaskFinder finder;
  private final Instant since;
  private final BlockingQueue<Changed> changes = new ArrayBlockingQueue<>(WAITING);
  private final List<ExchangeWatcher> watchers = new ArrayList<>();
  private final Map<Changed, WatchedEvent.Told> told = new LinkedHashMap<>();

  private record Changed(String exchange, Ref ref) {}

  /**
   * @param since what happened before is not told
   */
  TaskWatch(TaskFinder finder, Instant since) {
    this.finder = finder;
    this.since = since;
    finder
        .exchanges()
        .forEach((name, exchange) -> watchers.add(exchange.watcher(new Listener(name, exchange))));
  }

  /** Puts changed threads into the queue; the first listing finds all threads. */
  private final class Listener implements ExchangeListener {

    private final String name;
    private final Exchange exchange;

    Listener(String name, Exchange exchange) {
      this.name = name;
      this.exchange = exchange;
    }

    @Override
    public void changed(Set<Ref> refs) {
      for (Ref ref : refs) {
        Changed change = new Changed(name, ref);
        if (!changes.contains(change) && !changes.offer(change)) {
          throw new IllegalStateException("too many changes wait to be told");
        }
      }
    }

    @Override
    public void found(Set<Ref> refs) {
      refs.stream().filter(this::isYoung).map(Set::of).forEach(this::changed);
    }

    private boolean isYoung(Ref ref) {
      return exchange.seenFingerprints().places(ref).stream().anyMatch(this::isYoung);
    }

    private boolean isYoung(ThreadLocation place) {
      return !exchange.seenFingerprints().modified(place).isBefore(since);
    }
  }

  /**
   * Tells events until the thread is interrupted.
   *
   * @param only the task that is meant, told from its beginning; null for all, from now on
   */
  void follow(@Nullable FoundTask only, Consumer<WatchedEvent> tell) throws InterruptedException {
    if (only != null) {
      WatchedEvent.since(WatchedEvent.Told.NOTHING, only).forEach(tell);
      told.put(key(only), WatchedEvent.Told.all(only.thread()));
    }
    watchers.forEach(ExchangeWatcher::start);
    for (ExchangeWatcher each : watchers) {
      boolean _ = each.awaitReady(LISTING);
    }
    while (true) {
      Changed change = changes.poll(LOOK.toMillis(), TimeUnit.MILLISECONDS);
      if (change != null && (only == null || change.equals(key(only)))) {
        look(change, tell);
      }
    }
  }

  private static Changed key(FoundTask task) {
    return new Changed(task.exchange(), task.loaded().ref());
  }

  private void look(Changed change, Consumer<WatchedEvent> tell) throws InterruptedException {
    Optional<FoundTask> found = read(change);
    if (found.isEmpty()) {
      return;
    }
    FoundTask task = found.get();
    WatchedEvent.Told before = told.remove(change);
    WatchedEvent.since(
            before == null ? WatchedEvent.Told.before(task.thread(), since) : before, task)
        .forEach(tell);
    told.put(change, WatchedEvent.Told.all(task.thread()));
    if (told.size() > REMEMBERED) {
      told.remove(told.keySet().iterator().next());
    }
  }

  /** One that is being written changes again; one that a person broke tells nothing. */
  private Optional<FoundTask> read(Changed change) throws InterruptedException {
    try {
      return finder.in(change.exchange(), change.ref());
    } catch (TaskLookupException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    watchers.forEach(ExchangeWatcher::stop);
    watchers.forEach(ExchangeWatcher::close);
  }
}
