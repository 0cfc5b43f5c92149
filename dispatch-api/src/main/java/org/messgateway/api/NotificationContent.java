package org.messgateway.api;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;

/** The content of a notification that is specific to its kind. */
public sealed interface NotificationContent {

  /** A task is offered to the recipients. */
  record TaskRequest() implements NotificationContent {}

  /** The recipient has the task. */
  record ClaimedByReader() implements NotificationContent {}

  /**
   * Another executor has the task.
   *
   * @param by the name of that executor
   */
  record TakenByOther(String by) implements NotificationContent {}

  /**
   * The agent replied to the holder of the task.
   *
   * @param by the name of the agent; empty when the gateway tells what others did
   * @param text the reply
   */
  record AgentReply(String by, String text) implements NotificationContent {}

  /**
   * The task is cancelled.
   *
   * @param reason the reason of the requestor; null for none
   */
  record TaskCancelled(@Nullable String reason) implements NotificationContent {}

  /** The holder of the task has been silent. */
  record TaskReminder() implements NotificationContent {}

  /** The task's deadline has passed. */
  record TaskExpired() implements NotificationContent {}

  /**
   * Somebody finished the task, in part or without success. The adapter edits the earlier message;
   * it never sends a message of its own for this.
   *
   * @param how {@code completed}, {@code partial} or {@code failed}
   * @param by the name of whoever did it; null where the recipient did, or nobody is known
   * @param found the answer in words; empty where there is none, or the recipients may not see it
   */
  record TaskFinished(ThreadStatus how, @Nullable String by, List<String> found)
      implements NotificationContent {

    public TaskFinished {
      found = List.copyOf(found);
    }

    /** The recipient finished the task. */
    public TaskFinished(ThreadStatus how) {
      this(how, null, List.of());
    }
  }

  /**
   * The gateway or a channel does not work.
   *
   * @param what the problem, for people
   * @param since the start of the problem, in words
   * @param remedy what to do
   */
  record GatewayTrouble(String what, String since, String remedy) implements NotificationContent {}

  /**
   * Several tasks in one message: those of a night, or those above the limit of new tasks
   * (docs/rules.md#gentle). The notification's own thread is empty.
   *
   * @param entries the first tasks
   * @param more the number of further tasks
   */
  record TaskDigest(List<DigestEntry> entries, int more) implements NotificationContent {

    public TaskDigest {
      entries = List.copyOf(entries);
    }

    /** The number of all tasks. */
    public int count() {
      return entries.size() + more;
    }
  }

  /**
   * One task of a digest.
   *
   * @param delivery the id of the delivery that a button for this task carries
   * @param intent what to do
   * @param replyCode the code before the number in a reply by SMS; empty where none is needed
   * @param page the URL that opens the task; null when no link would work
   */
  record DigestEntry(String delivery, String intent, String replyCode, @Nullable URI page) {

    /** Without the page, whose URL holds a token. */
    @Override
    public String toString() {
      return "DigestEntry[" + delivery + "]";
    }
  }

  /** An operator tests the channel. There is no task. */
  record ChannelTest() implements NotificationContent {}

  /**
   * Something happened to a task; for the agent that asked for it, on channels for machines only.
   *
   * @param event {@code claimed}, {@code released}, {@code question}, {@code answer}, {@code
   *     progress}, {@code ended} or {@code unroutable}
   */
  record TaskNews(NotificationKind event) implements NotificationContent {}

  /** The kind of this content, as rows, headers and metrics write it. */
  default NotificationKind kind() {
    return switch (this) {
      case TaskRequest _ -> NotificationKind.REQUEST;
      case ClaimedByReader _ -> NotificationKind.CLAIMED;
      case TakenByOther _ -> NotificationKind.TAKEN;
      case AgentReply _ -> NotificationKind.REPLY;
      case TaskCancelled _ -> NotificationKind.CANCELLED;
      case TaskReminder _ -> NotificationKind.REMINDER;
      case TaskExpired _ -> NotificationKind.EXPIRED;
      case TaskFinished _ -> NotificationKind.FINISHED;
      case GatewayTrouble _ -> NotificationKind.TROUBLE;
      case TaskDigest _ -> NotificationKind.DIGEST;
      case ChannelTest _ -> NotificationKind.TEST;
      case TaskNews told -> told.event();
    };
  }
}
