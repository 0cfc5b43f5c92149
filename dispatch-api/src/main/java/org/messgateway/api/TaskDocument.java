package org.messgateway.api;

/**
 * A thread as one executor may see it, ready to be sent.
 *
 * <p>Rendered from the thread as it stands right before sending. Documents that need no change are
 * the bytes on disk. Attachments always become links; inline data does where the body would grow
 * over the limit.
 */
public interface TaskDocument {

  /**
   * Multi-document YAML with bare {@code ---} lines.
   *
   * @param maxBytes above this, inline data become links, largest first
   */
  byte[] yaml(int maxBytes);

  /** The same as {@code {"envelope": …, "messages": […]}}. */
  byte[] json(int maxBytes);
}
