package org.messgateway.gateway.answer;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.answer.AgentMessage.Part;
import org.messgateway.gateway.answer.AgentResultText.Line;
import org.messgateway.gateway.answer.EntryPlaces.NotYoursException;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.queue.journal.AnswerJournal;
import org.messgateway.gateway.queue.journal.AnswerJournal.Entry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes messages of agents, one at a time: a message is written in milliseconds, and two with the
 * same key must not both create a thread. Queries are answered when all else is written.
 *
 * <p>A reply leaves the status as it is: work resumes when the executor says so (protocol §9). A
 * cancellation ends the thread at once.
 */
public final class ThreadRequests implements AgentRequests {

  private static final Logger log = LoggerFactory.getLogger(ThreadRequests.class);
  private static final String NOT_NOW =
      "This cannot be written down just now. Send it again in a minute, with the same key.";
  private static final String NOT_READ =
      "This cannot be looked up just now. Ask again in a minute.";

  /** Of what is not written. */
  private static final MessageKey NO_KEY = new MessageKey.Given("");

  /** The journal's ref for messages that belong to no single thread. */
  private static final String NO_THREAD = "";

  private final AnswerContext ports;
  private final AgentThreads agentThreads;
  private final AgentQueries queries;
  private final OwnTasks own;
  private final SuggestionAnswers suggestions;
  private final ReentrantLock lock = new ReentrantLock();

  public ThreadRequests(AnswerContext ports, AgentThreads agentThreads, AgentQueries queries) {
    this.ports = ports;
    this.agentThreads = agentThreads;
    this.queries = queries;
    this.own = new OwnTasks(ports.exchange(), agentThreads, ports.writer(), ports.clock());
    this.suggestions =
        new SuggestionAnswers(
            agentThreads,
            ports.writer(),
            new SuggestionEffects(
                ports.writer(), ports.listener(), ports.executors(), agentThreads, ports.clock()));
  }

  @Override
  public RequestResult say(RequestMessage message) {
    try {
      Taken taken = taken(message);
      return answered(message, taken);
    } catch (AgentMessage.RefusedEntry e) {
      return e.result();
    } catch (NotYoursException e) {
      return new RequestResult.OthersThread(e.re());
    } catch (IOException e) {
      log.warn("A message of an agent could not be taken: {}", e.getMessage());
      return new RequestResult.Unavailable(NOT_NOW);
    }
  }

  @Override
  public RequestResult ask(List<Map<String, @Nullable Object>> mess) {
    Instant at = ports.clock().instant();
    try {
      AgentMessage parts = AgentMessage.of(new RequestMessage("", "", NO_KEY, mess), at);
      if (!parts.onlyAsks()) {
        return new RequestResult.Rejected(
            "An operator only asks here.", "- query: {type: status}", 0);
      }
      List<EntryOutcome> found = new ArrayList<>();
      for (Part.Asking question : parts.parts(Part.Asking.class).toList()) {
        found.add(new Found(queries.answer(AgentQueries.Asker.OPERATOR, question.query())));
      }
      return new RequestResult.Stored(at, found);
    } catch (AgentMessage.RefusedEntry e) {
      return e.result();
    } catch (IOException e) {
      log.warn("A query could not be answered: {}", e.getMessage());
      return new RequestResult.Unavailable(NOT_READ);
    }
  }

  /**
   * A message that is written, and what is still to be told.
   *
   * @param again whether the same message came before
   */
  private record Taken(Instant at, AgentMessage parts, List<Line> lines, boolean again) {}

  private Taken taken(RequestMessage message)
      throws IOException, AgentMessage.RefusedEntry, NotYoursException {
    Instant now = Instant.ofEpochMilli(ports.clock().millis());
    AgentMessage asked = AgentMessage.of(message, now);
    if (asked.onlyAsks()) {
      return new Taken(
          now, asked, asked.parts().stream().<Line>map(_ -> new Line.Asked()).toList(), false);
    }
    lock.lock();
    try {
      Optional<Entry> before =
          journal().find(ports.exchange(), NO_THREAD, message.agent(), message.key().stored());
      if (before.isPresent()) {
        Entry entry = before.get();
        String result = entry.result();
        if (result == null) {
          return finished(message, entry);
        }
        List<Line> lines = AgentResultText.read(result);
        if (repeats(message, asked, entry, lines)) {
          return new Taken(entry.taken(), asked, lines, true);
        }
        journal().release(entry.number());
      }
      return first(message, now, asked);
    } finally {
      lock.unlock();
    }
  }

  private AnswerJournal journal() {
    return ports.journal().answers();
  }

  /** Whether the message is the one that the entry remembers, and not new in the same words. */
  private boolean repeats(RequestMessage message, AgentMessage asked, Entry entry, List<Line> lines)
      throws IOException, NotYoursException, AgentMessage.RefusedEntry {
    if (message.key() instanceof MessageKey.Given) {
      return true;
    }
    Set<String> addressed = new HashSet<>();
    places(message.agent(), asked).letters().keySet().forEach(ref -> addressed.add(ref.value()));
    List<MessThread> made = new ArrayList<>();
    Set<String> before = new HashSet<>();
    for (Line line : lines) {
      switch (line) {
        case Line.Made(Created created) -> {
          Optional<MessThread> thread = own.thread(created.ref());
          if (thread.isEmpty()) {
            return false;
          }
          made.add(thread.get());
        }
        case Line.Reached reached -> before.add(reached.ref());
        case Line.Shelved(KeptEntry kept) -> before.addAll(kept.refs());
        case Line.Asked() -> {}
      }
    }
    made.forEach(thread -> before.remove(thread.ref()));
    List<MessThread> touched = new ArrayList<>();
    for (String ref : addressed) {
      own.thread(ref).ifPresent(touched::add);
    }
    Instant now = ports.clock().instant();
    return addressed.equals(before)
        && message.key().repeats(message.agent(), entry.taken(), now, made, touched);
  }

  private Taken first(RequestMessage message, Instant at, AgentMessage parts)
      throws IOException, AgentMessage.RefusedEntry, NotYoursException {
    new AgentFiles(message.files()).check(message, parts);
    EntryPlaces places = places(message.agent(), parts);
    try {
      own.checkIds(message.agent(), places.tasks());
    } catch (AnswerRefusal e) {
      throw new AgentMessage.RefusedEntry(e, 0);
    }
    // With refs, so that a crash does not change what "last" means.
    byte[] spoken =
        MessageWriter.message(
            message.agent(),
            at,
            message.channel(),
            AgentMessage.resolved(message.mess(), places.refs()));
    Entry entry =
        new Entry(
            0,
            ports.exchange(),
            NO_THREAD,
            message.agent(),
            message.key().stored(),
            at,
            spoken,
            null,
            null);
    long number = journal().put(entry).entry().number();
    return written(message, at, parts, places, number, List.of());
  }

  /** A message that was taken and not written to its end. */
  private Taken finished(RequestMessage message, Entry entry)
      throws IOException, AgentMessage.RefusedEntry, NotYoursException {
    RequestMessage first =
        new RequestMessage(
            message.agent(),
            message.channel(),
            message.key(),
            mess(entry),
            message.exchange(),
            message.files());
    AgentMessage parts = AgentMessage.of(first, entry.taken());
    new AgentFiles(first.files()).check(first, parts);
    // Threads that a crash in the middle of the message left are not created twice.
    List<String> made = agentThreads.createdAt(message.agent(), entry.taken());
    return written(
        first, entry.taken(), parts, places(message.agent(), parts), entry.number(), made);
  }

  private static List<Map<String, @Nullable Object>> mess(Entry entry) {
    try {
      return MessBody.read(entry.message());
    } catch (ThreadFormatException e) {
      throw new IllegalStateException("a message of our own cannot be read: " + e.getMessage(), e);
    }
  }

  private EntryPlaces places(String agent, AgentMessage parts)
      throws IOException, NotYoursException, AgentMessage.RefusedEntry {
    List<String> recent = own.recent(agent).stream().map(AgentQueries.FreshThread::ref).toList();
    try {
      Map<String, String> suggested = suggestions.places(agent, recent, parts);
      return new EntryPlaces(
          parts,
          re -> suggested.containsKey(re) ? Optional.of(suggested.get(re)) : own.ref(agent, re));
    } catch (AnswerRefusal e) {
      throw new AgentMessage.RefusedEntry(e, 0);
    }
  }

  private Taken written(
      RequestMessage message,
      Instant at,
      AgentMessage parts,
      EntryPlaces places,
      long number,
      List<String> made)
      throws IOException {
    List<Created> created = create(message, places.tasks(), made);
    for (Map.Entry<Ref, List<Part>> each : places.letters().entrySet()) {
      append(message, at, each.getKey(), each.getValue());
    }
    List<Line> lines = places.lines(created);
    journal().written(number, ports.clock().instant(), AgentResultText.of(lines));
    return new Taken(at, parts, lines, false);
  }

  private List<Created> create(RequestMessage message, List<NewTask> tasks, List<String> made)
      throws IOException {
    String agent = message.agent();
    AgentFiles files = new AgentFiles(message.files());
    List<String> left = new ArrayList<>(made);
    List<Created> created = new ArrayList<>();
    for (NewTask task : tasks) {
      Optional<String> open = own.open(agent, task.id());
      if (open.isPresent() && !left.remove(open.get())) {
        created.add(again(new Created(task.id(), open.get())));
        continue;
      }
      String ref =
          open.isPresent()
              ? open.get()
              : left.isEmpty()
                  ? ports.writer().create(files.in(task, message)).value()
                  : left.removeFirst();
      own.created(agent, task.id(), ref);
      created.add(new Created(task.id(), ref));
      ports.listener().changed(Set.of(new Ref(ref)));
    }
    return created;
  }

  /** A thread that was made before, as it stands now. */
  private Created again(Created made) throws IOException {
    Optional<Conversation> now = own.thread(made.ref()).map(Conversation::of);
    return new Created(
        made.id(),
        made.ref(),
        now.map(Conversation::status).orElse(null),
        now.map(Conversation::holder).orElse(null),
        true);
  }

  private void append(RequestMessage message, Instant at, Ref ref, List<Part> said)
      throws IOException {
    ports
        .writer()
        .<@Nullable Void>alone(
            ref,
            () -> {
              // Attachments first: no entry may name a file that does not exist yet.
              List<Part> whole = new AgentFiles(message.files()).in(ports.writer(), ref, said);
              LoadedThread _ = ports.writer().write(ref, new AgentLetter(message, at, whole)::on);
              return null;
            });
    own.touched(message.agent(), ref.value());
    ports.listener().changed(Set.of(ref));
  }

  /** What is told of each entry: how threads stand now, and what is found now. */
  private RequestResult answered(RequestMessage message, Taken taken) throws IOException {
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
        case Line.Reached reached -> outcomes.add(standing(reached, taken.again()));
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

  private Standing standing(Line.Reached reached, boolean again) throws ExchangeWriteException {
    MessThread thread = ports.writer().read(new Ref(reached.ref())).thread();
    Conversation now = Conversation.of(thread);
    return new Standing(reached.re(), reached.ref(), now.status(), now.holder(), again);
  }
}
