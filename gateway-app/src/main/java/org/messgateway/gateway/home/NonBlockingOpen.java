package org.messgateway.gateway.home;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;

/**
 * Opens a file that was looked at, and never waits: Java's own opening of a pipe waits for a
 * writer, for good. Linux only; the first use takes a fifth of a second. Thread-safe.
 *
 * <p>The file is first opened without access to its content (O_PATH), which works at once for
 * anything. What that is shows in {@code /proc/self/fd}, by which it is then opened for reading.
 */
final class NonBlockingOpen {

  private static final int PATH_ONLY = 0x200000;
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private final SystemCalls calls = new SystemCalls();

  /** Empty where the system has no such descriptors, or native calls are not permitted. */
  static Optional<NonBlockingOpen> ofThisSystem() {
    if (!System.getProperty("os.name").equals("Linux") || !Files.isDirectory(DESCRIPTORS)) {
      return Optional.empty();
    }
    try {
      return Optional.of(new NonBlockingOpen());
    } catch (LinkageError notHere) {
      return Optional.empty();
    }
  }

  /**
   * Opens a regular file for reading.
   *
   * @param found the file that is meant
   * @throws NoSuchFileException when the path leads to another one by now
   */
  FileChannel open(Path path, BasicFileAttributes found) throws IOException {
    int descriptor = calls.open(NativeFiles.NO_FOLDER, path.toString(), PATH_ONLY, 0);
    if (descriptor < 0) {
      throw new NoSuchFileException(path.toString(), null, "it cannot be opened any more");
    }
    try {
      Path same = DESCRIPTORS.resolve(Integer.toString(descriptor));
      BasicFileAttributes opened = Files.readAttributes(same, BasicFileAttributes.class);
      if (!opened.isRegularFile() || !Objects.equals(opened.fileKey(), found.fileKey())) {
        throw new NoSuchFileException(path.toString(), null, "another one has taken its place");
      }
      return FileChannel.open(same, StandardOpenOption.READ);
    } finally {
      int _ = calls.close(descriptor);
    }
  }
}
