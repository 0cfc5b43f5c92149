package org.messgateway.api.mess;

import java.util.Locale;

/**
 * The four state folders of an exchange. The gateway writes {@code state=received} and also reads
 * {@code received}.
 */
public enum ThreadFolder {
  /** Pending threads. */
  RECEIVED,
  /** Claimed threads. */
  EXECUTING,
  /** Threads that ended with a result. */
  FINISHED,
  /** Threads that ended without a result. */
  CANCELED;

  private final String plain = name().toLowerCase(Locale.ROOT);
  private final String directory = "state=" + plain;

  /** The name that the gateway writes: {@code state=received}. */
  public String directory() {
    return directory;
  }

  /** The name that old tools write: {@code received}. */
  public String plain() {
    return plain;
  }
}
