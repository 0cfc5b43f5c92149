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

  /** Bytes: what is larger is read in another way. */
  private static final long LARGEST = 1 << 20;

  private final NativeFiles system;
  private final ThreadLocation location;
  private final int folder;
  private final boolean borrowed;
  private final String name;
  private final int file;
  private final NativeStatus status;

  private FlatCopy(
      NativeFiles system,
      ThreadLocation location,
      int folder,
      boolean borrowed,
      String name,
      int file,
      NativeStatus status) {
    this.system = system;
    this.location = location;
    this.folder = folder;
    this.borrowed = borrowed;
    this.name = name;
    this.file = file;
    this.status = status;
  }

  /**
   * Opens the file in its open folder.
   *
   * @param borrowed whether another owner closes the folder; otherwise it is closed with the file
   * @return null, with the folder open, where it is no plain file, or a large one
   */
  static @Nullable FlatCopy of(
      NativeFiles system, ThreadLocation location, int folder, boolean borrowed)
      throws IOException {
    String name = location.name();
    int file = system.file(folder, name);
    FlatCopy copy = null;
    try {
      NativeStatus status = system.status(file);
      if (status.isRegular() && status.size() <= LARGEST) {
        copy = new FlatCopy(system, location, folder, borrowed, name, file, status);
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
    return new ThreadFiles(location, List.of(FileStamp.of(name, status)), null);
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
    NativeStatus now = system.status(folder, name);
    return now.isRegular()
        && listed.refusal() == null
        && listed.files().size() == 1
        && FileStamp.of(name, now).equals(listed.files().getFirst());
  }

  @Override
  public void close() throws IOException {
    try {
      system.close(file);
    } finally {
      if (!borrowed) {
        system.close(folder);
      }
    }
  }
}
