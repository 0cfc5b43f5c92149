package org.messgateway.gateway.exchange.write;

import java.io.IOException;
import java.time.YearMonth;
import java.util.Optional;
import java.util.function.Function;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLocks;
import org.messgateway.gateway.exchange.read.ThreadLoader;

/**
 * The archive: whole threads that ended, by month, where nothing watches them (plan, directory
 * structure). A move is one rename, so that a kill leaves the thread in one of the two places;
 * readers find it in both.
 */
public final class ThreadArchive {

  private final ExchangeDirectory exchange;
  private final ThreadLoader loader;
  private final ThreadMove move;
  private final ThreadLocks locks;

  public ThreadArchive(
      ExchangeDirectory exchange, ThreadLoader loader, ThreadMove move, ThreadLocks locks) {
    this.exchange = exchange;
    this.loader = loader;
    this.move = move;
    this.locks = locks;
  }

  /**
   * Moves a thread there, under its lock.
   *
   * @param month on the thread as it stands then: where it belongs, or empty where it stays
   * @return whether it was moved; false also where it cannot be read now, lies there already, or
   *     has two copies
   */
  public boolean move(Ref ref, Function<MessThread, Optional<YearMonth>> month) throws IOException {
    return locks.under(ref, () -> moveLocked(ref, month));
  }

  private boolean moveLocked(Ref ref, Function<MessThread, Optional<YearMonth>> month)
      throws IOException {
    Optional<LoadedThread> thread =
        loader
            .search(ref)
            .complete()
            .filter(loaded -> !loaded.location().stateFolder().inArchive())
            .filter(loaded -> loaded.otherCopies().isEmpty());
    Optional<YearMonth> wanted = thread.map(LoadedThread::thread).flatMap(month);
    return wanted.isPresent()
        && exchange.present()
        && move.toArchive(thread.orElseThrow(), wanted.get());
  }
}
