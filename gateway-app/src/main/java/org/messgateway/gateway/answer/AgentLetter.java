package org.messgateway.gateway.answer;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.AgentMessage.Part;
import org.messgateway.gateway.answer.AgentRequests.RequestMessage;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.MessageWriter;

/** The entries of one agent's message for one thread. */
final class AgentLetter {

  private final String agent;
  private final boolean acts;
  private final boolean cancels;
  private final Instant at;
  private final byte[] document;
  private final ThreadMessage spoken;

  /**
   * @param said replies, cancellations, and entries of unknown types, which change nothing
   */
  AgentLetter(RequestMessage message, Instant at, List<Part> said) {
    this.agent = message.agent();
    this.at = at;
    this.acts = said.stream().anyMatch(Part.Addressed.class::isInstance);
    this.cancels =
        said.stream().anyMatch(part -> part instanceof Part.Addressed one && one.cancels());
    Stream<Map<String, @Nullable Object>> version =
        message.mess().stream().filter(entry -> entry.containsKey("v")).limit(1);
    this.document =
        MessageWriter.message(
            agent,
            at,
            message.channel(),
            Stream.concat(version, said.stream().map(AgentLetter::entry)).toList());
    this.spoken = MessageDocument.read(document);
  }

  private static Map<String, @Nullable Object> entry(Part part) {
    return switch (part) {
      case Part.Addressed(_, Map<String, @Nullable Object> entry) -> entry;
      case Part.Unknown(_, _, Map<String, @Nullable Object> entry) -> entry;
      case Part.Task _, Part.Asking _ ->
          throw new IllegalArgumentException(part + " is for no thread that there is");
    };
  }

  @Nullable ThreadAddition on(MessThread thread) {
    EnvelopeEdit edit = edit(thread);
    boolean recorded =
        !acts
            || thread.envelope().history().stream()
                .anyMatch(entry -> Objects.equals(entry.by(), agent) && at.equals(entry.at()));
    if (!MessageDocument.in(thread, spoken)) {
      boolean vain =
          thread.envelope().status().ended() && !MessageWords.hasContent(spoken.payloads());
      return vain ? null : new ThreadAddition(document, edit);
    }
    return recorded ? null : new ThreadAddition(null, edit);
  }

  /** {@code redo} counts how often a result was not good enough. */
  private String action() {
    List<Payload.Review> reviews = spoken.payloads(Payload.Review.class);
    return reviews.stream().anyMatch(Payload.Review::requestRedo)
        ? "redo"
        : reviews.isEmpty() ? "replied" : "reviewed";
  }

  private EnvelopeEdit edit(MessThread thread) {
    if (!acts) {
      return EnvelopeEdit.NOTHING;
    }
    boolean ends = cancels && !thread.envelope().status().ended();
    String action = ends ? ThreadStatus.CANCELLED.code() : action();
    EnvelopeEdit edit =
        EnvelopeEdit.NOTHING.append(new HistoryEntry(action, at, agent, null)).updated(at);
    return ends ? edit.status(ThreadStatus.CANCELLED) : edit;
  }
}
