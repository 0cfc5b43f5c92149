package org.messgateway.gateway.protocol;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;

/**
 * Something that happened in a thread and that its requestor did not do itself. Source:
 * docs/rules.md#agents.
 *
 * @param serial tells events of one kind apart: the round for {@code claimed}, {@code released} and
 *     {@code ended}, else the position of the message
 * @param at never before the event before it in the thread
 */
public record TaskEvent(NotificationKind kind, int serial, Instant at) {

  private static final Set<ThreadStatus> PROGRESS =
      EnumSet.of(
          ThreadStatus.IN_PROGRESS, ThreadStatus.WAITING, ThreadStatus.HELD, ThreadStatus.RETRYING);

  private static final Set<ThreadStatus> QUESTIONS =
      EnumSet.of(ThreadStatus.NEEDS_INPUT, ThreadStatus.NEEDS_CONFIRMATION);

  /**
   * What happened, in order. Of claims and of what was set free only the last counts, of progress
   * only what is the last word of an open thread: earlier ones are not true any more.
   */
  public static List<TaskEvent> of(MessThread thread, Conversation conversation) {
    return new Reader(thread, conversation).read();
  }

  /** One reading. */
  private static final class Reader {

    private final MessThread thread;
    private final Conversation conversation;
    private final String requestor;
    private final List<TaskEvent> events = new ArrayList<>();
    private Instant last = InstantRange.EARLIEST;
    private @Nullable TaskEvent progress;

    Reader(MessThread thread, Conversation conversation) {
      this.thread = thread;
      this.conversation = conversation;
      this.requestor = thread.requestor().orElse("");
    }

    List<TaskEvent> read() {
      @Nullable ThreadMessage claim = conversation.claim();
      if (conversation.holder() != null && claim == null) {
        claimed(inHistory(ThreadStatus.CLAIMED));
      }
      for (ThreadMessage message : thread.messages()) {
        if (claim != null && message.position() == claim.position()) {
          claimed(Optional.ofNullable(message.received()));
        }
        if (!requestor.equals(message.from())) {
          said(message);
        }
      }
      standing();
      return events;
    }

    private void claimed(Optional<Instant> at) {
      if (conversation.holder() != null) {
        add(NotificationKind.CLAIMED, round(), at);
      }
    }

    private void said(ThreadMessage message) {
      Optional<Instant> at = Optional.ofNullable(message.received());
      boolean asks = asks(message);
      // The exchange's own words are about what others did; but it suggests, too.
      boolean answers =
          !Conversation.EXCHANGE.equals(message.from())
              && !message.payloads(Payload.Response.class).isEmpty();
      if (asks) {
        add(NotificationKind.QUESTION, message.position(), at);
      }
      if (answers) {
        add(NotificationKind.ANSWER, message.position(), at);
      }
      @Nullable ThreadMessage claim = conversation.claim();
      boolean claims = claim != null && claim.position() == message.position();
      progress =
          !asks && !answers && !claims && tellsProgress(message)
              ? new TaskEvent(NotificationKind.PROGRESS, message.position(), at.orElse(last))
              : null;
    }

    private static boolean asks(ThreadMessage message) {
      return !message.payloads(Payload.Suggestion.class).isEmpty() || saysOneOf(QUESTIONS, message);
    }

    private static boolean tellsProgress(ThreadMessage message) {
      return !Conversation.EXCHANGE.equals(message.from()) && saysOneOf(PROGRESS, message);
    }

    private static boolean saysOneOf(Set<ThreadStatus> statuses, ThreadMessage message) {
      for (Payload payload : message.payloads()) {
        if (payload instanceof Payload.Status status
            && StatusCodes.status(status.code()).filter(statuses::contains).isPresent()) {
          return true;
        }
      }
      return false;
    }

    private void standing() {
      ThreadStatus status = conversation.status();
      if (status.ended()) {
        if (!endedByRequestor(status)) {
          add(
              NotificationKind.ENDED,
              round(),
              inHistory(status).or(() -> Optional.ofNullable(thread.envelope().updated())));
        }
      } else if (status == ThreadStatus.PENDING && round() > 0) {
        add(NotificationKind.RELEASED, round(), Optional.ofNullable(conversation.round().since()));
      } else if (progress != null && PROGRESS.contains(status)) {
        add(NotificationKind.PROGRESS, progress.serial(), Optional.of(progress.at()));
      }
    }

    /** What the requestor cancelled is no news to it. */
    private boolean endedByRequestor(ThreadStatus status) {
      return status == ThreadStatus.CANCELLED
          && thread.messages().stream()
              .anyMatch(message ->
                  requestor.equals(message.from())
                      && !message.payloads(Payload.Cancel.class).isEmpty());
    }

    private Optional<Instant> inHistory(ThreadStatus status) {
      return thread.envelope().history().stream()
          .filter(entry -> ThreadStatus.of(entry.action()).filter(status::equals).isPresent())
          .reduce((_, latest) -> latest)
          .flatMap(entry -> Optional.ofNullable(entry.at()));
    }

    private int round() {
      return conversation.round().number();
    }

    private void add(NotificationKind kind, int serial, Optional<Instant> at) {
      last = InstantRange.later(last, InstantRange.clamp(at.orElse(last)));
      events.add(new TaskEvent(kind, serial, last));
    }
  }
}
