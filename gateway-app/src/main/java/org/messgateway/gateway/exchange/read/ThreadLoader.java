package org.messgateway.gateway.exchange.read;

import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.exchange.files.OpenFolders;
import org.messgateway.gateway.exchange.files.SeenFingerprints;
import org.messgateway.gateway.exchange.files.ThreadFinder;
import org.messgateway.gateway.exchange.files.UnfinishedWrites;
import org.messgateway.gateway.home.BackgroundLoop;

/** Reads threads, complete or not at all. Thread-safe; blocks for the time the disk takes. */
public final class ThreadLoader {

  /** An exchange whose disk was absent comes back unchanged: no event names its threads. */
  private static final Duration ABSENT_EXCHANGE_WAIT = Duration.ofSeconds(15);

  private static final Duration MOVE_WAIT = Duration.ofMillis(50);

  private static final int TRIES = 3;

  private static final Comparator<LoadedThread> BY_PREFERENCE =
      Comparator.<LoadedThread>comparingInt(copy -> copy.thread().messages().size())
          .thenComparing(copy -> copy.location().fits(copy.thread().envelope().status()))
          .thenComparing(copy -> copy.fingerprint().modified());

  private final ExchangeDirectory exchange;
  private final ThreadFinder finder;
  private final SeenFingerprints seen;
  private final UnfinishedWrites writes;
  private final ThreadCopyReader reader;
  private final DuplicateCopies copies;

  public ThreadLoader(
      ExchangeDirectory exchange,
      ThreadFinder finder,
      SeenFingerprints seen,
      UnfinishedWrites writes,
      ThreadCopyReader reader,
      DuplicateCopies copies) {
    this.exchange = exchange;
    this.finder = finder;
    this.seen = seen;
    this.writes = writes;
    this.reader = reader;
    this.copies = copies;
  }

  /**
   * Reads a thread where the watcher saw it, and searches all state folders only when it is not
   * complete there. A further copy counts once the watcher has seen it.
   */
  public ThreadReadResult load(Ref ref) {
    return load(ref, LargeWork.PATIENCE);
  }

  /**
   * The same for who decides whom to tell, and has other threads to read: one that a program writes
   * in place is incomplete until that is finished, and a large one while others read large ones.
   * Who answers does not wait for such a program (docs/rules.md#complete-before-routed).
   */
  public ThreadReadResult loadFinished(Ref ref) {
    ThreadReadResult result = load(ref, Duration.ZERO);
    Duration left =
        result instanceof ThreadReadResult.Complete(LoadedThread thread)
            ? writes.left(thread.location())
            : Duration.ZERO;
    return left.isZero()
        ? result
        : new ThreadReadResult.Incomplete("the program that writes it has not closed it yet", left);
  }

  private ThreadReadResult load(Ref ref, Duration patience) {
    BackgroundLoop.progress();
    return readCopies(ref, seen.places(ref), patience)
        .filter(result -> result.complete().isPresent())
        .orElseGet(() -> search(ref, patience));
  }

  /** For threads that are looked at one after the other; the caller closes it soon. */
  public OpenFolders openFolders() {
    return finder.openFolders();
  }

  /**
   * Reads a finished thread that lies in one small file, in one place; null where there is more to
   * it: it is not whole, cannot be read, or was moved.
   */
  public @Nullable LoadedThread plain(Ref ref, OpenFolders folders) {
    List<ThreadLocation> places = seen.places(ref);
    if (places.size() != 1 || places.getFirst().layout() == ThreadLayout.DIRECTORY) {
      return null;
    }
    LoadedThread loaded = reader.readSmall(places.getFirst(), folders);
    if (loaded == null || !writes.left(loaded.location()).isZero()) {
      return null;
    }
    seen.read(loaded.location(), loaded.fingerprint());
    copies.note(ref, places);
    return loaded;
  }

  /** Reads a thread wherever it lies now: for writers. */
  public ThreadReadResult search(Ref ref) {
    return search(ref, LargeWork.PATIENCE);
  }

  private ThreadReadResult search(Ref ref, Duration patience) {
    boolean missed = false;
    for (int attempt = 0; attempt < TRIES; attempt++) {
      List<ThreadLocation> places = finder.places(ref);
      Optional<ThreadReadResult> result = readCopies(ref, places, patience);
      if (result.isPresent()) {
        return result.get();
      }
      if (places.isEmpty() && missed) {
        return notFound(new ThreadReadResult.Absent());
      }
      // Not found: it may have been moved to a state folder that was searched already.
      missed = places.isEmpty();
    }
    return notFound(new ThreadReadResult.Incomplete("it is being moved", MOVE_WAIT));
  }

  private Optional<ThreadReadResult> readCopies(
      Ref ref, List<ThreadLocation> locations, Duration patience) {
    Optional<ThreadReadResult> selected = Optional.empty();
    for (ThreadLocation location : locations) {
      // Of a thread with many copies two are in memory at a time.
      Optional<ThreadReadResult> copy = reader.read(location, patience);
      if (copy.isPresent() && copy.get() instanceof ThreadReadResult.Complete(LoadedThread read)) {
        seen.read(location, read.fingerprint());
      }
      selected =
          selected.isEmpty() || copy.isEmpty()
              ? selected.or(() -> copy)
              : Optional.of(preferred(selected.get(), copy.get()));
    }
    if (selected.isPresent()) {
      copies.note(ref, locations);
    }
    return selected.map(result -> beside(result, locations));
  }

  /**
   * Whether the files of a thread have the fingerprint they had when it was read. No file is
   * opened. A thread with two copies never counts as unchanged.
   */
  public boolean unchanged(LoadedThread loaded) {
    try {
      return loaded.otherCopies().isEmpty() && finder.has(loaded.location(), loaded.fingerprint());
    } catch (IOException cannotLook) {
      // Reading it says why.
      return false;
    }
  }

  /** What a thread is that was not found. */
  private ThreadReadResult notFound(ThreadReadResult why) {
    return exchange.present()
        ? why
        : new ThreadReadResult.Incomplete(
            "the exchange " + exchange.root() + " cannot be read", ABSENT_EXCHANGE_WAIT);
  }

  /**
   * Of several complete copies the one with most message documents counts, then the one whose state
   * folder fits its status, then the latest (docs/rules.md#writing-beside-writers). An incomplete
   * copy counts only where no copy is complete: a move can leave one.
   */
  private static ThreadReadResult preferred(ThreadReadResult one, ThreadReadResult other) {
    return switch (other) {
      case ThreadReadResult.Complete(LoadedThread thread) ->
          one.complete().filter(first -> BY_PREFERENCE.compare(first, thread) >= 0).isPresent()
              ? one
              : other;
      case ThreadReadResult.Incomplete _ ->
          one instanceof ThreadReadResult.Unreadable ? other : one;
      case ThreadReadResult.Unreadable _, ThreadReadResult.Absent _ -> one;
    };
  }

  private static ThreadReadResult beside(ThreadReadResult result, List<ThreadLocation> locations) {
    return locations.size() > 1 && result instanceof ThreadReadResult.Complete(LoadedThread chosen)
        ? new ThreadReadResult.Complete(chosen.beside(others(chosen, locations)))
        : result;
  }

  private static List<ThreadLocation> others(LoadedThread chosen, List<ThreadLocation> locations) {
    return locations.stream().filter(location -> !location.equals(chosen.location())).toList();
  }
}
