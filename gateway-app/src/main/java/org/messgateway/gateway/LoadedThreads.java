package org.messgateway.gateway;

import java.util.LinkedHashMap;
import java.util.Optional;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLook;

/**
 * Threads read a moment ago, so that what is sent right after it was routed is not read and parsed
 * again. Only what is still on disk as it was read counts; bounded in bytes; thread-safe.
 */
final class LoadedThreads {

  private static final long MOST_BYTES = 16L << 20;

  /** What a small thread costs beside its text. */
  private static final long OVERHEAD = 4096;

  private final Exchange exchange;
  private final LinkedHashMap<Ref, LoadedThread> threads = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  LoadedThreads(Exchange exchange) {
    this.exchange = exchange;
  }

  synchronized void keep(LoadedThread loaded) {
    LoadedThread before = threads.put(loaded.ref(), loaded);
    bytes += weight(loaded) - (before == null ? 0 : weight(before));
    while (bytes > MOST_BYTES && !threads.isEmpty()) {
      bytes -= weight(threads.pollFirstEntry().getValue());
    }
  }

  /** The thread as it stands. */
  ThreadLook load(Ref ref) {
    Optional<LoadedThread> kept = kept(ref).filter(exchange.loader()::unchanged);
    if (kept.isPresent()) {
      return new ThreadLook.Complete(kept.get());
    }
    ThreadLook look = exchange.loader().load(ref);
    if (look instanceof ThreadLook.Complete complete) {
      keep(complete.thread());
    }
    return look;
  }

  /** Bytes of a thread that is kept, as it was read. */
  Optional<Long> size(Ref ref) {
    return kept(ref).map(loaded -> loaded.fingerprint().size());
  }

  private synchronized Optional<LoadedThread> kept(Ref ref) {
    return Optional.ofNullable(threads.get(ref));
  }

  private static long weight(LoadedThread loaded) {
    return loaded.fingerprint().size() + OVERHEAD;
  }
}
