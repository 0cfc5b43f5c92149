package org.messgateway.gateway.queue.jdbc;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** The file of a queue, with the {@code -wal} and {@code -shm} that belong to it. */
final class QueueFile {

  private static final List<String> COMPANIONS = List.of("-wal", "-shm");

  /** Beside a file that was found damaged while it was used. */
  private static final String DAMAGED = "-damaged";

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS").withZone(ZoneOffset.UTC);

  private final Path file;

  QueueFile(Path file) {
    this.file = file;
  }

  /** Makes an empty file that only its owner may read; SQLite gives its companions its mode. */
  boolean create() throws IOException {
    Path folder = file.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    try {
      Files.createFile(file, ownerOnly());
      removeCompanions();
      return true;
    } catch (FileAlreadyExistsException e) {
      return Files.size(file) == 0;
    }
  }

  /** A log without its database would be taken for that of the new one. */
  private void removeCompanions() throws IOException {
    for (String companion : COMPANIONS) {
      Files.deleteIfExists(beside(companion));
    }
    Files.deleteIfExists(beside(DAMAGED));
  }

  /** Makes the next start set the file aside, because a large file is not checked completely. */
  void distrust() throws IOException {
    Path mark = beside(DAMAGED);
    if (!Files.exists(mark)) {
      Files.createFile(mark, ownerOnly());
    }
  }

  boolean distrusted() {
    return Files.exists(file) && Files.exists(beside(DAMAGED));
  }

  private FileAttribute<?>[] ownerOnly() {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  /** Moves it out of the way, to be looked at; returns where to. */
  Path setAside(InstantSource clock) throws IOException {
    String suffix = ".corrupt-" + STAMP.format(clock.instant());
    Path target = beside(suffix);
    Files.move(file, target);
    for (String companion : COMPANIONS) {
      Path from = beside(companion);
      if (Files.exists(from)) {
        Files.move(from, beside(suffix + companion));
      }
    }
    Files.deleteIfExists(beside(DAMAGED));
    return target;
  }

  private Path beside(String suffix) {
    return file.resolveSibling(file.getFileName() + suffix);
  }
}
