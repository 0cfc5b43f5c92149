package org.messgateway.gateway.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Held while the file is read, changed and replaced, so that a command and the gateway that runs
 * beside it do not lose each other's changes. A file of its own, because the file itself is
 * replaced.
 */
final class DocumentLock implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(5);

  private final FileChannel channel;

  private DocumentLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Waits for its turn, at most 10 s. */
  static DocumentLock of(Path file) throws IOException {
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
      // Somebody else in this process has it.
      return null;
    }
  }

  /** Lets the next one in. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
