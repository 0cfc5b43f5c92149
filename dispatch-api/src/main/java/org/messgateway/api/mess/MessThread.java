package org.messgateway.api.mess;

import java.util.List;
import java.util.Optional;

/**
 * One request and all that is said about it.
 *
 * @param ref the exchange's id of it: the name of its file or folder, checked to be safe as a path
 *     element
 * @param envelope where it stands
 * @param messages all message documents in order, overflow files included
 */
public record MessThread(String ref, Envelope envelope, List<ThreadMessage> messages) {

  public MessThread {
    messages = List.copyOf(messages);
  }

  /** The request this thread is about: the first one in it. */
  public Optional<Payload.Request> request() {
    return messages.stream()
        .flatMap(message -> message.payloads(Payload.Request.class).stream())
        .findFirst();
  }

  /** What is to be done: the request's intent, else the envelope's copy of it. */
  public String intent() {
    return request()
        .map(Payload.Request::intent)
        .orElseGet(() -> envelope.intent() == null ? "" : envelope.intent());
  }

  /** The request's priority, else the envelope's, else normal. */
  public Priority priority() {
    return request()
        .flatMap(request -> Optional.ofNullable(request.priority()))
        .or(() -> Optional.ofNullable(envelope.priority()))
        .orElse(Priority.NORMAL);
  }

  /** Who asks: the envelope's requestor, else the sender of the request. */
  public Optional<String> requestor() {
    return Optional.ofNullable(envelope.requestor())
        .or(() -> messages.stream().findFirst().map(ThreadMessage::from));
  }
}
