package org.messgateway.gateway.exchange;

import java.util.Set;

/**
 * Is told which threads to look at. Called on the watcher's thread: it must hand the work to others
 * and return at once, or events are lost to the system's limits and everything is listed again.
 */
@FunctionalInterface
public interface ExchangeListener {

  /** These have just changed, appeared or gone. */
  void changed(Set<Ref> refs);

  /** These were found changed by listing: at the start, and where no event tells. No hurry. */
  default void found(Set<Ref> refs) {
    changed(refs);
  }
}
