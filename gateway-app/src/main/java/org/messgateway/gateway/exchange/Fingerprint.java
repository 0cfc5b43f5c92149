package org.messgateway.gateway.exchange;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Shows, without reading, whether a thread has changed.
 *
 * @param inode of its file; of a folder, a mix of the inodes of all its files
 * @param size bytes of all its files
 * @param modified latest modification of its files, cut to milliseconds so that a database keeps it
 *     exactly
 */
public record Fingerprint(long inode, long size, Instant modified) {

  /** Of an empty folder. */
  public static final Fingerprint EMPTY = new Fingerprint(0, 0, Instant.EPOCH);

  public Fingerprint {
    modified = modified.truncatedTo(ChronoUnit.MILLIS);
  }
}
