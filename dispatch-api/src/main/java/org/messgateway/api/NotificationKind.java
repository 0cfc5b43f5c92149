package org.messgateway.api;

import java.util.Locale;

/** The kind of a notification; docs/glossary.md#kind explains each value. */
public enum NotificationKind {
  /** A task is offered. */
  REQUEST,
  /** The recipient has the task; to the agent: somebody has its task. */
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
  TEST,
  /** To the agent: nobody has its task any more, and others are asked. */
  RELEASED,
  /** To the agent: an executor asks, wants a confirmation or suggests something. */
  QUESTION,
  /** To the agent: a response is there, in part or whole. */
  ANSWER,
  /** To the agent: how far it is; only the latest. */
  PROGRESS,
  /** To the agent: its task has ended. */
  ENDED,
  /** To the agent: nobody can be told of its task. */
  UNROUTABLE;

  private final String code = name().toLowerCase(Locale.ROOT);

  /** The kind as rows, headers and metrics write it: {@code request}. */
  public String code() {
    return code;
  }
}
