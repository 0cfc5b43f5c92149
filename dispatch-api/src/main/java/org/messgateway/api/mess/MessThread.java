package org.messgateway.api.mess;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A thread: one request and everything that was said about it.
 *
 * @param ref the exchange's id of the thread, which is the name of its file or folder and safe as a
 *     path element
 * @param envelope the status and the times of the thread
 * @param messages all message documents in order, overflow files included
 */
public record MessThread(String ref, Envelope envelope, List<ThreadMessage> messages) {

  public MessThread {
    messages = List.copyOf(messages);
  }

  /** The same thread with another name for its requestor, for people. */
  public MessThread withRequestor(String id, String name) {
    Envelope renamed =
        new Envelope(
            envelope.ref(),
            name,
            envelope.executor(),
            envelope.status(),
            envelope.created(),
            envelope.updated(),
            envelope.intent(),
            envelope.priority(),
            envelope.clientId(),
            envelope.expires(),
            envelope.neededBy(),
            envelope.confirmBefore(),
            envelope.history());
    List<ThreadMessage> said =
        messages.stream()
            .map(message ->
                id.equals(message.from())
                    ? new ThreadMessage(
                        message.position(),
                        name,
                        message.received(),
                        message.channel(),
                        message.re(),
                        message.payloads())
                    : message)
            .toList();
    return new MessThread(ref, renamed, said);
  }

  /** The first request of the thread; empty when it has none. */
  public Optional<Payload.Request> request() {
    return Optional.ofNullable(firstRequest());
  }

  private Payload.@Nullable Request firstRequest() {
    for (ThreadMessage message : messages) {
      for (Payload payload : message.payloads()) {
        if (payload instanceof Payload.Request request) {
          return request;
        }
      }
    }
    return null;
  }

  /**
   * What to do: the request's intent, else the envelope's copy of it; empty when both are absent.
   */
  public String intent() {
    Payload.Request request = firstRequest();
    String intent = request == null ? null : request.intent();
    String written = intent == null ? envelope.intent() : intent;
    return written == null ? "" : written;
  }

  /** The request's priority, else the envelope's, else {@link Priority#NORMAL}. */
  public Priority priority() {
    Payload.Request request = firstRequest();
    Priority priority = request == null ? null : request.priority();
    Priority written = priority == null ? envelope.priority() : priority;
    return written == null ? Priority.NORMAL : written;
  }

  /** The requestor: the envelope's, else the sender of the first message. */
  public Optional<String> requestor() {
    String requestor = envelope.requestor();
    return Optional.ofNullable(
        requestor == null && !messages.isEmpty() ? messages.getFirst().from() : requestor);
  }
}
