package org.messgateway.gateway.answer;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.Addition;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.MessageWriter;

/** What one agent's message says to one thread. */
final class AgentLetter {

  private final String agent;
  private final boolean cancels;
  private final Instant at;
  private final byte[] document;
  private final ThreadMessage spoken;

  AgentLetter(Requests.Message message, Instant at, List<AgentMessage.Said> said) {
    this.agent = message.agent();
    this.at = at;
    this.cancels = said.stream().anyMatch(AgentMessage.Said::cancels);
    this.document =
        MessageWriter.message(
            agent, at, message.channel(), said.stream().map(AgentMessage.Said::entry).toList());
    this.spoken = Spoken.read(document);
  }

  @Nullable Addition on(MessThread thread) {
    EnvelopeEdit edit = edit(thread);
    boolean recorded =
        thread.envelope().history().stream()
            .anyMatch(entry -> Objects.equals(entry.by(), agent) && at.equals(entry.at()));
    if (!Spoken.in(thread, spoken)) {
      return new Addition(document, edit);
    }
    return recorded ? null : new Addition(null, edit);
  }

  private EnvelopeEdit edit(MessThread thread) {
    boolean ends = cancels && !thread.envelope().status().ended();
    String action = ends ? ThreadStatus.CANCELLED.code() : "replied";
    EnvelopeEdit edit =
        EnvelopeEdit.NOTHING.append(new HistoryEntry(action, at, agent, null)).updated(at);
    return ends ? edit.status(ThreadStatus.CANCELLED) : edit;
  }
}
