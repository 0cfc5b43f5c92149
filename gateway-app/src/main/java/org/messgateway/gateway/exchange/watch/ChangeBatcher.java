package org.messgateway.gateway.exchange.watch;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.messgateway.gateway.exchange.ExchangeListener;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.files.SeenFingerprints;
import org.messgateway.gateway.exchange.read.ExchangeScanner;
import org.messgateway.gateway.exchange.read.FoundCopy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects changed threads for the listener, 64 at most in one call. When the listener fails, its
 * threads count as unseen, so that the next comparison reports them again. Used by the watcher's
 * thread only.
 */
public final class ChangeBatcher {

  private static final Logger log = LoggerFactory.getLogger(ChangeBatcher.class);

  /** Refs in one call: the first of a burst must not wait for the last. */
  private static final int BATCH = 64;

  private final ExchangeScanner scanner;
  private final SeenFingerprints seen;
  private final ExchangeListener listener;
  private final Set<Ref> changed = new LinkedHashSet<>();
  private final Set<Ref> found = new LinkedHashSet<>();
  private boolean failed;

  public ChangeBatcher(ExchangeScanner scanner, SeenFingerprints seen, ExchangeListener listener) {
    this.scanner = scanner;
    this.seen = seen;
    this.listener = listener;
  }

  /** Handles an event of a copy; returns whether the copy exists. */
  boolean compareAfterEvent(ThreadLocation location) {
    return add(location, true, changed);
  }

  /** Compares a copy; returns whether it exists. */
  boolean compare(ThreadLocation location) {
    return add(location, false, found);
  }

  private boolean add(ThreadLocation location, boolean event, Set<Ref> to) {
    FoundCopy copy = scanner.find(location).orElse(null);
    boolean changedCopy = seen.update(location, copy == null ? null : copy.fingerprint(), event);
    if (changedCopy) {
      to.add(location.ref());
      if (to.size() >= BATCH) {
        deliver();
      }
    }
    return copy != null;
  }

  /** Passes the collected refs to the listener. */
  void deliver() {
    deliver(changed, listener::changed);
    deliver(found, listener::found);
  }

  private void deliver(Set<Ref> refs, Consumer<Set<Ref>> receiver) {
    if (refs.isEmpty()) {
      return;
    }
    // In the order in which they changed.
    Set<Ref> batch = Collections.unmodifiableSet(new LinkedHashSet<>(refs));
    refs.clear();
    try {
      receiver.accept(batch);
    } catch (RuntimeException | Error e) {
      failed = true;
      batch.forEach(seen::forget);
      log.error("Changed threads could not be passed on; they are reported again soon", e);
    }
  }

  /** Whether the listener failed since the last call. */
  boolean failedSinceLastCall() {
    boolean answer = failed;
    failed = false;
    return answer;
  }
}
