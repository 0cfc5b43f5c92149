package org.messgateway.gateway.exchange.format;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;

/**
 * A thread as values and as documents.
 *
 * @param thread values
 * @param envelope first document
 * @param messages the documents of {@link MessThread#messages()}, in the same order
 * @param values bytes of memory that the values take, at most
 * @param history where its next entry goes; null where the envelope does not show it plainly
 */
public record ParsedThread(
    MessThread thread,
    Document envelope,
    List<Document> messages,
    long values,
    @Nullable HistoryPlace history) {

  public ParsedThread {
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
