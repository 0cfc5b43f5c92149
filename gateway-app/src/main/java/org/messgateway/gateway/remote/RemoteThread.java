package org.messgateway.gateway.remote;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.Ref;

/** A thread as the server has it. Its history of states is nowhere in the API. */
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
   * One message of it.
   *
   * @param actor by whose key it came
   * @param mess what was said: a list as a rule, but the server takes anything
   */
  record Message(String actor, Instant at, @Nullable Object mess) {

    /** The entries of what was said. */
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
