package org.messgateway.gateway;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLook;

/**
 * Threads read a moment ago, so that what is sent right after it was routed is not read and parsed
 * again. Only what is still on disk as it was read counts; bounded in bytes; thread-safe.
 *
 * <p>In a burst that does not fit the first ones are kept, because they are sent first: dropping
 * the oldest would drop each just before it is asked for.
 */
final class LoadedThreads {

  /** What a small thread costs beside its text. */
  private static final long OVERHEAD = 4096;

  /** What was not asked for in this time makes room. */
  private static final Duration KEPT = Duration.ofSeconds(10);

  private final Exchange exchange;
  private final long mostBytes;
  private final LongSupplier nanos;
  private final Map<Ref, Kept> threads = new LinkedHashMap<>();
  private final Set<Ref> spent = new LinkedHashSet<>();
  private long bytes;

  private record Kept(LoadedThread thread, long sinceNanos) {}

  /**
   * @param mostBytes of texts, and what goes with them, that are kept
   * @param nanos elapsed time
   */
  LoadedThreads(Exchange exchange, long mostBytes, LongSupplier nanos) {
    this.exchange = exchange;
    this.mostBytes = mostBytes;
    this.nanos = nanos;
  }

  synchronized void keep(LoadedThread loaded) {
    remove(loaded.ref());
    long now = nanos.getAsLong();
    makeRoom(now, weight(loaded));
    if (bytes + weight(loaded) <= mostBytes) {
      threads.put(loaded.ref(), new Kept(loaded, now));
      bytes += weight(loaded);
    }
  }

  private void makeRoom(long now, long wanted) {
    while (bytes + wanted > mostBytes && !spent.isEmpty()) {
      remove(spent.iterator().next());
    }
    while (bytes + wanted > mostBytes && !threads.isEmpty()) {
      Kept eldest = threads.values().iterator().next();
      if (now - eldest.sinceNanos() < KEPT.toNanos()) {
        return;
      }
      remove(eldest.thread().ref());
    }
  }

  /** It was sent: only history may still ask for it, so it is the first to make room. */
  synchronized void spent(Ref ref) {
    if (threads.containsKey(ref)) {
      spent.add(ref);
    }
  }

  private void remove(Ref ref) {
    spent.remove(ref);
    Kept gone = threads.remove(ref);
    if (gone != null) {
      bytes -= weight(gone.thread());
    }
  }

  /** The thread as it stands. */
  ThreadLook load(Ref ref) {
    Optional<LoadedThread> kept = unchanged(ref);
    if (kept.isPresent()) {
      return new ThreadLook.Complete(kept.get());
    }
    ThreadLook look = exchange.loader().load(ref);
    if (look instanceof ThreadLook.Complete complete) {
      keep(complete.thread());
    }
    return look;
  }

  /** A thread that was read a moment ago and has not changed since. */
  Optional<LoadedThread> unchanged(Ref ref) {
    return kept(ref).filter(exchange.loader()::unchanged);
  }

  /** A thread as it was read a moment ago, however it stands now. */
  Optional<LoadedThread> asRead(Ref ref) {
    return kept(ref).filter(loaded -> loaded.otherCopies().isEmpty());
  }

  /** Bytes of a thread that is kept, as it was read. */
  Optional<Long> size(Ref ref) {
    return kept(ref).map(loaded -> loaded.fingerprint().size());
  }

  private synchronized Optional<LoadedThread> kept(Ref ref) {
    @Nullable Kept kept = threads.get(ref);
    return Optional.ofNullable(kept).map(Kept::thread);
  }

  private static long weight(LoadedThread loaded) {
    return loaded.fingerprint().size() + OVERHEAD;
  }
}
