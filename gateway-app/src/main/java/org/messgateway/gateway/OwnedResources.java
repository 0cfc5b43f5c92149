package org.messgateway.gateway;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was opened and must be closed again: in reverse, since what came later may use what came
 * before, and all of it, even when some does not close cleanly. For one thread at a time.
 */
final class OwnedResources implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(OwnedResources.class);

  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  /** Returns the resource itself. */
  <T extends AutoCloseable> T own(T resource) {
    open.push(resource);
    return resource;
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      close(open.pop());
    }
  }

  /** Closes one, and only tells when that goes wrong: nobody can do better at the end. */
  static void close(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      log.warn("Something did not close cleanly: {}", e.toString());
    }
  }
}
