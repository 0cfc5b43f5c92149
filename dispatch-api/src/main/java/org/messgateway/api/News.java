package org.messgateway.api;

import org.jspecify.annotations.Nullable;

/** What is told, with what only this kind of notification has to say. */
public sealed interface News {

  /** Something is to be done. */
  record Request() implements News {}

  /** It is yours. */
  record Claimed() implements News {}

  /** Somebody else has it. */
  record Taken(String by) implements News {}

  /** The agent said something. */
  record Replied(String by, String text) implements News {}

  /** No longer needed. */
  record Cancelled(@Nullable String reason) implements News {}

  /** Still on it? */
  record Reminder() implements News {}

  /** Too late. */
  record Expired() implements News {}

  /** Something is wrong with the gateway: what, since when in words, what to do. */
  record Trouble(String what, String since, String remedy) implements News {}

  /** Nothing is to be done: somebody tries whether this works. */
  record Test() implements News {}

  /** The kind that stands in rows, headers and metrics. */
  default NotificationKind kind() {
    return switch (this) {
      case Request _ -> NotificationKind.REQUEST;
      case Claimed _ -> NotificationKind.CLAIMED;
      case Taken _ -> NotificationKind.TAKEN;
      case Replied _ -> NotificationKind.REPLY;
      case Cancelled _ -> NotificationKind.CANCELLED;
      case Reminder _ -> NotificationKind.REMINDER;
      case Expired _ -> NotificationKind.EXPIRED;
      case Trouble _ -> NotificationKind.TROUBLE;
      case Test _ -> NotificationKind.TEST;
    };
  }
}
