package org.messgateway.gateway.home;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Instant;

/**
 * What Linux says of a file (statx(2), whose layout is the same on all processors).
 *
 * @param size bytes
 * @param modified in the resolution of the file system
 * @param mode kind and permissions
 */
public record NativeStatus(long inode, long size, Instant modified, int mode, int uid, int gid) {

  static final long BYTES = 256;

  /** STATX_BASIC_STATS */
  static final int BASIC = 0x7ff;

  private static final int KIND = 0170000;
  private static final int REGULAR = 0100000;

  static NativeStatus of(MemorySegment status) {
    return new NativeStatus(
        status.get(ValueLayout.JAVA_LONG, 32),
        status.get(ValueLayout.JAVA_LONG, 40),
        Instant.ofEpochSecond(
            status.get(ValueLayout.JAVA_LONG, 112), status.get(ValueLayout.JAVA_INT, 120)),
        status.get(ValueLayout.JAVA_SHORT, 28) & 0xffff,
        status.get(ValueLayout.JAVA_INT, 20),
        status.get(ValueLayout.JAVA_INT, 24));
  }

  /** Whether it is a plain file, no folder, link, pipe, device or socket. */
  public boolean isRegular() {
    return (mode & KIND) == REGULAR;
  }
}
