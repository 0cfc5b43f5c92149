package org.messgateway.api.mess;

import java.util.Locale;

/**
 * The four folders of an exchange; written {@code state=received}, read as {@code received} too.
 */
public enum Folder {
  RECEIVED,
  EXECUTING,
  FINISHED,
  CANCELED;

  private final String plain = name().toLowerCase(Locale.ROOT);
  private final String directory = "state=" + plain;

  /** The name that is written: {@code state=received}. */
  public String directory() {
    return directory;
  }

  /** The name that prose and old tools use: {@code received}. */
  public String plain() {
    return plain;
  }
}
