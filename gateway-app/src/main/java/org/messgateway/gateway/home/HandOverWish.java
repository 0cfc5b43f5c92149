package org.messgateway.gateway.home;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Says that a {@code run} is about to take a home: while one is open, no {@code mcp} takes it. A
 * lock of the operating system on a file in {@code .gateway/}, so it ends with its process, also
 * when that is killed.
 */
public final class HandOverWish implements AutoCloseable {

  /** Its name in {@code .gateway/}. */
  static final String FILE = "wanted";

  private static final int TRIALS = 100;
  private static final Duration PAUSE = Duration.ofMillis(1);

  private final FileChannel channel;

  private HandOverWish(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Opens one. Where another {@code run} has one already, that one stands for both.
   *
   * @throws IOException when the file cannot be written
   */
  public static HandOverWish open(Path gatewayFolder) throws IOException {
    FileChannel channel =
        FileChannel.open(
            gatewayFolder.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    // Whoever looks holds it for a moment.
    for (int trial = 0; trial < TRIALS && tryLock(channel, false) == null; trial++) {
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    return new HandOverWish(channel);
  }

  /** Whether one is open; false where that cannot be found out. */
  public static boolean pending(Path gatewayFolder) {
    Path file = gatewayFolder.resolve(FILE);
    if (!Files.exists(file)) {
      return false;
    }
    // Shared: many may look at a time without being taken for a wish.
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return tryLock(channel, true) == null;
    } catch (IOException e) {
      return false;
    }
  }

  /** Null when another has it. It ends with its channel. */
  private static @Nullable FileLock tryLock(FileChannel channel, boolean shared)
      throws IOException {
    try {
      return channel.tryLock(0, 1, shared);
    } catch (OverlappingFileLockException ofThisProcess) {
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
