package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Reads threads, whole or not at all. May be used by any number of threads; blocks for as long as
 * the disk takes.
 */
public final class ThreadLoader {

  /** An exchange that was taken away comes back unchanged: no event would tell of its threads. */
  private static final Duration AWAY = Duration.ofSeconds(15);

  private static final int TRIES = 3;

  private final ExchangeDirectory exchange;
  private final ThreadFinder finder;
  private final KnownThreads known;
  private final CopyReader reader;
  private final TwoCopies copies;

  ThreadLoader(
      ExchangeDirectory exchange,
      ThreadFinder finder,
      KnownThreads known,
      CopyReader reader,
      TwoCopies copies) {
    this.exchange = exchange;
    this.finder = finder;
    this.known = known;
    this.reader = reader;
    this.copies = copies;
  }

  /**
   * Looks at a thread where the watcher has seen it, elsewhere only when it is not whole there: a
   * further copy that appeared a moment ago counts when the watcher has seen it, too.
   */
  public ThreadLook load(Ref ref) {
    return look(ref, known.places(ref))
        .filter(ThreadLook.Complete.class::isInstance)
        .orElseGet(() -> search(ref));
  }

  /** Looks at a thread wherever it lies now. For whoever is about to write. */
  ThreadLook search(Ref ref) {
    for (int attempt = 0; attempt < TRIES; attempt++) {
      Optional<ThreadLook> look = look(ref, finder.places(ref));
      if (look.isPresent()) {
        return look.get();
      }
      // Nowhere: perhaps it was moved to a folder we had already searched.
    }
    return nowhere(ref);
  }

  private Optional<ThreadLook> look(Ref ref, List<Place> places) {
    List<ThreadLook> looks = places.stream().map(reader::read).flatMap(Optional::stream).toList();
    if (looks.isEmpty()) {
      return Optional.empty();
    }
    copies.seen(ref, places);
    return Optional.of(CopyChoice.among(looks, places));
  }

  /**
   * Whether a thread's files are as they were when it was read: one look at their names and times,
   * nothing is opened. A thread of which there are two copies never counts as unchanged.
   */
  public boolean unchanged(LoadedThread loaded) {
    try {
      return loaded.otherCopies().isEmpty()
          && finder.fingerprint(loaded.place()).filter(loaded.fingerprint()::equals).isPresent();
    } catch (IOException cannotLook) {
      // Reading it says why.
      return false;
    }
  }

  private ThreadLook nowhere(Ref ref) {
    if (!exchange.present()) {
      return new ThreadLook.Incomplete("the exchange " + exchange.root() + " cannot be read", AWAY);
    }
    return finder.places(ref).isEmpty()
        ? new ThreadLook.Absent()
        : new ThreadLook.Incomplete("it is being moved", Duration.ofMillis(50));
  }
}
