package org.messgateway.gateway.exchange.write;

import java.io.IOException;
import java.nio.file.Path;
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

/** Moves threads to the state folder that fits their status. Never replaces anything. */
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
    ThreadLocation from = thread.location();
    if (!from.fits(thread.thread().envelope().status())) {
      StateFolder stateFolder = StateFolder.written(thread.thread().envelope().status().folder());
      move(thread, new ThreadLocation(stateFolder, from.ref(), from.layout()));
    }
    return true;
  }

  private void move(LoadedThread thread, ThreadLocation to) throws IOException {
    Path target = to.in(exchange.root());
    Path _ = exchange.make(exchange.path(to.stateFolder()));
    try (SecureFolder source = guard.open(thread.location().stateFolder());
        SecureFolder folder = guard.open(to.stateFolder())) {
      if (folder.has(to.name())) {
        warnOccupied(thread.location(), to);
        return;
      }
      locks.requireHeld(to.ref());
      seen.expectWrite(thread.location(), thread.fingerprint(), null);
      seen.expectWrite(to, null, thread.fingerprint());
      source.move(thread.location().name(), folder, to.name());
    }
    disk.flushFolderOf(target);
    DiskFlush.flushFolder(exchange.path(thread.location().stateFolder()));
  }

  private static void warnOccupied(ThreadLocation from, ThreadLocation to) {
    log.warn("{} cannot be moved: {} is there already. Look at both, delete one.", from, to);
  }
}
