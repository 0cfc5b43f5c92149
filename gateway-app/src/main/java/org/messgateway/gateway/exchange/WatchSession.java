package org.messgateway.gateway.exchange;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.WatchKey;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watching an exchange for as long as it is there: register, then list; drain events at once; do
 * everything else in small pieces in between. Belongs to the watcher's thread, {@link #close}
 * excepted.
 */
final class WatchSession implements EventReader.Found, Closeable {

  private static final Logger log = LoggerFactory.getLogger(WatchSession.class);
  static final Duration TICK = Duration.ofSeconds(5);
  static final Duration FULL = Duration.ofMinutes(5);

  /** Threads looked at between two looks for events: about a millisecond's work. */
  private static final int PIECE = 64;

  /** Keys read before time-driven work gets its turn. */
  private static final int KEYS = 1000;

  private final ExchangeDirectory exchange;
  private final ThreadFinder finder;
  private final KnownThreads known;
  private final TwoCopies copies;
  private final News news;
  private final FolderWatch folders;
  private final EventReader events;
  private final LongSupplier nanos;
  private final boolean trusted;

  private final Deque<Place> toWatch = new ArrayDeque<>();
  private final Deque<Place> unwatched = new ArrayDeque<>();
  private final Set<StateFolder> toCompare = new LinkedHashSet<>(StateFolder.all());
  private final Set<StateFolder> unlisted = new HashSet<>();
  private @Nullable Comparison comparison;
  private boolean listed;
  private long nextTick;
  private long nextFull;

  WatchSession(
      ExchangeDirectory exchange,
      ThreadFinder finder,
      KnownThreads known,
      TwoCopies copies,
      News news,
      FolderWatch folders,
      LongSupplier nanos) {
    this.exchange = exchange;
    this.finder = finder;
    this.known = known;
    this.copies = copies;
    this.news = news;
    this.folders = folders;
    this.events = new EventReader(folders, news, this);
    this.nanos = nanos;
    this.trusted = folders.hears() && EventTrust.of(exchange.root());
    this.nextTick = nanos.getAsLong();
    this.nextFull = nextTick + FULL.toNanos();
  }

  /**
   * Waits for events, but not longer than that or than until something is due; reads them; does a
   * piece of what else there is to do.
   *
   * @return false when the exchange is not there any more
   */
  boolean turn(Duration longest) throws IOException, InterruptedException {
    drain(busy() ? Duration.ZERO : shorter(longest, untilTick()));
    if (untilTick().isZero() && !tick()) {
      return false;
    }
    watchSome();
    compareSome();
    compareUnwatched();
    news.tell();
    return true;
  }

  /** Whether there is work that waits for nothing. */
  boolean busy() {
    return comparison != null || !toWatch.isEmpty() || !unwatched.isEmpty();
  }

  private Duration untilTick() {
    return Duration.ofNanos(Math.max(0, nextTick - nanos.getAsLong()));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private void drain(Duration wait) throws InterruptedException {
    Optional<WatchKey> key = folders.poll(wait);
    for (int read = 0; key.isPresent() && read < KEYS; read++) {
      events.read(key.get());
      news.tell();
      key = folders.poll(Duration.ZERO);
    }
  }

  private boolean tick() throws IOException {
    nextTick = nanos.getAsLong() + TICK.toNanos();
    if (!exchange.present()) {
      return false;
    }
    watchStructure();
    copies.tell(finder);
    planComparison();
    startComparison();
    planUnwatched();
    return true;
  }

  /** Registers what is not registered, or stands for another directory by now; lists it then. */
  private void watchStructure() throws IOException {
    if (folders.watchAgain(new Watched.Root())) {
      log.debug("Watching {}", exchange.root());
    }
    List<StateFolder> there = exchange.folders();
    for (StateFolder top : StateFolder.all()) {
      Watched watched = new Watched.Top(top);
      boolean was = folders.watches(watched);
      if (!there.contains(top)) {
        folders.forget(watched);
      }
      if (there.contains(top) ? folders.watchAgain(watched) : was) {
        toCompare.add(top);
      }
    }
  }

  private void planComparison() {
    if (nextFull - nanos.getAsLong() <= 0 || news.failedSinceAsked()) {
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
    comparison = new Comparison(exchange, known, news, toCompare);
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

  private boolean step(Comparison running) throws IOException {
    try {
      boolean finished = running.step(PIECE);
      running.at().ifPresent(unlisted::remove);
      return finished;
    } catch (IOException e) {
      running.at().filter(unlisted::add).ifPresent(top -> cannotList(top, e));
      running.skip();
      return false;
    }
  }

  private void cannotList(StateFolder top, IOException e) {
    log.error(
        "{} cannot be listed: {}. Its threads stay as they were last seen; it is tried again.",
        exchange.path(top),
        e.toString());
  }

  /** As many of the unfinished threads' folders as may still be watched, the newest last. */
  private void watchNewest(List<Place> met) {
    met.stream()
        .filter(place -> !folders.watches(new Watched.Inside(place)))
        .sorted(Comparator.comparing(known::modified).reversed())
        .limit(Math.max(0, folders.limit() - folders.inside()))
        .forEach(toWatch::addFirst);
  }

  private void watchSome() throws IOException {
    for (int left = PIECE; left > 0 && !toWatch.isEmpty(); left--) {
      Place place = toWatch.removeFirst();
      if (folders.watch(place)) {
        // What happened before the registration raised no event.
        news.compare(place);
      }
    }
  }

  private void planUnwatched() {
    if (unwatched.isEmpty()) {
      known.places().stream()
          .filter(place -> place.form() == Form.DIRECTORY && place.top().unfinished())
          .filter(place -> !folders.watches(new Watched.Inside(place)))
          .forEach(unwatched::add);
    }
  }

  private void compareUnwatched() {
    for (int left = PIECE; left > 0 && !unwatched.isEmpty(); left--) {
      news.compare(unwatched.removeFirst());
    }
  }

  /** Whether everything has been listed once. */
  boolean listed() {
    return listed;
  }

  int watchedFolders() {
    return folders.inside();
  }

  @Override
  public void folder(Place place) {
    toWatch.addLast(place);
  }

  @Override
  public void structure() {
    nextTick = nanos.getAsLong();
  }

  @Override
  public void overflow() {
    log.info("Events of {} were lost; everything is compared", exchange.root());
    toCompare.addAll(StateFolder.all());
    nextTick = nanos.getAsLong();
  }

  @Override
  public void close() throws IOException {
    folders.close();
  }
}
