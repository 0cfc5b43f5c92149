package org.messgateway.gateway.home;

import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * What Linux says of a file (statx(2), whose layout is the same on all processors).
 *
 * @param size bytes
 * @param modified in the resolution of the file system
 * @param mode kind and permissions
 * @param links names that it has
 */
public record NativeStatus(
    long inode, long size, Instant modified, int mode, int uid, int gid, int links) {

  /** STATX_BASIC_STATS */
  static final int BASIC = 0x7ff;

  private static final int KIND = 0170000;
  private static final int RIGHTS = 07777;
  private static final int PERMISSIONS = 0777;
  private static final int REGULAR = 0100000;
  private static final int FOLDER = 0040000;

  /**
   * @param at where the system put it
   */
  static NativeStatus of(ByteBuffer memory, int at) {
    return new NativeStatus(
        memory.getLong(at + 32),
        memory.getLong(at + 40),
        Instant.ofEpochSecond(memory.getLong(at + 112), memory.getInt(at + 120)),
        memory.getShort(at + 28) & 0xffff,
        memory.getInt(at + 20),
        memory.getInt(at + 24),
        memory.getInt(at + 16));
  }

  /** Whether it is a plain file, no folder, link, pipe, device or socket. */
  public boolean isRegular() {
    return (mode & KIND) == REGULAR;
  }

  /** Whether it is a folder, no link to one. */
  public boolean isFolder() {
    return (mode & KIND) == FOLDER;
  }

  /** Whether kind, owner, group and rights are the same. */
  public boolean hasSameRights(NativeStatus other) {
    return mode == other.mode && uid == other.uid && gid == other.gid;
  }

  /** Whether owner and group are those of another file, and the rights its permissions. */
  boolean hasRightsOf(NativeStatus other) {
    return uid == other.uid && gid == other.gid && (mode & RIGHTS) == (other.mode & PERMISSIONS);
  }
}
