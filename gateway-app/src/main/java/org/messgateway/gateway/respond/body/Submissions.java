package org.messgateway.gateway.respond.body;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.messgateway.gateway.answer.MessBody;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.respond.body.BodyException.Reason;

/**
 * Receives messages: {@code application/yaml} and its other names, {@code application/json}, and
 * {@code multipart/form-data} whose part {@code message} is one of these. Large ones are received
 * few at a time, whatever the number of clients. Safe for all threads.
 */
public final class Submissions {

  private static final Set<String> PLAIN =
      Set.of(
          "application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml", "application/json");

  private static final String MULTIPART = "multipart/form-data";
  private static final long SMALL = 256 << 10;
  private static final int LARGE_AT_ONCE = 8;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Path folder;
  private final BodyLimits limits;
  private final Pace pace;
  private final LongSupplier nanoTime;
  private final Semaphore large = new Semaphore(LARGE_AT_ONCE, true);

  /**
   * @param folder where files lie meanwhile; what is left in it from another life is deleted
   * @param nanoTime a monotonic clock
   */
  public Submissions(Path folder, BodyLimits limits, LongSupplier nanoTime) {
    this(folder, limits, Pace.DEFAULT, nanoTime);
  }

  /**
   * @param folder as above
   * @param pace at which messages have to come
   * @param nanoTime a monotonic clock
   */
  public Submissions(Path folder, BodyLimits limits, Pace pace, LongSupplier nanoTime) {
    this.folder = folder;
    this.limits = limits;
    this.pace = pace;
    this.nanoTime = nanoTime;
    Spool.clean(folder);
  }

  /**
   * Receives a message whole.
   *
   * @param type the content type; empty counts as YAML
   * @param length bytes that were announced, -1 for none
   * @throws BodyException when it is not taken
   * @throws ThreadFormatException when it cannot be understood
   * @throws IOException when the sender is gone, or a file cannot be written
   */
  public Submission receive(String type, long length, InputStream body)
      throws IOException, ThreadFormatException {
    HeaderFields declared = HeaderFields.of(type);
    boolean multipart = declared.value().equals(MULTIPART);
    supported(declared, multipart);
    if (length > limits.total()) {
      throw new BodyException(
          Reason.TOO_LARGE, "This is too large: at most " + limits.total() + " bytes are taken.");
    }
    if (length >= 0 && length <= SMALL) {
      return read(declared, multipart, body);
    }
    enter();
    try {
      return read(declared, multipart, body);
    } finally {
      large.release();
    }
  }

  private static void supported(HeaderFields declared, boolean multipart) {
    String charset = declared.parameter("charset").orElse("utf-8");
    boolean known = multipart || declared.value().isEmpty() || PLAIN.contains(declared.value());
    if (!known || !charset.equalsIgnoreCase("utf-8")) {
      throw new BodyException(
          Reason.UNSUPPORTED,
          "Send application/yaml or application/json in UTF-8, or multipart/form-data with a part"
              + " `message`.");
    }
  }

  private void enter() throws IOException {
    try {
      if (!large.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new BodyException(
            Reason.TOO_MANY, "Many large messages are coming in. Send this again in a moment.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted before a body was read", e);
    }
  }

  private Submission read(HeaderFields declared, boolean multipart, InputStream body)
      throws IOException, ThreadFormatException {
    InputStream paced = new PacedInput(body, limits.total(), pace, nanoTime);
    return multipart
        ? new MultipartMessage(limits, new Spool(folder), sha256())
            .read(new MultipartReader(paced, declared.parameter("boundary").orElse("")))
        : plain(paced.readAllBytes());
  }

  private static Submission plain(byte[] body) throws ThreadFormatException {
    String digest = HexFormat.of().formatHex(sha256().digest(body));
    return new Submission(MessBody.read(body), java.util.List.of(), digest, () -> {});
  }

  /**
   * Reads a small body.
   *
   * @param limit bytes
   * @throws BodyException when it is larger or too slow
   */
  public static byte[] bytes(InputStream body, long limit) throws IOException {
    return new PacedInput(body, limit, Pace.DEFAULT, System::nanoTime).readAllBytes();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
