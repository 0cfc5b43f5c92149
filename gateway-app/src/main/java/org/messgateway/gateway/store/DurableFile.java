package org.messgateway.gateway.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** A small file that is replaced as a whole: either the old or the new one is there, mode 600. */
final class DurableFile {

  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rw-------");

  private final Path path;

  DurableFile(Path path) {
    this.path = path.toAbsolutePath();
  }

  Path path() {
    return path;
  }

  /** On disk when it returns. */
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

  /** The rename itself must survive, too. */
  private void syncFolder() throws IOException {
    Path folder = path.getParent();
    if (folder != null && posix()) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }
}
