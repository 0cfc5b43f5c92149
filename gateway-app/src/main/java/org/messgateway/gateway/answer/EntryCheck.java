package org.messgateway.gateway.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.answer.AppendedMessages.Remark;

/** Finds entries of a thread that cannot be what their writer meant. The rest of it counts. */
public final class EntryCheck {

  private EntryCheck() {}

  /** A remark for each such entry, in document order. */
  public static List<Remark> of(MessThread thread) {
    List<Remark> remarks = new ArrayList<>();
    for (ThreadMessage message : thread.messages()) {
      for (int entry = 0; entry < message.payloads().size(); entry++) {
        if (message.payloads().get(entry)
            instanceof Payload.UnknownPayload(String type, Object _)) {
          int position = message.position();
          int number = entry;
          wrong(type).ifPresent(what -> remarks.add(new Remark(position, number, what)));
        }
      }
    }
    return remarks;
  }

  /** Of an entry that could not be read as its type. Other types are nobody's mistake. */
  private static Optional<String> wrong(String type) {
    return switch (type) {
      case "request" ->
          Optional.of("a request needs an intent, as in `- request: {intent: check the door}`");
      case "status" ->
          Optional.of("a status needs a code, as in `- status: {re: last, code: claimed}`");
      default ->
          type.chars().anyMatch(Character::isWhitespace)
              ? Optional.of(
                  "an entry is a map with one key, as in `- request: {intent: check the door}`")
              : Optional.empty();
    };
  }
}
