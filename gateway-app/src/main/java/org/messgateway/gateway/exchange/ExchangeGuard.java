package org.messgateway.gateway.exchange;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Opens files of threads and nothing else: no link that leads out of the threads' folders (not to
 * the gateway's keys either), no pipe, device or socket.
 */
final class ExchangeGuard {

  private static final String LEADS_OUT =
      "is a symbolic link that leads out of the exchange's threads";
  private static final String NO_FILE =
      "is not a regular file (a directory, pipe, device or socket)";

  private final Path root;

  ExchangeGuard(Path root) {
    this.root = root;
  }

  /** What the system says of a file. Links inside the exchange are followed, others refused. */
  FileStamp stamp(Path path) throws IOException {
    BasicFileAttributes attributes = attributes(path);
    if (!attributes.isSymbolicLink()) {
      return stamp(path, attributes, attributes.isRegularFile() ? null : NO_FILE);
    }
    Path target = target(path);
    if (target == null) {
      return stamp(path, attributes, LEADS_OUT);
    }
    BasicFileAttributes behind = attributes(target);
    return stamp(path, behind, behind.isRegularFile() ? null : NO_FILE);
  }

  private static FileStamp stamp(
      Path path, BasicFileAttributes attributes, @Nullable String refusal) {
    return new FileStamp(
        path.getFileName().toString(),
        inode(attributes),
        attributes.size(),
        attributes.lastModifiedTime().toInstant(),
        refusal);
  }

  /** Why a thread's folder may not be entered; null when it may. */
  @Nullable String refusesFolder(Path folder) throws IOException {
    if (!attributes(folder).isSymbolicLink()) {
      return null;
    }
    return target(folder) == null ? LEADS_OUT : null;
  }

  /** Where a link leads; null when that is out of the threads' folders, or nowhere. */
  private @Nullable Path target(Path link) throws IOException {
    try {
      Path target = link.toRealPath();
      boolean inside = target.startsWith(root) && target.getNameCount() > root.getNameCount() + 1;
      return inside && StateFolder.named(root.relativize(target).getName(0).toString()).isPresent()
          ? target
          : null;
    } catch (NoSuchFileException e) {
      // The link itself gone, or only what it points to?
      attributes(link);
      return null;
    } catch (FileSystemException e) {
      // A loop of links.
      return null;
    }
  }

  private static BasicFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  /** The number in "(dev=fe01,ino=1234)"; asking for unix:ino costs a map for each file. */
  private static long inode(BasicFileAttributes attributes) {
    Object key = attributes.fileKey();
    if (key == null) {
      return 0;
    }
    String text = key.toString();
    int start = text.indexOf("ino=");
    return start < 0 ? text.hashCode() : Long.parseLong(text, start + 4, text.length() - 1, 10);
  }

  /**
   * Opens a file for reading.
   *
   * @throws RefusedFileException when it is none of the exchange's regular files
   */
  SeekableByteChannel open(Path path) throws IOException {
    return FileChannel.open(readable(path), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
  }

  /** The regular file that a path leads to. */
  private Path readable(Path path) throws IOException {
    if (attributes(path).isRegularFile()) {
      return path;
    }
    FileStamp stamp = stamp(path);
    if (stamp.refusal() != null) {
      throw new RefusedFileException(path, stamp.refusal());
    }
    return path.toRealPath();
  }

  /**
   * Reads a file that had that size at the last look.
   *
   * @throws EOFException when it has become shorter
   */
  byte[] read(Path path, long size) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(size));
    try (SeekableByteChannel channel = open(path)) {
      while (buffer.hasRemaining()) {
        if (channel.read(buffer) < 0) {
          throw new EOFException(path + " became shorter while it was read");
        }
      }
    }
    return buffer.array();
  }
}
