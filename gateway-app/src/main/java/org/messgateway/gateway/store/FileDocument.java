package org.messgateway.gateway.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A file: changed under a lock that other processes of this machine respect, replaced whole. */
public final class FileDocument implements KeptDocument {

  private final DurableFile file;

  /**
   * @param path in a folder that is there when it is changed
   */
  public FileDocument(Path path) {
    this.file = new DurableFile(path);
  }

  /** Tells one version of the file from another. */
  private record Version(@Nullable Object key, long size, Instant modified) {

    static final Version ABSENT = new Version(null, -1, Instant.EPOCH);
  }

  @Override
  public Object version() throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file.path(), BasicFileAttributes.class);
      return new Version(
          attributes.fileKey(), attributes.size(), attributes.lastModifiedTime().toInstant());
    } catch (NoSuchFileException e) {
      return Version.ABSENT;
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
}
