package org.messgateway.api.mess;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message document of a thread.
 *
 * @param position its place among the thread's message documents, 0 for the first
 * @param from who wrote it; {@code exchange} for the exchange itself
 * @param channel how it came: mcp, http, slack …
 * @param re document-level references (v2.1), empty when there are none
 * @param payloads in order
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

  /** The payloads of one type, in order. */
  public <T extends Payload> List<T> payloads(Class<T> type) {
    return payloads.stream().filter(type::isInstance).map(type::cast).toList();
  }
}
