package org.messgateway.gateway.http.body;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.messgateway.gateway.answer.MessBody;
import org.messgateway.gateway.exchange.FairBudget;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.http.body.BodyException.Reason;

/**
 * Receives messages: {@code application/yaml} and its other names, {@code application/json}, and
 * {@code multipart/form-data} whose part {@code message} is one of these. Messages above 64 KiB
 * wait on the disk until all of it came, at most 16 at the same time and 4 of one caller; then they
 * are parsed and dealt with in turn. Safe for all threads.
 */
public final class Submissions {

  private static final Set<String> PLAIN =
      Set.of(
          "application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml", "application/json");

  private static final String MULTIPART = "multipart/form-data";
  private static final int LARGE_AT_ONCE = 16;
  private static final int LARGE_OF_ONE = 4;

  private final Path folder;
  private final BodyLimits limits;
  private final TransferPace pace;
  private final LongSupplier nanoTime;
  private final LargeWork large;
  private final FairBudget places = new FairBudget(LARGE_AT_ONCE, LARGE_OF_ONE);

  /**
   * @param folder for files that are being received; files left by an earlier process are deleted
   * @param large what messages share with threads
   * @param nanoTime a monotonic clock
   */
  public Submissions(Path folder, BodyLimits limits, LargeWork large, LongSupplier nanoTime) {
    this(folder, limits, TransferPace.DEFAULT, large, nanoTime);
  }

  /**
   * @param folder as above
   * @param pace slowest pace of a message
   * @param large as above
   * @param nanoTime a monotonic clock
   */
  public Submissions(
      Path folder, BodyLimits limits, TransferPace pace, LargeWork large, LongSupplier nanoTime) {
    this.large = large;
    this.folder = folder;
    this.limits = limits;
    this.pace = pace;
    this.nanoTime = nanoTime;
    UploadSpool.clean(folder);
  }

  /**
   * Receives a message whole.
   *
   * @param type the content type; empty counts as YAML
   * @param length announced bytes, -1 for none
   * @param caller whose large messages wait for each other
   * @throws BodyException when the body is refused
   * @throws ThreadFormatException when its message is not valid YAML or JSON
   * @throws IOException when a file cannot be written
   */
  public Submission receive(String type, long length, InputStream body, String caller)
      throws IOException, ThreadFormatException {
    HeaderFields declared = HeaderFields.of(type);
    boolean multipart = declared.value().equals(MULTIPART);
    supported(declared, multipart);
    if (length > limits.total()) {
      throw new BodyException(
          Reason.TOO_LARGE, "This is too large: at most " + limits.total() + " bytes are taken.");
    }
    UploadSpool spool = new UploadSpool(folder);
    boolean received = false;
    try {
      ReceivedBody message = received(declared, multipart, length, body, spool, caller);
      Submission submission =
          message.bytes() <= LargeWork.SMALL
              ? message.submission(spool::close)
              : inTurn(message, spool, caller);
      received = true;
      return submission;
    } finally {
      if (!received) {
        spool.close();
      }
    }
  }

  /** All of it, what is large on the disk. */
  private ReceivedBody received(
      HeaderFields declared,
      boolean multipart,
      long length,
      InputStream body,
      UploadSpool spool,
      String caller)
      throws IOException {
    if (length >= 0 && length <= LargeWork.SMALL) {
      return read(declared, multipart, body, spool);
    }
    try (FairBudget.Share _ =
        places.take(caller, 1, LargeWork.PATIENCE).orElseThrow(Submissions::many)) {
      return read(declared, multipart, body, spool);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted before a body was read", e);
    }
  }

  /** Parses a large message; others wait until the submission is closed. */
  private Submission inTurn(ReceivedBody message, UploadSpool spool, String caller)
      throws IOException, ThreadFormatException {
    FairBudget.Share held =
        large
            .hold(caller, LargeWork.memory(message.bytes()), LargeWork.PATIENCE)
            .orElseThrow(Submissions::many);
    boolean parsed = false;
    try (FairBudget.Share _ =
        large.parse(message.bytes(), LargeWork.PATIENCE).orElseThrow(Submissions::many)) {
      Submission submission =
          message.submission(() -> {
            spool.close();
            held.close();
          });
      parsed = true;
      return submission;
    } finally {
      if (!parsed) {
        held.close();
      }
    }
  }

  private static BodyException many() {
    return new BodyException(
        Reason.TOO_MANY, "Many large messages are coming in. Send this again in a moment.");
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

  private ReceivedBody read(
      HeaderFields declared, boolean multipart, InputStream body, UploadSpool spool)
      throws IOException {
    InputStream paced = new PacedInput(body, limits.total(), pace, nanoTime);
    return multipart
        ? new MultipartMessage(limits, spool, sha256())
            .read(paced, declared.parameter("boundary").orElse(""))
        : plain(paced, spool);
  }

  private ReceivedBody plain(InputStream body, UploadSpool spool) throws IOException {
    MessageDigest digest = sha256();
    UploadSpool.Text text = spool.text(body, limits.total(), digest);
    String hex = HexFormat.of().formatHex(digest.digest());
    return new ReceivedBody(
        text.bytes(),
        whenDone -> {
          byte[] message = text.read();
          return new Submission(
              MessBody.read(message), List.of(), hex, MessBody.lines(message), whenDone);
        });
  }

  /**
   * A message that came whole and is not parsed yet.
   *
   * @param bytes of its text, without files
   */
  record ReceivedBody(long bytes, Parsing parsing) {

    /** What makes a submission of it. */
    @FunctionalInterface
    interface Parsing {
      Submission submission(Runnable whenDone) throws IOException, ThreadFormatException;
    }

    Submission submission(Runnable whenDone) throws IOException, ThreadFormatException {
      return parsing.submission(whenDone);
    }
  }

  /**
   * Reads a small body.
   *
   * @param limit bytes
   * @throws BodyException when it is larger or too slow
   */
  public static byte[] bytes(InputStream body, long limit) throws IOException {
    return new PacedInput(body, limit, TransferPace.DEFAULT, System::nanoTime).readAllBytes();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
