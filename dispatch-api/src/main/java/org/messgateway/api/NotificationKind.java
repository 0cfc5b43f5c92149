package org.messgateway.api;

import java.util.Locale;

/** The kind of a notification; docs/glossary.md#kind explains each value. */
public enum NotificationKind {
  /** A task is offered. */
  REQUEST,
  /** The recipient has the task. */
  CLAIMED,
  /** Another executor has the task. */
  TAKEN,
  /** The agent replied. */
  REPLY,
  /** The task is cancelled. */
  CANCELLED,
  /** The holder has been silent. */
  REMINDER,
  /** The task's deadline has passed. */
  EXPIRED,
  /** The task is done; only as an edit of an earlier message. */
  FINISHED,
  /** The gateway or a channel does not work. */
  TROUBLE,
  /** Several tasks in one message. */
  DIGEST,
  /** A test of a channel. */
  TEST;

  private final String code = name().toLowerCase(Locale.ROOT);

  /** The kind as rows, headers and metrics write it: {@code request}. */
  public String code() {
    return code;
  }
}
