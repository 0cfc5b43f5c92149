package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.home.FullDisk;

/** A thread could not be written; the exchange is unchanged. */
public final class ExchangeWriteException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Why the write failed. */
  public enum Reason {
    DISK_FULL,
    READ_ONLY,
    NOT_PERMITTED,
    /** The thread does not exist. */
    ABSENT,
    /** The thread is incomplete or unreadable: a write could destroy it. */
    NOT_WHOLE,
    /** Other programs write the thread all the time. */
    BUSY,
    /** The exchange is absent, or its server cannot be reached or does not accept the write now. */
    AWAY,
    /** Any other error of the system, or of the server with this thread; others may do. */
    FAILED
  }

  private final Reason reason;

  /** For a reason that is no error of the file system. */
  public ExchangeWriteException(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** Explains an error of the file system with advice for the operator. */
  public static ExchangeWriteException of(Path path, IOException cause) {
    if (cause instanceof ExchangeWriteException already) {
      return already;
    }
    Reason reason = reason(cause);
    return new ExchangeWriteException(
        reason, "Cannot write " + path + ": " + advice(reason, cause), cause);
  }

  /** A programming error, which must cost this thread only. */
  public static ExchangeWriteException mistake(Ref ref, RuntimeException cause) {
    return new ExchangeWriteException(
        Reason.FAILED, "Cannot write " + ref + ", a mistake of the gateway: " + cause, cause);
  }

  private static Reason reason(IOException cause) {
    if (FullDisk.caused(cause)) {
      return Reason.DISK_FULL;
    }
    String text = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
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
