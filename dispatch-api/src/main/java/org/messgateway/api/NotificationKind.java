package org.messgateway.api;

import java.util.Locale;

/** What a notification is about. */
public enum NotificationKind {
  REQUEST,
  CLAIMED,
  TAKEN,
  REPLY,
  CANCELLED,
  REMINDER,
  EXPIRED,
  FINISHED,
  TROUBLE,
  DIGEST,
  TEST;

  private final String code = name().toLowerCase(Locale.ROOT);

  /** As it stands in rows, headers and metrics: {@code request}. */
  public String code() {
    return code;
  }
}
