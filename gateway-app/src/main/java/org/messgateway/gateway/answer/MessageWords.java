package org.messgateway.gateway.answer;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.StatusCodes;

/** Which words of a message are kept whatever has become of its thread. */
final class MessageWords {

  private MessageWords() {}

  /** Whether there is content that must be kept also when no status has an effect. */
  static boolean hasContent(List<Payload> payloads) {
    return payloads.stream().anyMatch(MessageWords::hasContent);
  }

  private static boolean hasContent(Payload payload) {
    return switch (payload) {
      case Payload.Status status ->
          status.status() != ThreadStatus.CLAIMED
              && !status.code().equals(StatusCodes.RECEIVED)
              && (status.message() != null || !status.fields().isEmpty());
      case Payload.Cancel cancel -> cancel.reason() != null;
      default -> true;
    };
  }

  /**
   * Whether all that an executor says of an ended thread was said in it by the same one, the end
   * included.
   */
  static boolean repeatsEnd(MessThread thread, ThreadMessage message) {
    ThreadStatus end = thread.envelope().status();
    return message.payloads().stream().anyMatch(payload -> ends(payload, end))
        && message.payloads().stream().allMatch(payload -> isSaid(thread, message.from(), payload));
  }

  private static boolean ends(Payload payload, ThreadStatus end) {
    return payload instanceof Payload.Status coded
        ? coded.status() == end
        : payload instanceof Payload.Response && end == ThreadStatus.COMPLETED;
  }

  private static boolean isSaid(MessThread thread, @Nullable String speaker, Payload payload) {
    return !hasContent(payload)
        || thread.messages().stream()
            .filter(earlier -> speaker != null && speaker.equals(earlier.from()))
            .anyMatch(earlier -> earlier.payloads().contains(payload));
  }
}
