package org.messgateway.gateway.queue;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The queue could not do what it was asked; nothing of it was stored. The message says what is
 * wrong, where, and what to do. Later calls work again as soon as the cause is gone.
 */
public final class QueueException extends RuntimeException {

  /** What is wrong with the store. */
  public enum Trouble {
    /** No space left on the disk. */
    FULL,
    /** The file, its folder or its disk cannot be written. */
    READ_ONLY,
    /** Another process holds the file. */
    LOCKED,
    /** The file is not what was written to it. */
    DAMAGED,
    /** The disk answers with an error. */
    DISK,
    /** The database does not answer, or cut the connection. */
    UNREACHABLE,
    /** The database knows us not, or lets us not do what we must. */
    NO_ACCESS,
    /** The store was written by a newer version of this program. */
    TOO_NEW,
    /** The store did not come round in time. */
    BUSY,
    /** The queue was closed. */
    CLOSED,
    /** A statement failed: a mistake of this program. */
    REFUSED
  }

  private static final long serialVersionUID = 1L;

  private final Trouble trouble;

  public QueueException(Trouble trouble, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.trouble = trouble;
  }

  /** Always there. */
  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }

  public Trouble trouble() {
    return trouble;
  }

  /** Whether the place where the queue is stored is to blame, rather than what was asked. */
  public boolean environmental() {
    return trouble != Trouble.REFUSED;
  }
}
