package org.messgateway.gateway.exchange;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.gateway.exchange.files.ExchangeGuard;
import org.messgateway.gateway.exchange.files.SeenFingerprints;
import org.messgateway.gateway.exchange.files.ThreadFinder;
import org.messgateway.gateway.exchange.files.UnfinishedWrites;
import org.messgateway.gateway.exchange.late.ReplacedFiles;
import org.messgateway.gateway.exchange.read.CapabilityFile;
import org.messgateway.gateway.exchange.read.CompletenessCheck;
import org.messgateway.gateway.exchange.read.DuplicateCopies;
import org.messgateway.gateway.exchange.read.EnvelopeLoader;
import org.messgateway.gateway.exchange.read.ExchangeFiles;
import org.messgateway.gateway.exchange.read.ExchangeScanner;
import org.messgateway.gateway.exchange.read.QuietPeriod;
import org.messgateway.gateway.exchange.read.ThreadCopyReader;
import org.messgateway.gateway.exchange.read.ThreadLoader;
import org.messgateway.gateway.exchange.watch.ChangeBatcher;
import org.messgateway.gateway.exchange.watch.ExchangeWatcher;
import org.messgateway.gateway.exchange.watch.FolderWatches;
import org.messgateway.gateway.exchange.watch.WatchLimit;
import org.messgateway.gateway.exchange.watch.WatchSession;
import org.messgateway.gateway.exchange.write.DiskFlush;
import org.messgateway.gateway.exchange.write.FileReplacement;
import org.messgateway.gateway.exchange.write.FolderConversion;
import org.messgateway.gateway.exchange.write.LateWriteMerger;
import org.messgateway.gateway.exchange.write.LocalWriter;
import org.messgateway.gateway.exchange.write.TempFiles;
import org.messgateway.gateway.exchange.write.ThreadArchive;
import org.messgateway.gateway.exchange.write.ThreadCopyWriter;
import org.messgateway.gateway.exchange.write.ThreadCreation;
import org.messgateway.gateway.exchange.write.ThreadMove;
import org.messgateway.gateway.home.BackgroundLoop;

/**
 * One exchange directory, composed: reads, lists, writes and watches its threads. Owns the links to
 * replaced files, which it checks every second after {@link #start}; each watcher belongs to its
 * caller.
 */
public final class Exchange implements Closeable {

  private static final Duration LATE_WRITE_INTERVAL = Duration.ofSeconds(1);
  private static final Duration CLEAN_UP_INTERVAL = Duration.ofMinutes(1);

  private final ExchangeDirectory directory;
  private final LongSupplier nanos;
  private final ThreadFinder finder;
  private final ExchangeScanner scanner;
  private final SeenFingerprints seen;
  private final UnfinishedWrites writes;
  private final DuplicateCopies copies;
  private final ThreadLoader loader;
  private final EnvelopeLoader envelopes;
  private final ExchangeFiles files;
  private final CapabilityFile capabilities;
  private final TempFiles tempFiles;
  private final ExchangeGuard guard;
  private final FileReplacement replacement;
  private final ReplacedFiles replaced;
  private final LateWriteMerger late;
  private final ThreadCreation creation;
  private final LocalWriter writer;
  private final ThreadArchive archive;
  private final List<BackgroundLoop> loops;

  /**
   * @param clock compared with the times of files
   * @param nanos monotonic time, {@code System::nanoTime}
   */
  public Exchange(
      ExchangeDirectory directory, ExchangeLimits limits, InstantSource clock, LongSupplier nanos) {
    this(directory, limits, clock, nanos, ClusterLocks.ALONE, LargeWork.ofHeap());
  }

  /**
   * An exchange that other gateways write too.
   *
   * @param shared locks that all of them respect
   * @param large what all readers of this process share
   */
  public Exchange(
      ExchangeDirectory directory,
      ExchangeLimits limits,
      InstantSource clock,
      LongSupplier nanos,
      ClusterLocks shared,
      LargeWork large) {
    this(directory, limits, clock, nanos, shared, large, ThreadLayout.DIRECTORY);
  }

  /**
   * The same with another layout of new threads.
   *
   * @param layout of threads without attachments
   */
  public Exchange(
      ExchangeDirectory directory,
      ExchangeLimits limits,
      InstantSource clock,
      LongSupplier nanos,
      ClusterLocks shared,
      LargeWork large,
      ThreadLayout layout) {
    this.directory = directory;
    this.nanos = nanos;
    this.guard = new ExchangeGuard(directory, limits);
    this.finder = new ThreadFinder(directory, guard);
    this.scanner = new ExchangeScanner(directory, finder);
    this.seen = new SeenFingerprints(clock);
    this.writes = new UnfinishedWrites(finder::hasOtherNames, clock, nanos);
    this.copies = new DuplicateCopies(nanos);
    CompletenessCheck completeness =
        new CompletenessCheck(limits, new QuietPeriod(clock, nanos), seen);
    ThreadCopyReader reader = new ThreadCopyReader(guard, completeness, large);
    this.loader = new ThreadLoader(directory, finder, seen, writes, reader, copies);
    this.envelopes = new EnvelopeLoader(guard, limits, large);
    this.files = new ExchangeFiles(finder, guard);
    this.capabilities = new CapabilityFile(directory.root());
    this.tempFiles = new TempFiles(directory, clock);
    DiskFlush disk = new DiskFlush(directory);
    this.replaced = new ReplacedFiles(directory, clock, nanos);
    ThreadLocks locks = new ThreadLocks(shared);
    this.replacement = new FileReplacement(guard, tempFiles, disk, seen, replaced, locks);
    this.late = new LateWriteMerger(directory, finder, guard, loader, replacement, locks, large);
    this.creation = new ThreadCreation(directory, guard, finder, tempFiles, clock, layout);
    ThreadMove move = new ThreadMove(directory, guard, seen, disk, locks);
    this.archive = new ThreadArchive(directory, loader, move, locks);
    this.writer =
        new LocalWriter(
            directory,
            loader,
            new ThreadCopyWriter(finder, guard, replacement, large),
            replacement,
            disk,
            creation,
            move,
            new FolderConversion(finder, guard, tempFiles, seen, replaced, locks),
            locks);
    this.loops =
        List.of(
            // Repeated, because files of a gateway that died seconds ago are not old enough yet.
            BackgroundLoop.every("exchange-cleanup", CLEAN_UP_INTERVAL, this::recover),
            BackgroundLoop.every("late-writers", LATE_WRITE_INTERVAL, this::lookForLateWriters));
  }

  /** Starts to clean up after gateways that died, and to check for late writers. */
  public void start() {
    recover();
    loops.forEach(BackgroundLoop::start);
  }

  /** Its loops, which it starts and closes. */
  public List<BackgroundLoop> loops() {
    return loops;
  }

  /** Deletes temporary files of a gateway that died, and checks its replaced files. */
  public void recover() {
    tempFiles.deleteAbandoned();
    replaced.recover();
    replacement.lookAgain();
  }

  /** Reads and writes threads by the system's own calls from now on, where it has them. */
  public void useSystemCalls() {
    guard.flat().prepare();
  }

  /** Checks replaced files for late texts; called every second. */
  public void lookForLateWriters() {
    guard.flat().prepareIfUsed();
    replaced.check(late);
  }

  public ExchangeDirectory directory() {
    return directory;
  }

  public ExchangeScanner scanner() {
    return scanner;
  }

  /**
   * Fingerprints that were reported; a start adds those that a store remembers, before it watches.
   */
  public SeenFingerprints seenFingerprints() {
    return seen;
  }

  public ThreadLoader loader() {
    return loader;
  }

  /** The thread as it stands: see {@link ThreadLoader#load}. */
  ThreadReadResult load(Ref ref) {
    return loader.load(ref);
  }

  /** Whether files are as they were read: see {@link ThreadLoader#unchanged}. */
  boolean unchanged(LoadedThread thread) {
    return loader.unchanged(thread);
  }

  public EnvelopeLoader envelopes() {
    return envelopes;
  }

  public ExchangeFiles files() {
    return files;
  }

  /** What can be asked for here. */
  public CapabilityFile capabilities() {
    return capabilities;
  }

  public ThreadWriter writer() {
    return writer;
  }

  /** Where threads that ended can be put away. */
  public ThreadArchive archive() {
    return archive;
  }

  /**
   * Creates a thread under a given ref, visible in one step.
   *
   * @param folder state folder that fits the thread's status
   * @return false when a thread of that ref exists
   */
  public boolean put(Ref ref, ThreadFolder folder, NewThread thread) throws ExchangeWriteException {
    try {
      return creation.put(ref, folder, thread);
    } catch (IOException e) {
      throw ExchangeWriteException.of(directory.root().resolve(ref.value()), e);
    }
  }

  /**
   * Deletes all copies of a thread, in one step for readers: only for the copy of a thread that its
   * server has deleted. The caller holds the thread's lock.
   */
  public void remove(Ref ref) throws IOException {
    for (ThreadLocation location : finder.places(ref)) {
      tempFiles.remove(location);
    }
  }

  /** A new watcher, not started; one at a time at most. */
  public ExchangeWatcher watcher(ExchangeListener listener) {
    ChangeBatcher batcher = batcher(listener);
    return new ExchangeWatcher(directory, () -> session(batcher, WatchLimit.ofThisSystem()));
  }

  /** Passes to a listener what watch sessions find; what one could not pass on, the next does. */
  public ChangeBatcher batcher(ExchangeListener listener) {
    return new ChangeBatcher(scanner, seen, writes, listener);
  }

  /**
   * Watches until the exchange vanishes.
   *
   * @param limit folders of threads that are watched at most
   */
  public WatchSession session(ChangeBatcher batcher, int limit) {
    FolderWatches folders = new FolderWatches(directory, limit);
    return new WatchSession(directory, finder, seen, copies, batcher, folders, writes, nanos);
  }

  /** Replaced files are checked again at the next start. */
  @Override
  public void close() {
    loops.forEach(BackgroundLoop::stop);
    loops.forEach(BackgroundLoop::close);
  }
}
