package org.messgateway.gateway.answer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.answer.AgentMessage.Part;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.protocol.SuggestionState;

/**
 * Finds the suggestions that an agent's replies accept or reject, and refuses an answer that cannot
 * have its effect. Source: protocol §6.1, §7.5.
 */
final class SuggestionAnswers {

  /** Threads of the agent that are searched, the latest first. */
  private static final int MOST = 500;

  private static final Pattern PLAIN_ID = Pattern.compile("[A-Za-z0-9:._/-]{1,80}");

  private final AgentThreads agentThreads;
  private final RelatedThreads related;
  private final SuggestionProposals proposals;

  SuggestionAnswers(
      AgentThreads agentThreads, RelatedThreads related, SuggestionProposals proposals) {
    this.agentThreads = agentThreads;
    this.related = related;
    this.proposals = proposals;
  }

  /**
   * The threads that hold the suggestions which a message answers, by their ids.
   *
   * @param recent refs of threads that the index may not have yet
   * @throws AnswerRefusal when there is no such suggestion, or it can have no effect any more
   */
  Map<String, String> homes(String agent, AgentMessage message, List<String> recent)
      throws AnswerRefusal {
    Map<String, String> homes = new HashMap<>();
    for (Part.Addressed part : message.parts(Part.Addressed.class).toList()) {
      Optional<Boolean> accept = AgentMessage.accepts(part.entry());
      if (accept.isPresent()) {
        for (String id : part.re()) {
          homes.put(id, home(agent, id, accept.get(), recent));
        }
      }
    }
    return homes;
  }

  private String home(String agent, String id, boolean accept, List<String> recent)
      throws AnswerRefusal {
    Set<String> refs = new LinkedHashSet<>(recent);
    refs.addAll(agentThreads.latest(agent, MOST));
    List<SuggestionState> open = new ArrayList<>();
    for (String ref : refs) {
      Optional<MessThread> thread = related.read(new Ref(ref));
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
                    id,
                    open.stream().map(SuggestionAnswers::shown).collect(Collectors.joining(", "))));
  }

  /** Who suggests may choose any id: what is more than an id does not stand among our words. */
  private static String shown(SuggestionState suggestion) {
    return PLAIN_ID.matcher(suggestion.id()).matches()
        ? suggestion.id()
        : "one of " + suggestion.by() + " with another id";
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
      SuggestionProposals.Proposal _ = proposals.read(thread, suggestion);
    }
  }
}
