package org.messgateway.gateway.queue.jdbc;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listeners that are called when a row may be due sooner than said. Thread-safe. */
final class WorkListeners {

  private static final Logger LOG = LoggerFactory.getLogger(WorkListeners.class);

  private final List<Runnable> all = new CopyOnWriteArrayList<>();

  void add(Runnable listener) {
    all.add(listener);
  }

  /** Calls all; a failure of one does not keep the others from their call. */
  void callAll() {
    for (Runnable listener : all) {
      try {
        listener.run();
      } catch (RuntimeException e) {
        LOG.error("A listener of the queue failed; it is a mistake of the gateway.", e);
      }
    }
  }
}
