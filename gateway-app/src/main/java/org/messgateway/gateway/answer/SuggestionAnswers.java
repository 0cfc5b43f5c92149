package org.messgateway.gateway.answer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.answer.AgentMessage.Part;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.protocol.SuggestionState;

/**
 * Finds the suggestions that an agent's replies accept or reject, and refuses an answer that cannot
 * have its effect. Source: protocol §6.1, §7.5.
 */
final class SuggestionAnswers {

  /** Threads of the agent that are searched, the latest first. */
  private static final int MOST = 500;

  private final AgentThreads agentThreads;
  private final ThreadWriter writer;
  private final SuggestionEffects effects;

  SuggestionAnswers(AgentThreads agentThreads, ThreadWriter writer, SuggestionEffects effects) {
    this.agentThreads = agentThreads;
    this.writer = writer;
    this.effects = effects;
  }

  /**
   * The threads that hold the suggestions which a message answers, by their ids.
   *
   * @param recent refs of threads that the index may not have yet
   * @throws AnswerRefusal when there is no such suggestion, or it can have no effect any more
   */
  Map<String, String> places(String agent, List<String> recent, AgentMessage message)
      throws AnswerRefusal {
    Map<String, String> places = new HashMap<>();
    for (Part.Addressed part : message.parts(Part.Addressed.class).toList()) {
      Boolean accept = accept(part.entry());
      if (accept != null) {
        for (String id : part.re()) {
          places.put(id, place(agent, recent, id, accept));
        }
      }
    }
    return places;
  }

  private static @Nullable Boolean accept(Map<String, @Nullable Object> entry) {
    if (entry.get("reply") instanceof Map<?, ?> reply
        && reply.get("accept") instanceof Boolean yes) {
      return yes;
    }
    return null;
  }

  private String place(String agent, List<String> recent, String id, boolean accept)
      throws AnswerRefusal {
    Set<String> refs = new LinkedHashSet<>(recent);
    refs.addAll(agentThreads.latest(agent, MOST));
    List<SuggestionState> open = new ArrayList<>();
    for (String ref : refs) {
      Optional<MessThread> thread = read(ref);
      if (thread.isPresent()) {
        Optional<SuggestionState> named =
            SuggestionState.of(thread.get()).stream()
                .filter(each -> each.id().equals(id))
                .findFirst();
        if (named.isPresent()) {
          check(thread.get(), named.get(), accept);
          return ref;
        }
        open.addAll(SuggestionState.open(thread.get()));
      }
    }
    throw new AnswerRefusal(
        open.isEmpty()
            ? "\"%s\" is no suggestion, and none is open.".formatted(id)
            : "\"%s\" is no suggestion. Open are: %s."
                .formatted(
                    id, open.stream().map(SuggestionState::id).collect(Collectors.joining(", "))));
  }

  private Optional<MessThread> read(String ref) {
    try {
      return Optional.of(writer.read(new Ref(ref)).thread());
    } catch (ExchangeWriteException e) {
      return Optional.empty();
    }
  }

  private void check(MessThread thread, SuggestionState suggestion, boolean accept)
      throws AnswerRefusal {
    Boolean before = suggestion.accepted();
    if (before != null && before != accept) {
      throw new AnswerRefusal(
          "\"%s\" was %s before.".formatted(suggestion.id(), before ? "accepted" : "rejected"));
    }
    if (before == null && thread.envelope().status().ended()) {
      throw new AnswerRefusal(
          "\"%s\" is about %s, which has ended: %s."
              .formatted(suggestion.id(), thread.ref(), thread.envelope().status().code()));
    }
    if (before == null && accept) {
      effects.check(thread, suggestion);
    }
  }
}
