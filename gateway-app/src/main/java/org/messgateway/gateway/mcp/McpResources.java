package org.messgateway.gateway.mcp;

import java.util.List;
import java.util.Optional;

/**
 * What agents read by URI, and are told changes of: nothing, unless overridden. Safe for all
 * threads.
 */
public interface McpResources {

  /**
   * One resource, or a template of several.
   *
   * @param uri of the resource, or its RFC 6570 template
   */
  record Listed(String uri, String name, String title, String description, String mediaType) {}

  /** What a resource holds now. */
  sealed interface Contents {

    /** Text. */
    record Written(String uri, String mediaType, String text) implements Contents {}

    /**
     * Anything else.
     *
     * @param bytes not to be changed any more
     */
    @SuppressWarnings("ArrayRecordComponent") // Passed on, never compared.
    record Binary(String uri, String mediaType, byte[] bytes) implements Contents {}
  }

  /** Ends with the session that subscribed, or by its wish; closing it again does nothing. */
  interface ChangeWatch extends AutoCloseable {
    @Override
    void close();
  }

  /** Those that are always there. */
  default List<Listed> fixed() {
    return List.of();
  }

  default List<Listed> templates() {
    return List.of();
  }

  /**
   * Reads what is there now, on the virtual thread of the request.
   *
   * @param uri as the agent wrote it; whatever it is
   * @return empty where there is no such resource, or not for this caller; both look the same
   * @throws InterruptedException as {@link McpTool#call}
   */
  default Optional<Contents> read(McpCaller caller, String uri) throws InterruptedException {
    return Optional.empty();
  }

  /**
   * Watches a resource until the watch is closed.
   *
   * @param changed called on any thread when it changed; returns at once and may be called often
   * @return empty where there is no such resource, or not for this caller
   */
  default Optional<ChangeWatch> subscribe(McpCaller caller, String uri, Runnable changed) {
    return Optional.empty();
  }
}
