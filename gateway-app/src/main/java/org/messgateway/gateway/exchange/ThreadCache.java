package org.messgateway.gateway.exchange;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Recently read threads, so that a send right after routing does not read and parse the thread
 * again. An entry counts only while its files are unchanged. Bounded in bytes; thread-safe.
 *
 * <p>In a burst that does not fit, the first threads are kept, because they are sent first:
 * dropping the oldest would drop each thread right before its use.
 */
public final class ThreadCache {

  /** Bytes a thread costs beside its text, with the values of a usual one. */
  private static final long OVERHEAD = 2048;

  /** Values of a usual thread. */
  private static final long USUAL = 64 << 10;

  /** An entry of this age makes room for new ones. */
  private static final Duration KEPT = Duration.ofSeconds(10);

  private final Exchange exchange;
  private final long mostBytes;
  private final LongSupplier nanos;
  private final Map<Ref, Kept> threads = new LinkedHashMap<>();
  private final Set<Ref> spent = new LinkedHashSet<>();
  private long bytes;

  private record Kept(LoadedThread thread, long sinceNanos) {}

  /**
   * @param mostBytes limit for all entries
   * @param nanos monotonic time
   */
  public ThreadCache(Exchange exchange, long mostBytes, LongSupplier nanos) {
    this.exchange = exchange;
    this.mostBytes = mostBytes;
    this.nanos = nanos;
  }

  public synchronized void keep(LoadedThread loaded) {
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

  /** Marks a thread as sent: only history still needs it, so it makes room first. */
  public synchronized void spent(Ref ref) {
    if (threads.containsKey(ref)) {
      spent.add(ref);
    }
  }

  /** Drops a thread that nobody needs as it was: history was written into it. */
  public synchronized void forget(Ref ref) {
    remove(ref);
  }

  private void remove(Ref ref) {
    spent.remove(ref);
    Kept gone = threads.remove(ref);
    if (gone != null) {
      bytes -= weight(gone.thread());
    }
  }

  /** The current thread, from the cache where it is unchanged. */
  public ThreadReadResult load(Ref ref) {
    Optional<LoadedThread> kept = unchanged(ref);
    if (kept.isPresent()) {
      return new ThreadReadResult.Complete(kept.get());
    }
    ThreadReadResult result = exchange.load(ref);
    if (result instanceof ThreadReadResult.Complete complete) {
      keep(complete.thread());
    }
    return result;
  }

  /** A cached thread whose files are unchanged. */
  Optional<LoadedThread> unchanged(Ref ref) {
    Optional<LoadedThread> kept = kept(ref);
    return kept.isPresent() && exchange.unchanged(kept.get()) ? kept : Optional.empty();
  }

  /** A cached thread, also when its files have changed since. */
  public Optional<LoadedThread> asRead(Ref ref) {
    return kept(ref).filter(loaded -> loaded.otherCopies().isEmpty());
  }

  /** Bytes that a cached thread took when it was read. */
  public Optional<Long> size(Ref ref) {
    LoadedThread kept = kept(ref).orElse(null);
    return kept == null ? Optional.empty() : Optional.of(weight(kept) - OVERHEAD);
  }

  private synchronized Optional<LoadedThread> kept(Ref ref) {
    @Nullable Kept kept = threads.get(ref);
    return kept == null ? Optional.empty() : Optional.of(kept.thread());
  }

  private static long weight(LoadedThread loaded) {
    return loaded.fingerprint().size() + OVERHEAD + Math.max(0, loaded.parsed().values() - USUAL);
  }
}
