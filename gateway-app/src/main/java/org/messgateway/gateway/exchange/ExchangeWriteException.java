package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The exchange could not be written; what was in it stands as it stood. */
public final class ExchangeWriteException extends IOException {

  private static final long serialVersionUID = 1L;

  /** What kept us from writing. */
  public enum Reason {
    DISK_FULL,
    READ_ONLY,
    NOT_PERMITTED,
    /** There is no such thread. */
    ABSENT,
    /** It is being written, or cannot be understood: writing into it could destroy it. */
    NOT_WHOLE,
    /** Others write it all the time. */
    BUSY,
    /** It lives elsewhere, and nobody there can be reached or takes it now. */
    AWAY,
    /** Anything else that the system says. */
    FAILED
  }

  private final Reason reason;

  /** Of a thread that lives elsewhere, or after looking at it. */
  public ExchangeWriteException(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** What the system's complaint means for somebody who can act. */
  static ExchangeWriteException of(Path path, IOException cause) {
    if (cause instanceof ExchangeWriteException already) {
      return already;
    }
    Reason reason = reason(cause);
    return new ExchangeWriteException(
        reason, "Cannot write " + path + ": " + advice(reason, cause), cause);
  }

  /** A mistake of the gateway, which is to cost this thread and no other. */
  static ExchangeWriteException mistake(Ref ref, RuntimeException cause) {
    return new ExchangeWriteException(
        Reason.FAILED, "Cannot write " + ref + ", a mistake of the gateway: " + cause, cause);
  }

  private static Reason reason(IOException cause) {
    String text = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
    if (text.contains("no space left") || text.contains("quota exceeded")) {
      return Reason.DISK_FULL;
    }
    if (text.contains("read-only file system")) {
      return Reason.READ_ONLY;
    }
    boolean denied =
        cause instanceof AccessDeniedException || text.contains("operation not permitted");
    return denied ? Reason.NOT_PERMITTED : Reason.FAILED;
  }

  private static String advice(Reason reason, IOException cause) {
    return switch (reason) {
      case DISK_FULL -> "the disk is full. Make room; it is tried again.";
      case READ_ONLY -> "the file system is mounted read-only. Remount it; it is tried again.";
      case NOT_PERMITTED -> "this user may not. Give it write permission; it is tried again.";
      case ABSENT, NOT_WHOLE, BUSY, AWAY, FAILED -> cause.toString();
    };
  }

  public Reason reason() {
    return reason;
  }
}
