package org.messgateway.gateway.exchange;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the system says of one file, without opening it.
 *
 * @param name its name
 * @param inode 0 where the file system has none
 * @param size bytes
 * @param modified as exact as the file system keeps it
 * @param refusal why it must not be opened; null when it may
 */
record FileStamp(String name, long inode, long size, Instant modified, @Nullable String refusal) {

  /** The same file under another name. */
  FileStamp as(String other) {
    return new FileStamp(other, inode, size, modified, refusal);
  }
}
