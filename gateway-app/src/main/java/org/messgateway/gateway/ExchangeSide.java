package org.messgateway.gateway;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.messgateway.gateway.answer.Expiry;
import org.messgateway.gateway.exchange.ExchangeWatcher;
import org.messgateway.gateway.exchange.Fingerprint;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.trouble.TroubleBook;

/** What is done for one exchange: watching it, looking at what changed, writing its history. */
final class ExchangeSide implements AutoCloseable {

  private final OpenExchange open;
  private final Parts parts;
  private final StaleThreads stale;
  private final ThreadLookers lookers;
  private final ExchangeWatcher watcher;
  private final List<Chore> chores;

  /**
   * @param busy whether many deliveries are under way just now
   */
  ExchangeSide(OpenExchange open, Parts parts, TroubleBook book, BooleanSupplier busy) {
    this.open = open;
    this.parts = parts;
    stale =
        new StaleThreads(
            parts.queue().knownSince(parts.exchangeId()), parts.configuration().get().staleAfter());
    lookers = new ThreadLookers(parts.changed(), flow(book));
    watcher = open.exchange().watcher(parts.changed());
    chores = chores(busy);
  }

  private ThreadFlow flow(TroubleBook book) {
    return new ThreadFlow(
        parts.exchange(),
        parts.queue(),
        parts.desk(),
        parts.threads(),
        stale,
        parts.changed(),
        new Expiry(parts.writer(), parts.clock()),
        new ThreadTrouble(parts.writer(), book, parts.clock()),
        new GoneThreads(parts.queue(), parts.clock()),
        parts.clock());
  }

  private List<Chore> chores(BooleanSupplier busy) {
    NextLooks looks = new NextLooks(parts.exchangeId(), parts.queue(), parts.changed());
    HistoryProjection projection =
        new HistoryProjection(
            parts.exchangeId(),
            parts.queue(),
            parts.writer(),
            parts.threads(),
            parts.changed(),
            parts.clock(),
            busy,
            System::nanoTime);
    return List.of(
        new Chore("next looks", Duration.ofMillis(250), looks::turn),
        new Chore(
            "history",
            Duration.ofSeconds(1),
            projection::turn,
            // Waits for the disk, in calls that hold a virtual thread's carrier.
            Thread.ofPlatform().daemon()),
        new Chore(
            "held tasks",
            Duration.ofSeconds(1),
            () -> {
              stale.report();
              return false;
            }));
  }

  /** Begins to write; before anything is watched. */
  void open() {
    open.starting().accept(parts.changed());
    Pages.of(after -> parts.queue().threads(parts.exchangeId(), after, Pages.SIZE), ThreadRow::ref)
        .forEach(this::remember);
  }

  /** What has not changed since it was last seen need not be looked at again. */
  private void remember(ThreadRow row) {
    parts
        .exchange()
        .known()
        .remember(row.place(), new Fingerprint(row.inode(), row.size(), row.modified()));
  }

  void watch() {
    lookers.start();
    watcher.start();
  }

  /** Waits until everything was listed once. */
  boolean awaitReady(Duration atMost) throws InterruptedException {
    return watcher.awaitReady(atMost);
  }

  /** Whether it can be read; a server that is away does not count, for its copy is here. */
  boolean reachable() {
    return watcher.reachable();
  }

  /** Whether the server of a remote one answers. */
  boolean answers() {
    return open.answers().getAsBoolean();
  }

  Parts parts() {
    return parts;
  }

  List<Chore> chores() {
    return chores;
  }

  /** Sees nothing new any more. */
  void stopWatching() {
    watcher.close();
  }

  /** Ends those who look; the exchange itself belongs to the gateway. */
  @Override
  public void close() {
    lookers.close();
  }
}
