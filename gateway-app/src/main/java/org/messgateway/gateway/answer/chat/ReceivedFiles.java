package org.messgateway.gateway.answer.chat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.messgateway.api.InboundFile;
import org.messgateway.api.text.Texts;
import org.messgateway.gateway.answer.AnswerFile;

/**
 * The spool of files that people sent, until their answer is in its thread. Limits: {@link
 * #MOST_FILES} files, {@link #FILE_BYTES} each, {@link #TOTAL_BYTES} together, a minute and a half.
 */
public final class ReceivedFiles {

  static final int MOST_FILES = 10;
  static final long FILE_BYTES = 20L << 20;
  static final long TOTAL_BYTES = 50L << 20;

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int CHUNK = 64 << 10;

  private final Path folder;

  /** Deletes files that an earlier process left. */
  public ReceivedFiles(Path folder) throws IOException {
    this.folder = folder;
    Files.createDirectories(folder);
    try (Stream<Path> left = Files.list(folder)) {
      for (Path file : left.toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** Files that were received; deleted when this is closed. */
  record SpooledFiles(List<AnswerFile> files) implements AutoCloseable {

    @Override
    public void close() throws IOException {
      for (AnswerFile file : files) {
        Files.deleteIfExists(file.content());
      }
    }
  }

  /**
   * Fetches files.
   *
   * @throws TooLargeException when they are more than is taken
   * @throws IOException when one cannot be fetched, or not be kept
   */
  SpooledFiles fetch(List<InboundFile> files) throws IOException, TooLargeException {
    if (files.size() > MOST_FILES) {
      throw new TooLargeException("chat.limit.files", MOST_FILES);
    }
    List<AnswerFile> received = new ArrayList<>();
    boolean whole = false;
    try {
      Allowance left = new Allowance(TOTAL_BYTES, System.nanoTime() + PATIENCE.toNanos());
      for (InboundFile file : files) {
        received.add(fetch(file, "file" + (received.size() + 1), left));
      }
      whole = true;
      return new SpooledFiles(List.copyOf(received));
    } finally {
      if (!whole) {
        new SpooledFiles(received).close();
      }
    }
  }

  private AnswerFile fetch(InboundFile file, String part, Allowance left)
      throws IOException, TooLargeException {
    if (file.size() > FILE_BYTES) {
      throw TooLargeException.file();
    }
    Path target = folder.resolve(UUID.randomUUID().toString());
    boolean whole = false;
    try (InputStream in = file.open();
        OutputStream out = Files.newOutputStream(target)) {
      copy(in, out, left);
      whole = true;
    } finally {
      if (!whole) {
        Files.deleteIfExists(target);
      }
    }
    return new AnswerFile(part, file.kind(), file.name(), file.mime(), target);
  }

  private static void copy(InputStream in, OutputStream out, Allowance left)
      throws IOException, TooLargeException {
    byte[] chunk = new byte[CHUNK];
    long copied = 0;
    for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
      copied += read;
      if (copied > FILE_BYTES) {
        throw TooLargeException.file();
      }
      left.take(read);
      out.write(chunk, 0, read);
    }
  }

  /** What all files together may still be, and how long they may still take. */
  private static final class Allowance {

    private final long endNanos;
    private long bytes;

    Allowance(long bytes, long endNanos) {
      this.bytes = bytes;
      this.endNanos = endNanos;
    }

    void take(int read) throws IOException, TooLargeException {
      bytes -= read;
      if (bytes < 0) {
        throw new TooLargeException("chat.limit.total", TOTAL_BYTES >> 20);
      }
      if (System.nanoTime() > endNanos) {
        throw new IOException("the files did not come within " + PATIENCE.toSeconds() + " s");
      }
    }
  }

  /** More than is taken. */
  static final class TooLargeException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String key;
    private final long most;

    /**
     * @param key of the text that says the limit
     * @param most files, or MB
     */
    TooLargeException(String key, long most) {
      super(key + ": " + most);
      this.key = key;
      this.most = most;
    }

    static TooLargeException file() {
      return new TooLargeException("chat.limit.file", FILE_BYTES >> 20);
    }

    /** What is taken at most: {@code 20 MB a file}. */
    String limit(Texts texts) {
      return texts.get(key, most);
    }
  }
}
