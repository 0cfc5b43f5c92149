package org.messgateway.gateway.answer;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.AgentMessage.Part;
import org.messgateway.gateway.answer.AgentRequests.Created;
import org.messgateway.gateway.answer.AgentRequests.RequestMessage;
import org.messgateway.gateway.answer.AgentResultText.Line;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;

/**
 * Writes what a message of an agent says: a new thread for each request, and the other entries into
 * the threads that they are about. What is open under the agent's id, and what a crash left, is not
 * created again. Used by one thread at a time.
 */
final class RequestWriter {

  private final AnswerContext ports;
  private final AgentThreads agentThreads;
  private final OwnTasks own;
  private final RequestOutcomes outcomes;
  private final AppendedMessages appended;

  RequestWriter(
      AnswerContext ports, AgentThreads agentThreads, OwnTasks own, RequestOutcomes outcomes) {
    this.ports = ports;
    this.agentThreads = agentThreads;
    this.own = own;
    this.outcomes = outcomes;
    this.appended = AppendedMessages.of(ports);
  }

  /**
   * Writes a message for the first time.
   *
   * @param at time of the message
   * @return what became of each entry, in order
   */
  List<Line> write(RequestMessage message, Instant at, EntryPlaces places) throws IOException {
    return write(message, at, places, List.of());
  }

  /** The same of a message that a crash left half written. */
  List<Line> writeRest(RequestMessage message, Instant at, EntryPlaces places) throws IOException {
    return write(message, at, places, agentThreads.createdAt(message.agent(), at));
  }

  private List<Line> write(
      RequestMessage message, Instant at, EntryPlaces places, List<String> made)
      throws IOException {
    List<Created> created = create(message, places.tasks(at), made);
    for (Map.Entry<Ref, List<Part>> each : places.letters().entrySet()) {
      append(message, at, each.getKey(), each.getValue());
    }
    return places.lines(created);
  }

  private List<Created> create(RequestMessage message, List<NewTask> tasks, List<String> made)
      throws IOException {
    String agent = message.agent();
    AgentFiles files = new AgentFiles(message.files());
    List<String> left = new ArrayList<>(made);
    List<Created> created = new ArrayList<>();
    for (NewTask task : tasks) {
      Optional<String> open = own.open(agent, task.id());
      if (open.isPresent() && !left.contains(open.get())) {
        created.add(outcomes.again(new Created(task.id(), open.get())));
        continue;
      }
      Optional<String> there = open.isPresent() ? open : threadOf(task, left);
      there.ifPresent(left::remove);
      String ref =
          there.isPresent() ? there.get() : ports.writer().create(files.in(task, message)).value();
      own.created(agent, task.id(), ref);
      created.add(new Created(task.id(), ref));
      ports.listener().changed(Set.of(new Ref(ref)));
    }
    return created;
  }

  /** Another node may have made a thread of another message at the same millisecond. */
  private Optional<String> threadOf(NewTask task, List<String> made) throws IOException {
    for (String ref : made) {
      if (own.thread(ref).filter(thread -> task.isOf(thread.envelope())).isPresent()) {
        return Optional.of(ref);
      }
    }
    return Optional.empty();
  }

  private void append(RequestMessage message, Instant at, Ref ref, List<Part> said)
      throws IOException {
    ports
        .writer()
        .<@Nullable Void>alone(
            ref,
            () -> {
              // What other programs appended before this counts before this.
              LoadedThread _ = appended.recorded(ports.writer(), ref);
              // Attachments first: no entry may name a file that does not exist yet.
              List<Part> whole = new AgentFiles(message.files()).in(ports.writer(), ref, said);
              LoadedThread _ = ports.writer().write(ref, new AgentLetter(message, at, whole)::on);
              return null;
            });
    own.touched(message.agent(), ref.value());
    ports.listener().changed(Set.of(ref));
  }
}
