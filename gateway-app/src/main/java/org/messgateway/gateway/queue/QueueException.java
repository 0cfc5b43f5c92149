package org.messgateway.gateway.queue;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.home.ReportedFailure;

/**
 * A call of the queue failed and stored nothing. The message says what is wrong, where, and what to
 * do. Later calls work again as soon as the cause is gone.
 */
public final class QueueException extends RuntimeException implements ReportedFailure {

  /** What is wrong with the store. */
  public enum StoreFailure {
    /** No space left on the disk. */
    FULL,
    /** The file, its folder or its disk cannot be written. */
    READ_ONLY,
    /** Another process holds the file. */
    LOCKED,
    /** The file is damaged. */
    DAMAGED,
    /** The disk answers with an error. */
    DISK,
    /** The database does not answer, or cut the connection. */
    UNREACHABLE,
    /** The database refuses the user, or a right that the gateway needs. */
    NO_ACCESS,
    /** The store was written by a newer version of this program. */
    TOO_NEW,
    /** The store did not answer in time. */
    BUSY,
    /** The queue was closed. */
    CLOSED,
    /** A statement failed: a mistake of this program. */
    REFUSED
  }

  private static final long serialVersionUID = 1L;

  private final StoreFailure trouble;
  private final boolean reported;

  public QueueException(StoreFailure trouble, String message, @Nullable Throwable cause) {
    this(trouble, message, cause, false);
  }

  private QueueException(
      StoreFailure trouble, String message, @Nullable Throwable cause, boolean reported) {
    super(message, cause);
    this.trouble = trouble;
    this.reported = reported;
  }

  /** The same failure, of which the operator knows. */
  public QueueException asReported() {
    return reported ? this : new QueueException(trouble, getMessage(), getCause(), true);
  }

  @Override
  public boolean reported() {
    return reported;
  }

  /** Never null. */
  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }

  public StoreFailure trouble() {
    return trouble;
  }

  /** Whether work resumes by itself once the cause is gone, as the message then says. */
  public boolean passes() {
    return switch (trouble) {
      case FULL, READ_ONLY, LOCKED, DISK, UNREACHABLE, BUSY -> true;
      case DAMAGED, NO_ACCESS, TOO_NEW, CLOSED, REFUSED -> false;
    };
  }

  /** Whether the cause is the store, not the call. */
  public boolean environmental() {
    return trouble != StoreFailure.REFUSED;
  }
}
