package org.messgateway.gateway.exchange.write;

import java.io.IOException;
import java.nio.file.Path;
import java.time.YearMonth;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.StateFolder;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.ThreadLocks;
import org.messgateway.gateway.exchange.files.ExchangeGuard;
import org.messgateway.gateway.exchange.files.SeenFingerprints;
import org.messgateway.gateway.home.SecureFolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves threads to the state folder that fits their status, or to the archive. Never replaces
 * anything.
 */
public final class ThreadMove {

  private static final Logger log = LoggerFactory.getLogger(ThreadMove.class);

  private final ExchangeDirectory exchange;
  private final ExchangeGuard guard;
  private final SeenFingerprints seen;
  private final DiskFlush disk;
  private final ThreadLocks locks;

  public ThreadMove(
      ExchangeDirectory exchange,
      ExchangeGuard guard,
      SeenFingerprints seen,
      DiskFlush disk,
      ThreadLocks locks) {
    this.exchange = exchange;
    this.guard = guard;
    this.seen = seen;
    this.disk = disk;
    this.locks = locks;
  }

  /** Always returns true: a thread whose target is occupied stays, and a warning is logged. */
  boolean toItsFolder(LoadedThread thread) throws IOException {
    if (!thread.location().fits(thread.thread().envelope().status())) {
      toStateFolder(thread);
    }
    return true;
  }

  /** Moves a thread to the state folder of its status, wherever it lies. */
  void toStateFolder(LoadedThread thread) throws IOException {
    ThreadLocation from = thread.location();
    StateFolder stateFolder = StateFolder.written(thread.thread().envelope().status().folder());
    boolean _ = move(thread, new ThreadLocation(stateFolder, from.ref(), from.layout()));
  }

  /**
   * Moves a thread that has ended to a month of the archive; false where the place is taken.
   *
   * <p>The watcher sees no archive: what lies there is not remembered as seen.
   */
  boolean toArchive(LoadedThread thread, YearMonth month) throws IOException {
    ThreadLocation from = thread.location();
    return move(thread, new ThreadLocation(StateFolder.archived(month), from.ref(), from.layout()));
  }

  private boolean move(LoadedThread thread, ThreadLocation to) throws IOException {
    Path target = to.in(exchange.root());
    Path _ = exchange.make(exchange.path(to.stateFolder()));
    try (SecureFolder source = guard.open(thread.location().stateFolder());
        SecureFolder folder = guard.open(to.stateFolder())) {
      if (folder.has(to.name())) {
        warnOccupied(thread.location(), to);
        return false;
      }
      locks.requireHeld(to.ref());
      seen.expectWrite(thread.location(), thread.fingerprint(), null);
      if (!to.stateFolder().inArchive()) {
        seen.expectWrite(to, null, thread.fingerprint());
      }
      source.move(thread.location().name(), folder, to.name());
    }
    disk.flushFolderOf(target);
    DiskFlush.flushFolder(exchange.path(thread.location().stateFolder()));
    return true;
  }

  private static void warnOccupied(ThreadLocation from, ThreadLocation to) {
    log.warn("{} cannot be moved: {} is there already. Look at both, delete one.", from, to);
  }
}
