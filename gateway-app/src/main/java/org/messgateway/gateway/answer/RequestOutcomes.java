package org.messgateway.gateway.answer;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.AgentMessage.Part;
import org.messgateway.gateway.answer.AgentRequests.BeyondVersion;
import org.messgateway.gateway.answer.AgentRequests.Created;
import org.messgateway.gateway.answer.AgentRequests.EntryOutcome;
import org.messgateway.gateway.answer.AgentRequests.Found;
import org.messgateway.gateway.answer.AgentRequests.KeptEntry;
import org.messgateway.gateway.answer.AgentRequests.RequestMessage;
import org.messgateway.gateway.answer.AgentRequests.RequestResult;
import org.messgateway.gateway.answer.AgentRequests.Standing;
import org.messgateway.gateway.answer.AgentResultText.Line;
import org.messgateway.gateway.answer.EntryPlaces.NotYoursException;
import org.messgateway.gateway.protocol.Conversation;

/**
 * What an agent is told of each entry of its message: how threads stand now, and what queries find
 * now.
 */
final class RequestOutcomes {

  /** Programs that rewrite a thread cut times to whole seconds. */
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final AnswerContext ports;
  private final OwnTasks own;
  private final AgentQueries queries;

  RequestOutcomes(AnswerContext ports, OwnTasks own, AgentQueries queries) {
    this.ports = ports;
    this.own = own;
    this.queries = queries;
  }

  /**
   * A message that is written, and what is still to be told.
   *
   * @param at when it came first
   * @param again whether the same message came before
   */
  record Taken(Instant at, AgentMessage parts, List<Line> lines, boolean again) {}

  /**
   * All that is told, in the order of the entries.
   *
   * @throws NotYoursException when a thread that it was written into was deleted since
   */
  RequestResult of(RequestMessage message, Taken taken) throws IOException, NotYoursException {
    AgentQueries.Asker asker =
        new AgentQueries.Asker(
            message.agent(),
            message.exchange().isPresent() ? ports.exchange() : null,
            own.recent(message.agent()));
    List<EntryOutcome> outcomes = new ArrayList<>();
    if (taken.parts().beyond() != null) {
      outcomes.add(new BeyondVersion(taken.parts().beyond()));
    }
    Iterator<Part.Asking> asked = taken.parts().parts(Part.Asking.class).iterator();
    for (Line line : taken.lines()) {
      switch (line) {
        case Line.Made(Created created) -> outcomes.add(taken.again() ? again(created) : created);
        case Line.Reached reached -> outcomes.add(standing(message.agent(), reached, taken));
        case Line.Shelved(KeptEntry entry) -> outcomes.add(entry);
        case Line.Asked() -> {
          if (asked.hasNext()) {
            outcomes.add(new Found(queries.answer(asker, asked.next().query())));
          }
        }
      }
    }
    return new RequestResult.Stored(taken.at(), outcomes);
  }

  /** A thread that was made before, as it stands now. */
  Created again(Created made) throws IOException {
    Optional<Conversation> now = own.thread(made.ref()).map(Conversation::of);
    return new Created(
        made.id(),
        made.ref(),
        now.map(Conversation::status).orElse(null),
        now.map(Conversation::holder).orElse(null),
        true);
  }

  private Standing standing(String agent, Line.Reached reached, Taken taken)
      throws IOException, NotYoursException {
    MessThread thread =
        own.thread(reached.ref()).orElseThrow(() -> new NotYoursException(reached.re()));
    Conversation now = Conversation.of(thread);
    // An opinion of what was done comes after the end.
    boolean reviews =
        taken
            .parts()
            .parts(Part.Addressed.class)
            .anyMatch(part -> part.re().contains(reached.re()) && part.reviews());
    String vain = reviews ? null : withoutEffect(thread, agent, taken.at());
    return new Standing(
        reached.re(), reached.ref(), now.status(), now.holder(), taken.again(), vain);
  }

  /** Null where the thread was open when it was said. */
  private static @Nullable String withoutEffect(MessThread thread, String agent, Instant said) {
    ThreadStatus status = thread.envelope().status();
    Optional<HistoryEntry> end =
        thread.envelope().history().stream()
            .filter(entry -> entry.action().equals(status.code()))
            .reduce((_, later) -> later);
    boolean open =
        !status.ended()
            || end.filter(entry -> isBySaying(entry, agent, said)).isPresent()
            || end.map(HistoryEntry::at).filter(said::isBefore).isPresent();
    return open
        ? null
        : "This task has ended already (%s); what is said to it now has no effect."
            .formatted(status.code());
  }

  private static boolean isBySaying(HistoryEntry end, String agent, Instant said) {
    return Objects.equals(end.by(), agent)
        && end.at() != null
        && Duration.between(end.at(), said).abs().compareTo(SECOND) < 0;
  }
}
