package org.messgateway.gateway.exchange.write;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.messgateway.gateway.home.NativeFiles;

/**
 * Flushes a whole file system to the disk by one call, syncfs(2): for many small files it costs
 * about as much as a flush of one. Since Linux 5.8, the first that reports a failed disk.
 * Thread-safe.
 *
 * <p>The caller waits in the kernel, also for what other programs have written: on a platform
 * thread where it must not hold up others.
 */
final class FileSystemFlush {

  private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\b.*");
  private static final int FIRST_MAJOR = 5;
  private static final int FIRST_MINOR = 8;

  private final NativeFiles system;

  private FileSystemFlush(NativeFiles system) {
    this.system = system;
  }

  /** Empty where the system has no syncfs, or native calls are not permitted. */
  static Optional<FileSystemFlush> ofThisSystem() {
    return known(System.getProperty("os.name"), System.getProperty("os.version"))
        ? NativeFiles.ofThisSystem().map(FileSystemFlush::new)
        : Optional.empty();
  }

  static boolean known(String system, String version) {
    Matcher numbers = VERSION.matcher(version);
    if (!system.equals("Linux") || !numbers.matches()) {
      return false;
    }
    int major = Integer.parseInt(numbers.group(1));
    return major > FIRST_MAJOR
        || (major == FIRST_MAJOR && Integer.parseInt(numbers.group(2)) >= FIRST_MINOR);
  }

  /**
   * Flushes the file system of a folder.
   *
   * @throws IOException in the system's words, when the disk is full or failed
   */
  void flush(Path folder) throws IOException {
    system.flushFileSystem(folder);
  }
}
