package org.messgateway.gateway.exchange;

import java.util.Set;

/**
 * Receives the refs of changed threads on the watcher's thread. It must return at once: otherwise
 * the system's event queue overflows and all threads are compared.
 */
@FunctionalInterface
public interface ExchangeListener {

  /** Threads that just changed, appeared or vanished. */
  void changed(Set<Ref> refs);

  /**
   * Threads whose change a listing found: at the start, and where no event reports it. Less urgent.
   */
  default void found(Set<Ref> refs) {
    changed(refs);
  }
}
