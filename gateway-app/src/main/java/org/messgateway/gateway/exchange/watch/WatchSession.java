package org.messgateway.gateway.exchange.watch;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.StateFolder;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.files.LocalFileSystem;
import org.messgateway.gateway.exchange.files.SeenFingerprints;
import org.messgateway.gateway.exchange.files.ThreadFinder;
import org.messgateway.gateway.exchange.files.UnfinishedWrites;
import org.messgateway.gateway.exchange.files.UnfinishedWrites.WriteEvent;
import org.messgateway.gateway.exchange.read.DuplicateCopies;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches an exchange as long as its directory exists: registers watches, lists once, reads events
 * at once, and does all other work in small steps in between. Used by the watcher's thread, {@link
 * #close} excepted.
 */
public final class WatchSession implements EventReader.Handler, Closeable {

  private static final Logger log = LoggerFactory.getLogger(WatchSession.class);
  static final Duration TICK = Duration.ofSeconds(5);
  static final Duration FULL = Duration.ofMinutes(5);

  /** Threads compared between two polls for events: about 1 ms of work. */
  private static final int THREADS_PER_STEP = 64;

  /**
   * Until the next read after events of our own writes only: history of a batch comes one by one,
   * and to wake for each would cost more than to read them all.
   */
  private static final Duration GATHERING = Duration.ofMillis(1);

  /** Reads of events before periodic work gets its turn. */
  private static final int MAX_READS = 100;

  private final ExchangeDirectory exchange;
  private final ThreadFinder finder;
  private final SeenFingerprints seen;
  private final DuplicateCopies copies;
  private final ChangeBatcher batcher;
  private final FolderWatches folders;
  private final UnfinishedWrites writes;
  private final EventReader events;
  private final LongSupplier nanos;
  private final boolean trusted;

  private final Deque<ThreadLocation> toWatch = new ArrayDeque<>();
  private final Deque<ThreadLocation> unwatched = new ArrayDeque<>();
  private final Set<StateFolder> toCompare = new LinkedHashSet<>(StateFolder.all());
  private final Set<StateFolder> unlisted = new HashSet<>();
  private @Nullable FolderComparison comparison;
  private boolean working;
  private boolean listed;
  private long nextTick;
  private long nextFull;

  public WatchSession(
      ExchangeDirectory exchange,
      ThreadFinder finder,
      SeenFingerprints seen,
      DuplicateCopies copies,
      ChangeBatcher batcher,
      FolderWatches folders,
      UnfinishedWrites writes,
      LongSupplier nanos) {
    this.exchange = exchange;
    this.finder = finder;
    this.seen = seen;
    this.copies = copies;
    this.batcher = batcher;
    this.folders = folders;
    this.writes = writes;
    this.events = new EventReader(folders, batcher, writes, this);
    this.nanos = nanos;
    this.trusted = folders.hasEvents() && LocalFileSystem.of(exchange.root());
    this.nextTick = nanos.getAsLong();
    this.nextFull = nextTick + FULL.toNanos();
    batcher.readsAtOnce(trusted);
  }

  /**
   * Waits for events, until the next periodic work at most; reads them; does one step of the other
   * work.
   *
   * @return false when the exchange does not exist any more
   */
  boolean turn(Duration longest) throws IOException, InterruptedException {
    try {
      drain(busy() ? Duration.ZERO : writes.untilFinished(shorter(longest, untilTick())));
      if (untilTick().isZero() && !tick()) {
        return false;
      }
      watchSome();
      compareSome();
      compareUnwatched();
      batcher.deliver();
      return true;
    } finally {
      batcher.closeFolders();
    }
  }

  /** Whether work is left that need not wait for an event. */
  boolean busy() {
    return working || comparison != null || !toWatch.isEmpty() || !unwatched.isEmpty();
  }

  private Duration untilTick() {
    return Duration.ofNanos(Math.max(0, nextTick - nanos.getAsLong()));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private void drain(Duration wait) throws InterruptedException {
    Duration atMost = wait;
    boolean more = true;
    for (int read = 0; more && read < MAX_READS; read++) {
      more = folders.poll(atMost, events);
      for (ThreadLocation finished : writes.finished()) {
        batcher.compareAfterEvent(finished, false, WriteEvent.ENDED);
      }
      batcher.deliver();
      working = batcher.turn();
      more |= working;
      if (events.onlyOwnWrites() && !busy()) {
        folders.pause(GATHERING);
      }
      atMost = Duration.ZERO;
    }
  }

  private boolean tick() throws IOException {
    nextTick = nanos.getAsLong() + TICK.toNanos();
    if (!exchange.present()) {
      return false;
    }
    watchStructure();
    copies.warn(finder);
    planComparison();
    startComparison();
    planUnwatched();
    return true;
  }

  /** Watches root and state folders where that is missing, and plans a listing of new ones. */
  private void watchStructure() throws IOException {
    if (folders.watchAgain(new WatchTarget.RootTarget())) {
      log.debug("Watching {}", exchange.root());
    }
    List<StateFolder> existing = exchange.folders();
    for (StateFolder stateFolder : StateFolder.all()) {
      WatchTarget target = new WatchTarget.StateFolderTarget(stateFolder);
      boolean watchedBefore = folders.watches(target);
      if (!existing.contains(stateFolder)) {
        folders.forget(target);
      }
      if (existing.contains(stateFolder) ? folders.watchAgain(target) : watchedBefore) {
        toCompare.add(stateFolder);
      }
    }
  }

  private void planComparison() {
    if (nextFull - nanos.getAsLong() <= 0 || batcher.failedSinceLastCall()) {
      toCompare.addAll(StateFolder.all());
    }
    if (!trusted) {
      StateFolder.all().stream().filter(StateFolder::unfinished).forEach(toCompare::add);
    }
  }

  private void startComparison() {
    if (comparison != null || toCompare.isEmpty()) {
      return;
    }
    if (toCompare.containsAll(StateFolder.all())) {
      nextFull = nanos.getAsLong() + FULL.toNanos();
    }
    comparison = new FolderComparison(exchange, seen, batcher, toCompare);
    toCompare.clear();
  }

  private void compareSome() throws IOException {
    if (comparison == null) {
      return;
    }
    if (step(comparison)) {
      watchNewest(comparison.folders());
      comparison.close();
      comparison = null;
      listed = true;
      startComparison();
    }
  }

  private boolean step(FolderComparison running) throws IOException {
    try {
      boolean finished = running.step(THREADS_PER_STEP);
      running.at().ifPresent(unlisted::remove);
      return finished;
    } catch (IOException e) {
      running.at().filter(unlisted::add).ifPresent(stateFolder -> cannotList(stateFolder, e));
      running.skip();
      return false;
    }
  }

  private void cannotList(StateFolder stateFolder, IOException e) {
    log.error(
        "{} cannot be listed: {}. Its threads stay as they were last seen; it is tried again.",
        exchange.path(stateFolder),
        e.toString());
  }

  /** Plans watches for the newest unfinished threads up to the limit; the newest comes last. */
  private void watchNewest(List<ThreadLocation> listedFolders) {
    listedFolders.stream()
        .filter(location -> !folders.watches(new WatchTarget.ThreadFolderTarget(location)))
        .sorted(Comparator.comparing(seen::modified).reversed())
        .limit(Math.max(0, folders.limit() - folders.threadFolders()))
        .forEach(toWatch::addFirst);
  }

  private void watchSome() throws IOException {
    for (int left = THREADS_PER_STEP; left > 0 && !toWatch.isEmpty(); left--) {
      ThreadLocation location = toWatch.removeFirst();
      if (folders.watch(location)) {
        // A change before the registration raised no event.
        batcher.compare(location);
      }
    }
  }

  private void planUnwatched() {
    if (unwatched.isEmpty()) {
      unwatched.addAll(
          seen.places(location ->
              location.layout() == ThreadLayout.DIRECTORY
                  && location.stateFolder().unfinished()
                  && !folders.watches(new WatchTarget.ThreadFolderTarget(location))));
    }
  }

  private void compareUnwatched() {
    for (int left = THREADS_PER_STEP; left > 0 && !unwatched.isEmpty(); left--) {
      batcher.compareListed(unwatched.removeFirst());
    }
  }

  /** Whether all state folders have been listed once. */
  boolean listed() {
    return listed;
  }

  int watchedFolders() {
    return folders.threadFolders();
  }

  @Override
  public void threadFolderAppeared(ThreadLocation location) {
    toWatch.addLast(location);
  }

  @Override
  public void stateFoldersChanged() {
    nextTick = nanos.getAsLong();
  }

  @Override
  public void eventsLost() {
    log.info("Events of {} were lost; everything is compared", exchange.root());
    toCompare.addAll(StateFolder.all());
    nextTick = nanos.getAsLong();
  }

  @Override
  public void close() throws IOException {
    folders.close();
  }
}
