package org.messgateway.gateway.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The right of one process to run a home: a lock of the operating system on {@code .gateway/lock},
 * gone with the process however it ends. The text in the file says who holds it.
 */
public final class GatewayLock implements AutoCloseable {

  /** Its name in {@code .gateway/}. */
  public static final String FILE = "lock";

  /**
   * Far behind the text: where locks are mandatory, a locked region cannot be read by others, and
   * the second process has to read who the first is.
   */
  private static final long LOCKED_BYTE = 1L << 30;

  private final FileChannel channel;
  private final FileLock lock;

  private GatewayLock(FileChannel channel, FileLock lock) {
    this.channel = channel;
    this.lock = lock;
  }

  /**
   * Who runs a home.
   *
   * @param port where its HTTP server listens; 0 when it has none
   */
  public record Holder(long pid, String host, Instant start, int port) {

    String text() {
      return "pid %d on %s since %s, port %d".formatted(pid, host, start, port);
    }
  }

  /**
   * Takes the lock.
   *
   * @throws GatewayRunningException when another process has it
   * @throws IOException when the file cannot be written
   */
  public static GatewayLock take(Path gatewayFolder, Holder holder)
      throws IOException, GatewayRunningException {
    Path file = gatewayFolder.resolve(FILE);
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    boolean taken = false;
    try {
      FileLock lock = tryLock(channel);
      if (lock == null) {
        throw running(file);
      }
      GatewayLock mine = new GatewayLock(channel, lock);
      mine.say(holder);
      taken = true;
      return mine;
    } finally {
      if (!taken) {
        channel.close();
      }
    }
  }

  /**
   * Whether another process runs the home of this folder; false where that cannot be seen. Not for
   * the process that runs it, which would lose its lock by this (POSIX).
   */
  public static boolean held(Path gatewayFolder) {
    Path file = gatewayFolder.resolve(FILE);
    if (!Files.exists(file)) {
      return false;
    }
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock free = tryLock(channel)) {
      return free == null;
    } catch (IOException e) {
      return false;
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock(LOCKED_BYTE, 1, false);
    } catch (OverlappingFileLockException e) {
      // Held by this very process, which is as good as held by another.
      return null;
    }
  }

  private static GatewayRunningException running(Path file) throws IOException {
    String holder = Files.readString(file, UTF_8).strip();
    String who = holder.isEmpty() ? "a process that just starts" : holder;
    return new GatewayRunningException(
        "A gateway already runs here: %s (%s). End it first, or give this one another --home."
            .formatted(who, file),
        who);
  }

  /** Writes who holds it; again when the port is known. */
  public void say(Holder holder) throws IOException {
    ByteBuffer text = ByteBuffer.wrap((holder.text() + "\n").getBytes(UTF_8));
    channel.truncate(0);
    long at = 0;
    while (text.hasRemaining()) {
      at += channel.write(text, at);
    }
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      channel.truncate(0);
      lock.release();
    }
  }
}
