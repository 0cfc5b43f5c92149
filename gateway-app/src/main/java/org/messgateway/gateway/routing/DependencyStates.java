package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;

/** The states of threads that other threads depend on. Answers without I/O. */
@FunctionalInterface
public interface DependencyStates {

  /** Knows no thread; for threads without dependencies. */
  DependencyStates NONE = (_, _) -> new DependencyState.NotFound();

  /**
   * The state of the thread with this id.
   *
   * @param requestor writer of the id: each requestor has client ids of its own
   * @param id a client id of that requestor, else a ref
   */
  DependencyState find(@Nullable String requestor, String id);

  /** The state of a dependency. */
  sealed interface DependencyState {

    /** No thread has that id. */
    record NotFound() implements DependencyState {}

    /**
     * The thread has not ended.
     *
     * @param dependsOn its own dependencies, so that a circle is found
     */
    record Unfinished(String ref, @Nullable String requestor, List<String> dependsOn)
        implements DependencyState {

      public Unfinished {
        dependsOn = List.copyOf(dependsOn);
      }
    }

    /**
     * The thread ended with success.
     *
     * @param at when; null when the thread does not tell it
     */
    record Succeeded(String ref, @Nullable Instant at) implements DependencyState {}

    /** The thread ended without success. */
    record EndedWithoutSuccess(String ref, ThreadStatus status) implements DependencyState {}
  }
}
