package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Moves threads to the state folder that fits their status. Never over anything. */
final class ThreadMove {

  private static final Logger log = LoggerFactory.getLogger(ThreadMove.class);

  private final ExchangeDirectory exchange;
  private final KnownThreads known;
  private final OwnFiles own;
  private final ThreadLocks locks;

  ThreadMove(ExchangeDirectory exchange, KnownThreads known, OwnFiles own, ThreadLocks locks) {
    this.exchange = exchange;
    this.known = known;
    this.own = own;
    this.locks = locks;
  }

  /** Always done: where the thread cannot go because a copy is in its way, it stays. */
  boolean toItsFolder(LoadedThread thread) throws IOException {
    Place from = thread.place();
    if (!from.fits(thread.thread().envelope().status())) {
      StateFolder top = StateFolder.written(thread.thread().envelope().status().folder());
      move(thread, new Place(top, from.ref(), from.form()));
    }
    return true;
  }

  private void move(LoadedThread thread, Place to) throws IOException {
    Path target = to.in(exchange.root());
    Path _ = exchange.make(exchange.path(to.top()));
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      inTheWay(thread.place(), to);
      return;
    }
    locks.insist(to.ref());
    known.expect(thread.place(), thread.fingerprint(), null);
    known.expect(to, null, thread.fingerprint());
    try {
      Files.move(thread.place().in(exchange.root()), target);
    } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
      inTheWay(thread.place(), to);
      return;
    }
    own.flushFolderOf(target);
    own.flush(exchange.path(thread.place().top()));
  }

  private static void inTheWay(Place from, Place to) {
    log.warn("{} cannot be moved: {} is there already. Look at both, delete one.", from, to);
  }
}
