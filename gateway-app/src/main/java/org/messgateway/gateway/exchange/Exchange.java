package org.messgateway.gateway.exchange;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.messgateway.api.mess.Folder;

/**
 * An exchange and all that can be done with it, joined. Owns the second names of replaced files,
 * which it lets go in time; watchers belong to whoever asked for them.
 */
public final class Exchange implements Closeable {

  private static final Duration LATE_LOOK = Duration.ofSeconds(1);
  private static final Duration CLEAN_UP = Duration.ofMinutes(1);

  private final ExchangeDirectory directory;
  private final LongSupplier nanos;
  private final ThreadFinder finder;
  private final ExchangeScanner scanner;
  private final KnownThreads known;
  private final TwoCopies copies;
  private final ThreadLoader loader;
  private final EnvelopeLoader envelopes;
  private final ExchangeFiles files;
  private final OwnFiles own;
  private final ReplacedFiles replaced;
  private final LateWriting late;
  private final ThreadCreation creation;
  private final LocalWriter writer;
  private final ScheduledExecutorService chores;

  /**
   * @param clock what the times of files are compared with
   * @param nanos monotonic time, {@code System::nanoTime}
   */
  public Exchange(
      ExchangeDirectory directory, ExchangeLimits limits, InstantSource clock, LongSupplier nanos) {
    this(directory, limits, clock, nanos, SharedLocks.ALONE);
  }

  /**
   * One that other gateways write, too.
   *
   * @param shared locks that they all respect
   */
  public Exchange(
      ExchangeDirectory directory,
      ExchangeLimits limits,
      InstantSource clock,
      LongSupplier nanos,
      SharedLocks shared) {
    this.directory = directory;
    this.nanos = nanos;
    ExchangeGuard guard = new ExchangeGuard(directory.root());
    this.finder = new ThreadFinder(directory, guard, limits);
    this.scanner = new ExchangeScanner(directory, finder);
    this.known = new KnownThreads(clock);
    this.copies = new TwoCopies(nanos);
    Completeness completeness = new Completeness(limits, new Stillness(clock, nanos), known);
    CopyReader reader = new CopyReader(finder, guard, completeness);
    this.loader = new ThreadLoader(directory, finder, known, reader, copies);
    this.envelopes = new EnvelopeLoader(finder, guard, limits);
    this.files = new ExchangeFiles(finder, guard);
    this.own = new OwnFiles(directory, clock, new KnownFlush(FileSystemFlush::ofThisSystem));
    this.replaced = new ReplacedFiles(directory, guard, clock, nanos);
    ThreadLocks locks = new ThreadLocks(shared);
    Replacement replacement = new Replacement(finder, guard, own, known, replaced, locks);
    this.late = new LateWriting(directory, finder, guard, loader, replacement, locks);
    this.creation = new ThreadCreation(directory, finder, own, clock);
    this.writer =
        new LocalWriter(
            directory,
            loader,
            new CopyWriter(finder, guard, replacement),
            replacement,
            own,
            creation,
            new ThreadMove(directory, known, own, locks),
            new FolderForm(directory, finder, guard, own, known, replaced, locks),
            locks);
    this.chores = Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory());
  }

  /** Begins to write: cleans up after a gateway that died, and looks for late writers. */
  public void start() {
    recover();
    // Again and again: what a gateway left that died seconds ago is not old enough yet.
    Future<?> _ =
        chores.scheduleWithFixedDelay(
            this::recover, CLEAN_UP.toMillis(), CLEAN_UP.toMillis(), TimeUnit.MILLISECONDS);
    // Never fails: ReplacedFiles catches and tells what goes wrong with each file.
    Future<?> _ =
        chores.scheduleWithFixedDelay(
            this::lookForLateWriters, 0, LATE_LOOK.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Cleans up after a gateway that died, and takes up what it had not finished. */
  void recover() {
    own.clean();
    replaced.recover();
  }

  /** What the gateway does every second by itself. */
  void lookForLateWriters() {
    replaced.look(late);
  }

  public ExchangeDirectory directory() {
    return directory;
  }

  public ExchangeScanner scanner() {
    return scanner;
  }

  /** To be told what a store remembers, before watching starts. */
  public KnownThreads known() {
    return known;
  }

  public ThreadLoader loader() {
    return loader;
  }

  public EnvelopeLoader envelopes() {
    return envelopes;
  }

  public ExchangeFiles files() {
    return files;
  }

  public ThreadWriter writer() {
    return writer;
  }

  /**
   * Puts a thread there that has its ref already, whole in one step, when there is none of it.
   *
   * @param folder that fits its status
   * @return false when there is one
   */
  public boolean put(Ref ref, Folder folder, NewThread thread) throws ExchangeWriteException {
    try {
      return creation.put(ref, folder, thread);
    } catch (IOException e) {
      throw ExchangeWriteException.of(directory.root().resolve(ref.value()), e);
    }
  }

  /**
   * Removes all of a thread: only for a copy of what lies elsewhere and is gone there. Readers see
   * it whole or not at all. Under the thread's lock, which the caller holds.
   */
  public void remove(Ref ref) throws IOException {
    for (Place place : finder.places(ref)) {
      Path hidden = own.name(place.top());
      Files.move(place.in(directory.root()), hidden, StandardCopyOption.ATOMIC_MOVE);
      own.delete(hidden);
    }
  }

  /** A watcher, not started yet; at most one at a time. */
  public ExchangeWatcher watcher(ExchangeListener listener) {
    News news = new News(scanner, known, listener);
    return new ExchangeWatcher(directory, () -> session(news, WatchLimit.ofThisSystem()));
  }

  WatchSession session(News news, int limit) {
    FolderWatch folders = new FolderWatch(directory, limit);
    return new WatchSession(directory, finder, known, copies, news, folders, nanos);
  }

  /** What is kept of replaced files is looked after at the next start. */
  @Override
  public void close() {
    chores.shutdownNow();
  }
}
