package org.messgateway.gateway.queue.jdbc;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The pages of a damaged file and of the log beside it, each as it lies there: what leads to them
 * may be gone, and one that is lost costs what stood in it.
 */
final class DamagedPages {

  /** SQLite file format, section 4. */
  private static final int LOG_HEADER = 32;

  private static final int FRAME_HEADER = 24;
  private static final int BUFFER = 1 << 18;

  private final BooleanSupplier inTime;

  DamagedPages(BooleanSupplier inTime) {
    this.inTime = inTime;
  }

  /**
   * Hands them over for as long as there is time; the array is used again.
   *
   * @throws IOException when the file cannot be read
   */
  void each(Path file, Consumer<byte[]> into) throws IOException {
    Path log = file.resolveSibling(file.getFileName() + "-wal");
    if (Files.exists(log)) {
      each(log, LOG_HEADER, FRAME_HEADER, into);
    }
    each(file, 0, 0, into);
  }

  private void each(Path file, int before, int beforeEach, Consumer<byte[]> into)
      throws IOException {
    byte[] frame = new byte[beforeEach + TableLeaf.SIZE];
    byte[] page = new byte[TableLeaf.SIZE];
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER)) {
      in.skipNBytes(Math.min(before, Files.size(file)));
      while (in.readNBytes(frame, 0, frame.length) == frame.length && inTime.getAsBoolean()) {
        System.arraycopy(frame, beforeEach, page, 0, page.length);
        into.accept(page);
      }
    }
  }
}
