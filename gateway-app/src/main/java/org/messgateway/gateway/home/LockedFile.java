package org.messgateway.gateway.home;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One file with a lock of the operating system, which ends with the process. Whoever deletes the
 * file takes the lock from nobody, but hides it.
 */
final class LockedFile implements AutoCloseable {

  /**
   * Far behind the text: where locks are mandatory, other processes cannot read a locked region,
   * and they have to read the holder.
   */
  private static final long LOCKED_BYTE = 1L << 30;

  private final Path path;
  private final FileChannel channel;
  private final @Nullable Object key;

  private LockedFile(Path path, FileChannel channel) throws IOException {
    this.path = path;
    this.channel = channel;
    this.key = key(path);
  }

  /** Null when another process has it. */
  static @Nullable LockedFile take(Path path) throws IOException {
    FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    boolean taken = false;
    try {
      LockedFile locked = tryLock(channel) == null ? null : new LockedFile(path, channel);
      taken = locked != null;
      return locked;
    } finally {
      if (!taken) {
        channel.close();
      }
    }
  }

  static boolean held(Path path) {
    if (!Files.exists(path)) {
      return false;
    }
    try (FileChannel channel =
            FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock free = tryLock(channel)) {
      return free == null;
    } catch (IOException e) {
      return false;
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock(LOCKED_BYTE, 1, false);
    } catch (OverlappingFileLockException e) {
      // This process holds it, which counts as held.
      return null;
    }
  }

  Path path() {
    return path;
  }

  /** Device and inode; null where the file system has none. */
  private static @Nullable Object key(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  /** Whether the file at the path is the locked one. */
  boolean stands() throws IOException {
    try {
      return Objects.equals(key, key(path));
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  void write(String content) throws IOException {
    ByteBuffer text = ByteBuffer.wrap(content.getBytes(UTF_8));
    try {
      channel.truncate(0);
      long at = 0;
      while (text.hasRemaining()) {
        at += channel.write(text, at);
      }
    } catch (IOException e) {
      throw new IOException("%s cannot be written: %s".formatted(path, e.getMessage()), e);
    }
  }

  /** The lock ends with its channel. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
