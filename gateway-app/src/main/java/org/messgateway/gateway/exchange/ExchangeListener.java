package org.messgateway.gateway.exchange;

import java.util.Set;

/**
 * Receives the refs of changed threads on the watcher's thread. It must return soon: otherwise the
 * system's event queue overflows and all threads are compared.
 */
@FunctionalInterface
public interface ExchangeListener {

  /** Whether changes of a thread are to be reported. Asked before anything of it is opened. */
  default boolean wants(Ref ref) {
    return true;
  }

  /** A thread that is not wanted may have changed: an event named it. */
  default void elsewhere(Ref ref) {
    // Nothing to do.
  }

  /** Threads that just changed, appeared or vanished. */
  void changed(Set<Ref> refs);

  /**
   * Threads whose change a listing found: at the start, and where no event reports it. Less urgent.
   */
  default void found(Set<Ref> refs) {
    changed(refs);
  }

  /**
   * Like {@link #changed}: threads in one file each, on a disk of this machine; small ones, as far
   * as they were looked at.
   */
  default void arrived(Set<Ref> refs) {
    changed(refs);
  }

  /**
   * Called between two reads of events, for some milliseconds of work on what arrived.
   *
   * @return whether more is to be done
   */
  default boolean turn() {
    return false;
  }
}
