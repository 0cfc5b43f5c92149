package org.messgateway.gateway.exchange.format;

import java.util.ArrayList;
import java.util.List;
import org.messgateway.api.mess.MessThread;

/**
 * A thread as values and as the documents it was read from.
 *
 * @param thread what it says
 * @param envelope its first document
 * @param messages the documents of {@link MessThread#messages()}, in the same order
 */
public record ReadThread(MessThread thread, Document envelope, List<Document> messages) {

  public ReadThread {
    messages = List.copyOf(messages);
  }

  /** All documents in order, the envelope first. */
  public List<Document> documents() {
    List<Document> all = new ArrayList<>(messages.size() + 1);
    all.add(envelope);
    all.addAll(messages);
    return all;
  }
}
