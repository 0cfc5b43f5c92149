package org.messgateway.gateway.exchange.remote;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.Ref;

/** A thread as the server returns it. The API has no history of its states. */
record RemoteThread(
    ListedThread state,
    String intent,
    @Nullable String requestor,
    @Nullable String priority,
    Instant created,
    List<Message> messages) {

  RemoteThread {
    messages = List.copyOf(messages);
  }

  /**
   * One message.
   *
   * @param actor owner of the key that sent it
   * @param mess payload: usually a list, but the server accepts any value
   */
  record Message(String actor, Instant at, @Nullable Object mess) {

    /** The entries of the payload. */
    List<?> entries() {
      return switch (mess) {
        case List<?> list -> list;
        case null -> List.of();
        default -> List.of(mess);
      };
    }
  }

  Ref ref() {
    return state.ref();
  }
}
