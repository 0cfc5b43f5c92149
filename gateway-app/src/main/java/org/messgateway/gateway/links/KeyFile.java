package org.messgateway.gateway.links;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Writes files of {@code .gateway/keys}: mode 600, replaced as a whole. */
final class KeyFile {

  private KeyFile() {}

  /** Makes the directory of keys where it is missing; only its owner may look into it. */
  static void prepare(Path keys) throws IOException {
    Files.createDirectories(
        keys, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  /** Writes a file; it is flushed to the disk when this returns. */
  static void write(Path file, byte[] bytes) throws IOException {
    Path temporary = file.resolveSibling("." + file.getFileName() + ".tmp");
    Files.deleteIfExists(temporary);
    try (FileChannel channel =
        FileChannel.open(
            temporary,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    }
    Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel folder =
        FileChannel.open(file.toAbsolutePath().resolveSibling("."), StandardOpenOption.READ)) {
      folder.force(true);
    }
  }
}
