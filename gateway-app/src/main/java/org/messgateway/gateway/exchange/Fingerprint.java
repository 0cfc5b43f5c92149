package org.messgateway.gateway.exchange;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Shows, without reading, whether a thread has changed.
 *
 * @param inode of its file; of a folder, a mix of the inodes of all its files
 * @param size bytes of all its files
 * @param modified latest modification of its files, cut to milliseconds so that a database keeps it
 *     exactly
 */
public record Fingerprint(long inode, long size, Instant modified) {

  private static final int NANOS_OF_MILLI = 1_000_000;

  /** Of an empty folder. */
  public static final Fingerprint EMPTY = new Fingerprint(0, 0, Instant.EPOCH);

  public Fingerprint {
    int below = modified.getNano() % NANOS_OF_MILLI;
    modified = below == 0 ? modified : modified.minusNanos(below);
  }

  /** Written out: compared for each event and each send. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Fingerprint that
        && inode == that.inode
        && size == that.size
        && modified.equals(that.modified);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(inode) + modified.hashCode();
  }
}
