package org.messgateway.gateway.http.body;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.function.LongSupplier;
import org.messgateway.gateway.exchange.FairBudget;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.http.body.BodyException.Reason;

/**
 * Receives bodies that are one piece of text. What is larger than 64 KiB waits on the disk until
 * all of it came, and then until there is memory for it: an eighth of the heap for all of them, 4
 * bodies of one caller at the same time. Safe for all threads.
 */
public final class WholeBodies {

  private static final int OF_ONE = 4;
  private static final int PARTS_OF_HEAP = 8;

  /** The bytes, their text, the parsed values, and what is made of them. */
  private static final int COPIES = 4;

  private final Path folder;
  private final long limit;
  private final LongSupplier nanoTime;
  private final FairBudget memory = FairBudget.ofHeap(PARTS_OF_HEAP, OF_ONE);

  /**
   * @param folder for bodies that are being received, the same as that of {@link Submissions}
   * @param limit bytes of one body
   * @param nanoTime a monotonic clock
   */
  public WholeBodies(Path folder, long limit, LongSupplier nanoTime) {
    this.folder = folder;
    this.limit = limit;
    this.nanoTime = nanoTime;
  }

  /** Bytes of one body. */
  public long limit() {
    return limit;
  }

  /**
   * A body, to be closed when nothing refers to it any more.
   *
   * @param bytes all of it
   * @param share of the memory
   */
  @SuppressWarnings("ArrayRecordComponent") // Read once, never compared.
  public record WholeBody(byte[] bytes, FairBudget.Share share) implements AutoCloseable {
    @Override
    public void close() {
      share.close();
    }
  }

  /**
   * Receives a body.
   *
   * @param length announced bytes, -1 for none
   * @param caller whose large bodies are counted together
   * @throws BodyException when it is too large, too slow, or there is no room in 10 seconds
   * @throws IOException when the disk is full
   */
  public WholeBody receive(long length, InputStream body, String caller) throws IOException {
    if (length > limit) {
      throw new BodyException(
          Reason.TOO_LARGE, "This is too large: at most " + limit + " bytes are taken.");
    }
    InputStream paced = new PacedInput(body, limit, TransferPace.DEFAULT, nanoTime);
    try (UploadSpool spool = new UploadSpool(folder)) {
      UploadSpool.Text text = spool.text(paced, limit, sha256());
      return text.bytes() <= LargeWork.SMALL
          ? new WholeBody(text.read(), () -> {})
          : held(text, caller);
    }
  }

  private WholeBody held(UploadSpool.Text text, String caller) throws IOException {
    FairBudget.Share share = share(caller, COPIES * text.bytes());
    boolean read = false;
    try {
      WholeBody whole = new WholeBody(text.read(), share);
      read = true;
      return whole;
    } finally {
      if (!read) {
        share.close();
      }
    }
  }

  private FairBudget.Share share(String caller, long bytes) throws IOException {
    try {
      return memory
          .take(caller, bytes, LargeWork.PATIENCE)
          .orElseThrow(() ->
              new BodyException(
                  Reason.TOO_MANY,
                  "Many large messages are coming in. Send this again in a moment."));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted before a body was read", e);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
