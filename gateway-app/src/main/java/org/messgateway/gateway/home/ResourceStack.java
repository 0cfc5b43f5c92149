package org.messgateway.gateway.home;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Open resources, closed in reverse order because later ones may use earlier ones. A failure does
 * not keep the others from being closed. For one thread at a time.
 */
public final class ResourceStack implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ResourceStack.class);

  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  /** Adds a resource and returns it. */
  public <T extends AutoCloseable> T own(T resource) {
    open.push(resource);
    return resource;
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      close(open.pop());
    }
  }

  /**
   * Closes one resource; a failure is only logged, because a caller at the end cannot do better.
   */
  public static void close(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception | Error e) {
      log.warn("Something did not close cleanly: {}", e.toString());
    }
  }
}
