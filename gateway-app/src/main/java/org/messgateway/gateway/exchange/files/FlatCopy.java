package org.messgateway.gateway.exchange.files;

import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.home.NativeFiles;
import org.messgateway.gateway.home.NativeStatus;

/**
 * A thread in one plain file, opened by the system's own calls: its state folder, then the file,
 * then a look at what was opened.
 */
public final class FlatCopy implements ReadableCopy {

  private final NativeFiles system;
  private final ThreadLocation location;
  private final int folder;
  private final int file;
  private final NativeStatus status;

  private FlatCopy(
      NativeFiles system, ThreadLocation location, int folder, int file, NativeStatus status) {
    this.system = system;
    this.location = location;
    this.folder = folder;
    this.file = file;
    this.status = status;
  }

  /**
   * Opens the file in its open folder, which is closed with it.
   *
   * @return null, with the folder open, where it is no plain file, or larger than {@code most}
   */
  static @Nullable FlatCopy of(NativeFiles system, ThreadLocation location, int folder, long most)
      throws IOException {
    int file = system.file(folder, location.name());
    FlatCopy copy = null;
    try {
      NativeStatus status = system.status(file);
      if (status.isRegular() && status.size() <= most) {
        copy = new FlatCopy(system, location, folder, file, status);
      }
      return copy;
    } finally {
      if (copy == null) {
        system.close(file);
      }
    }
  }

  /** What the system says of the open file. */
  public NativeStatus status() {
    return status;
  }

  @Override
  public ThreadFiles list() {
    FileStamp stamp = FileStamp.of(location.name(), status);
    return new ThreadFiles(location, List.of(stamp), null);
  }

  @Override
  public byte[] read(FileStamp listed) throws IOException {
    byte[] bytes = system.read(file, Math.toIntExact(listed.size()));
    if (bytes.length < listed.size()) {
      throw new EOFException(listed.name() + " became shorter while it was read");
    }
    return bytes;
  }

  @Override
  public boolean holds(ThreadFiles listed) throws IOException {
    NativeStatus now = system.status(folder, location.name());
    return now.isRegular()
        && List.of(FileStamp.of(location.name(), now)).equals(listed.files())
        && listed.refusal() == null;
  }

  @Override
  public void close() throws IOException {
    try {
      system.close(file);
    } finally {
      system.close(folder);
    }
  }
}
