package org.messgateway.api;

/**
 * The current thread as a document that one executor may see. The gateway renders it right before
 * the attempt. A document that needs no change consists of the bytes on the disk. Attachments
 * become links always, inline data only where the document would exceed its limit.
 */
public interface TaskDocument {

  /**
   * The document as YAML of several documents, separated by {@code ---} lines.
   *
   * @param maxBytes the size in bytes above which inline data become links, largest first
   */
  byte[] yaml(int maxBytes);

  /**
   * The document as {@code {"envelope": …, "messages": […]}}.
   *
   * @param maxBytes the size in bytes above which inline data become links, largest first
   */
  byte[] json(int maxBytes);
}
