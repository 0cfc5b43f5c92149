package org.messgateway.gateway.home;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A document in a file, replaced as a whole under a lock among the processes of this machine. */
public final class FileDocument implements DurableDocument {

  private final DurableFile file;

  /**
   * @param path of the file, whose folder must exist at a change
   */
  public FileDocument(Path path) {
    this.file = new DurableFile(path);
  }

  /** A text: what Java makes for a record takes 5 ms of a start. */
  @Override
  public Object version() throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file.path(), BasicFileAttributes.class);
      return attributes.fileKey()
          + " "
          + attributes.size()
          + " "
          + attributes.lastModifiedTime().toInstant();
    } catch (NoSuchFileException e) {
      return "absent";
    }
  }

  @Override
  public byte @Nullable [] read() throws IOException {
    try {
      return Files.readAllBytes(file.path());
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  @Override
  public void change(Change change) throws IOException {
    try (DocumentLock _ = DocumentLock.of(file.path())) {
      byte[] after = change.of(read());
      if (after != null) {
        file.write(after);
      }
    }
  }

  @Override
  public String shown() {
    return file.path().toString();
  }

  /**
   * A lock for reading, changing and replacing the file, so that a command and a running gateway do
   * not lose each other's changes. It is a file of its own, because the file itself is replaced.
   */
  public static final class DocumentLock implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(5);

    private final FileChannel channel;

    private DocumentLock(FileChannel channel) {
      this.channel = channel;
    }

    /** Waits for the lock, at most 10 s. */
    public static DocumentLock of(Path file) throws IOException {
      Path lock = file.resolveSibling("." + file.getFileName() + ".lock");
      FileChannel channel =
          FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      try {
        await(channel, lock);
        return new DocumentLock(channel);
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    }

    private static void await(FileChannel channel, Path lock) throws IOException {
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (taken(channel) == null) {
        if (System.nanoTime() > end) {
          throw new IOException("another process holds " + lock);
        }
        try {
          Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IOException("interrupted while another process held " + lock, e);
        }
      }
    }

    private static @Nullable FileLock taken(FileChannel channel) throws IOException {
      try {
        return channel.tryLock();
      } catch (OverlappingFileLockException e) {
        // Another thread of this process holds it.
        return null;
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /**
   * A small file of mode 600 that is replaced as a whole: a crash leaves the old or the new one.
   */
  static final class DurableFile {

    private static final Set<PosixFilePermission> OWNER =
        PosixFilePermissions.fromString("rw-------");

    private final Path path;

    DurableFile(Path path) {
      this.path = path.toAbsolutePath();
    }

    Path path() {
      return path;
    }

    /** Replaces the file; durable when it returns. */
    void write(byte[] bytes) throws IOException {
      Path temporary = path.resolveSibling(path.getFileName() + ".new");
      Files.deleteIfExists(temporary);
      FileAttribute<?>[] mode =
          posix() ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER)} : NONE;
      Set<StandardOpenOption> options =
          EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      try (FileChannel channel = FileChannel.open(temporary, options, mode)) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
        channel.force(true);
      }
      Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
      syncFolder();
    }

    private static final FileAttribute<?>[] NONE = {};

    private boolean posix() {
      return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** Makes the rename durable. */
    private void syncFolder() throws IOException {
      Path folder = path.getParent();
      if (folder != null && posix()) {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
          channel.force(true);
        }
      }
    }
  }
}
