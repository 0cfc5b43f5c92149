package org.messgateway.gateway.exchange;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Tells without reading whether a thread has changed since it was last looked at.
 *
 * @param inode that of its file; of a folder, a mix of those of all its files
 * @param size bytes over all its files
 * @param modified latest modification of its files, cut to milliseconds so that it is the same
 *     after a database kept it
 */
public record Fingerprint(long inode, long size, Instant modified) {

  /** Of a folder with nothing in it. */
  public static final Fingerprint EMPTY = new Fingerprint(0, 0, Instant.EPOCH);

  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  public Fingerprint {
    modified = modified.truncatedTo(ChronoUnit.MILLIS);
  }

  /** Of files in an order that is always the same. */
  static Fingerprint of(List<FileStamp> files) {
    if (files.isEmpty()) {
      return EMPTY;
    }
    long inode = files.getFirst().inode();
    long size = files.getFirst().size();
    Instant modified = files.getFirst().modified();
    for (FileStamp file : files.subList(1, files.size())) {
      inode = inode * SPREAD + file.inode();
      size += file.size();
      modified = file.modified().isAfter(modified) ? file.modified() : modified;
    }
    return new Fingerprint(inode, size, modified);
  }
}
