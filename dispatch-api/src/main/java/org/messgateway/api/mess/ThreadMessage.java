package org.messgateway.api.mess;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message document of a thread.
 *
 * @param position the index among the thread's message documents, 0 for the first
 * @param from the writer; {@code exchange} for the exchange itself; null when the document names
 *     none
 * @param received the time of arrival; null when the document names none
 * @param channel the way of arrival: mcp, http, slack and others; null when the document names none
 * @param re references of the whole document (MESSE-AF 2.1); empty when there are none
 * @param payloads the entries in document order
 */
public record ThreadMessage(
    int position,
    @Nullable String from,
    @Nullable Instant received,
    @Nullable String channel,
    List<String> re,
    List<Payload> payloads) {

  public ThreadMessage {
    re = List.copyOf(re);
    payloads = List.copyOf(payloads);
  }

  /** The payloads of one type, in document order. */
  public <T extends Payload> List<T> payloads(Class<T> type) {
    // Asked many times of each thread: mostly of messages with one payload or none of the type.
    List<T> found = List.of();
    for (Payload payload : payloads) {
      if (type.isInstance(payload)) {
        if (found.isEmpty()) {
          found = new ArrayList<>(payloads.size());
        }
        found.add(type.cast(payload));
      }
    }
    return Collections.unmodifiableList(found);
  }
}
