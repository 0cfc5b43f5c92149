package org.messgateway.api;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;

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

  /**
   * It was done, in part or not at all, by whoever reads this: only ever in the place of what they
   * were told before, never a message of its own.
   *
   * @param how {@code completed}, {@code partial} or {@code failed}
   */
  record Finished(ThreadStatus how) implements News {}

  /** Something is wrong with the gateway: what, since when in words, what to do. */
  record Trouble(String what, String since, String remedy) implements News {}

  /**
   * Several tasks in one message: those of a night, or those above what anybody wants at once. On
   * this kind the notification's own thread says nothing.
   *
   * @param waiting the first of them
   * @param more how many wait beside those
   */
  record Digest(List<Waiting> waiting, int more) implements News {

    public Digest {
      waiting = List.copyOf(waiting);
    }

    /** How many there are in all. */
    public int count() {
      return waiting.size() + more;
    }
  }

  /**
   * One task of a digest.
   *
   * @param delivery id of the delivery that a button for it carries
   * @param replyCode what stands before the number in a reply by SMS; empty where none is needed
   * @param page opens the task; null when no link would work
   */
  record Waiting(String delivery, String intent, String replyCode, @Nullable URI page) {

    /** The link holds a token. */
    @Override
    public String toString() {
      return "Waiting[" + delivery + "]";
    }
  }

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
      case Finished _ -> NotificationKind.FINISHED;
      case Trouble _ -> NotificationKind.TROUBLE;
      case Digest _ -> NotificationKind.DIGEST;
      case Test _ -> NotificationKind.TEST;
    };
  }
}
