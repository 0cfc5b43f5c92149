package org.messgateway.gateway.exchange.watch;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.ExchangeListener;
import org.messgateway.gateway.exchange.Fingerprint;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.files.OpenFolders;
import org.messgateway.gateway.exchange.files.SeenFingerprints;
import org.messgateway.gateway.exchange.files.UnfinishedWrites;
import org.messgateway.gateway.exchange.files.UnfinishedWrites.WriteEvent;
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

  /** Bytes of a file that is small. */
  private static final long SMALL = 64 << 10;

  private final ExchangeScanner scanner;
  private final SeenFingerprints seen;
  private final UnfinishedWrites writes;
  private final ExchangeListener listener;
  private final OpenFolders folders;
  private Set<Ref> changed = new LinkedHashSet<>();
  private Set<Ref> found = new LinkedHashSet<>();
  private Set<Ref> arrived = new LinkedHashSet<>();
  private int ownWrites;
  private boolean local;
  private boolean failed;

  public ChangeBatcher(
      ExchangeScanner scanner,
      SeenFingerprints seen,
      UnfinishedWrites writes,
      ExchangeListener listener) {
    this.scanner = scanner;
    this.seen = seen;
    this.writes = writes;
    this.listener = listener;
    this.folders = scanner.openFolders();
  }

  /** Whether the exchange lies on a disk of this machine, whose small files are read at once. */
  void readsAtOnce(boolean localDisk) {
    local = localDisk;
  }

  /**
   * Handles an event of a copy. One that appeared in a file, of a thread that nothing is known of,
   * is not compared: whoever reads it notes its fingerprint.
   *
   * @param created whether its name appeared
   * @param write of one of its files, as far as it matters: what is written in place is reported
   *     when that ends, whatever was reported before
   * @return whether the copy exists, or may
   */
  boolean compareAfterEvent(ThreadLocation location, boolean created, WriteEvent write) {
    if (!listener.wants(location.ref())) {
      seen.heard(location);
      listener.elsewhere(location.ref());
      // Its folder is watched all the same: who waits for it is told by events.
      return true;
    }
    if (write == WriteEvent.CREATED || write == WriteEvent.WRITTEN) {
      return true;
    }
    boolean oneFile = location.layout() != ThreadLayout.DIRECTORY;
    if (created && local && oneFile && seen.appeared(location)) {
      add(location.ref(), arrived);
      return true;
    }
    Fingerprint now = fingerprint(location);
    boolean small = local && now != null && now.size() <= SMALL;
    Set<Ref> to = small && oneFile ? arrived : changed;
    if (seen.update(location, now, true) || write == WriteEvent.ENDED) {
      add(location.ref(), to);
    } else if (now != null && seen.isOwnWrite(location, now)) {
      ownWrites++;
    }
    return now != null;
  }

  /** Compares a copy; returns whether it exists, or may. */
  boolean compare(ThreadLocation location) {
    return compare(location, false);
  }

  /** The same for a copy of a listing; one that was written just now is left to its writer. */
  boolean compareListed(ThreadLocation location) {
    return compare(location, true);
  }

  private boolean compare(ThreadLocation location, boolean listed) {
    if (!listener.wants(location.ref())) {
      return true;
    }
    Fingerprint now = fingerprint(location);
    if (seen.update(location, now, false)
        && !(listed && now != null && writes.noteListed(location, now.modified()))) {
      add(location.ref(), found);
    }
    return now != null;
  }

  private @Nullable Fingerprint fingerprint(ThreadLocation location) {
    Fingerprint plain = folders.fingerprint(location);
    if (plain != null) {
      return plain;
    }
    FoundCopy copy = scanner.find(location).orElse(null);
    return copy == null ? null : copy.fingerprint();
  }

  /** Events since the last call that a write of this gateway explains. */
  int takeOwnWrites() {
    int events = ownWrites;
    ownWrites = 0;
    return events;
  }

  private void add(Ref ref, Set<Ref> to) {
    to.add(ref);
    if (to.size() >= BATCH) {
      deliver();
    }
  }

  /** Lets the listener work on what arrived; returns whether there is more. */
  boolean turn() {
    return listener.turn();
  }

  /** Passes the collected refs to the listener. */
  void deliver() {
    closeFolders();
    changed = delivered(changed, listener::changed);
    arrived = delivered(arrived, listener::arrived);
    found = delivered(found, listener::found);
  }

  /** Ends the looks that were one after the other. */
  void closeFolders() {
    folders.close();
  }

  /** Passes refs on, which are the listener's then; returns an empty set. */
  private Set<Ref> delivered(Set<Ref> refs, Consumer<Set<Ref>> receiver) {
    if (refs.isEmpty()) {
      return refs;
    }
    try {
      // In the order in which they changed.
      receiver.accept(Collections.unmodifiableSet(refs));
    } catch (RuntimeException | Error e) {
      failed = true;
      refs.forEach(seen::forget);
      log.error("Changed threads could not be passed on; they are reported again soon", e);
    }
    return new LinkedHashSet<>();
  }

  /** Whether the listener failed since the last call. */
  boolean failedSinceLastCall() {
    boolean answer = failed;
    failed = false;
    return answer;
  }
}
