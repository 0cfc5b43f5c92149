package org.messgateway.gateway.cli.task;

import java.util.List;
import java.util.Map;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.answer.query.OpenSuggestions;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.protocol.Conversation;

/**
 * A task as it was read.
 *
 * @param exchange name of the exchange
 * @param several whether there are other exchanges, so that people are told the name
 * @param files the exchange, for what lies beside the task
 */
record FoundTask(String exchange, boolean several, Exchange files, LoadedThread loaded) {

  String ref() {
    return loaded.ref().value();
  }

  MessThread thread() {
    return loaded.thread();
  }

  /** Status, holder and open question. */
  Conversation conversation() {
    return Conversation.of(thread());
  }

  /** Suggestions that wait for the requestor, with {@code id}, {@code by} and what they say. */
  List<Map<String, Object>> suggestions() {
    return thread().envelope().status().ended()
        ? List.of()
        : new OpenSuggestions(ref -> files.loader().load(ref).complete().map(LoadedThread::thread))
            .of(thread().envelope());
  }

  /** Whether the files are as they were read. */
  boolean unchanged() {
    return files.loader().unchanged(loaded);
  }
}
