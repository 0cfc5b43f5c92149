package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;

/**
 * What is known of the threads that others wait for. Given by the caller, answered without I/O;
 * safe for the thread that routes.
 */
@FunctionalInterface
public interface Dependencies {

  /** Knows none; for threads that wait for nobody. */
  Dependencies NONE = (_, _) -> new Standing.Unknown();

  /**
   * How the thread stands that this id means.
   *
   * @param requestor who wrote the id: client ids are their own
   * @param id a client id of that requestor, else a ref
   */
  Standing find(@Nullable String requestor, String id);

  /** How a thread stands that another waits for. */
  sealed interface Standing {

    /** There is none of that id. */
    record Unknown() implements Standing {}

    /**
     * It has not ended.
     *
     * @param ref its own
     * @param requestor who asked for it
     * @param dependsOn what it waits for itself, so that a circle is seen
     */
    record Open(String ref, @Nullable String requestor, List<String> dependsOn)
        implements Standing {

      public Open {
        dependsOn = List.copyOf(dependsOn);
      }
    }

    /**
     * It ended well.
     *
     * @param at when; null when it does not tell
     */
    record Succeeded(String ref, @Nullable Instant at) implements Standing {}

    /** It ended otherwise. */
    record EndedWithout(String ref, ThreadStatus status) implements Standing {}
  }
}
