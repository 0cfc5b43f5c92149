package org.messgateway.gateway.mcp;

import org.jspecify.annotations.Nullable;

/** A piece of what a tool or a prompt says. */
public sealed interface McpContent {

  /** Text. */
  record Words(String text) implements McpContent {}

  /**
   * A picture; at most 1 MB should stand in a result, larger ones are links.
   *
   * @param bytes not to be changed any more
   */
  @SuppressWarnings("ArrayRecordComponent") // Passed on, never compared.
  record Picture(byte[] bytes, String mediaType) implements McpContent {}

  /**
   * Something that the client may fetch: by {@code resources/read}, or by its URL.
   *
   * @param size in bytes; null where it is not known
   */
  record Link(
      String uri, String name, String mediaType, @Nullable Long size, @Nullable String description)
      implements McpContent {}
}
