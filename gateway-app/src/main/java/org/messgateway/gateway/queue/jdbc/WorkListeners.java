package org.messgateway.gateway.queue.jdbc;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who is told that something may be due sooner than was said. For all threads. */
final class WorkListeners {

  private static final Logger LOG = LoggerFactory.getLogger(WorkListeners.class);

  private final List<Runnable> all = new CopyOnWriteArrayList<>();

  void add(Runnable listener) {
    all.add(listener);
  }

  /** One that fails costs no other. */
  void tell() {
    for (Runnable listener : all) {
      try {
        listener.run();
      } catch (RuntimeException e) {
        LOG.error("A listener of the queue failed; it is a mistake of the gateway.", e);
      }
    }
  }
}
