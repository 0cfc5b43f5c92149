package org.messgateway.gateway.answer;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
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
import org.messgateway.gateway.answer.RequestOutcomes.Taken;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLocks;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.home.ReportedFailure;
import org.messgateway.gateway.queue.journal.AnswerJournal;
import org.messgateway.gateway.queue.journal.AnswerJournal.Entry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Takes messages of agents, one at a time: a message is written in milliseconds, and two with the
 * same key must not both create a thread, at whichever gateway they come. Queries are answered when
 * all else is written.
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

  /** A clock that is so far behind the last message was set back. */
  private static final Duration SET_BACK = Duration.ofSeconds(5);

  /** The journal's ref for messages that belong to no single thread. */
  private static final String NO_THREAD = "";

  private final AnswerContext ports;
  private final AgentQueries queries;
  private final OwnTasks own;
  private final RequestOutcomes outcomes;
  private final RequestWriter writer;
  private final SuggestionAnswers suggestions;
  private final ReentrantLock lock = new ReentrantLock();

  /** Of the message that was taken last; under the lock. */
  private Instant last = Instant.EPOCH;

  public ThreadRequests(AnswerContext ports, AgentThreads agentThreads, AgentQueries queries) {
    this.ports = ports;
    this.queries = queries;
    this.own = new OwnTasks(ports.exchange(), agentThreads, ports.writer(), ports.clock());
    this.outcomes = new RequestOutcomes(ports, own, queries);
    this.writer = new RequestWriter(ports, agentThreads, own, outcomes);
    RelatedThreads related = new RelatedThreads(agentThreads, ports.writer());
    this.suggestions =
        new SuggestionAnswers(
            agentThreads, related, new SuggestionProposals(ports.executors(), related));
  }

  @Override
  public RequestResult say(RequestMessage message) {
    Instant now = Instant.ofEpochMilli(ports.clock().millis());
    try {
      AgentMessage asked = AgentMessage.of(message, now);
      return asked.onlyAsks()
          ? told(message, asking(asked, now))
          : ports.writer().alone(turn(message.agent()), () -> inTurn(message, asked)).run();
    } catch (AnswerRefusal e) {
      return rejected(e);
    } catch (IOException e) {
      log.atLevel(ReportedFailure.level(e, Level.WARN))
          .log("A message of an agent could not be taken: {}", e.getMessage());
      return new RequestResult.Unavailable(NOT_NOW);
    }
  }

  private static RequestResult rejected(AnswerRefusal e) {
    return new RequestResult.Rejected(e.sentence(), e.example(), e.entry());
  }

  private static Taken asking(AgentMessage asked, Instant now) {
    return new Taken(
        now, asked, asked.parts().stream().<Line>map(_ -> new Line.Asked()).toList(), false);
  }

  private RequestResult told(RequestMessage message, Taken taken) throws IOException {
    try {
      return outcomes.of(message, taken);
    } catch (NotYoursException e) {
      return new RequestResult.OthersThread(e.re());
    }
  }

  /**
   * The lock of an agent's messages among all gateways: one that is sent to a second gateway while
   * the first still works on it must not be done twice. Agents that share it wait for each other.
   */
  private static Ref turn(String agent) {
    return new Ref("messages-of-" + Integer.toHexString(agent.hashCode()));
  }

  /** What is left to do when others may have their turn. */
  private ThreadLocks.Work<RequestResult> inTurn(RequestMessage message, AgentMessage asked)
      throws IOException {
    lock.lock();
    try {
      Taken taken = taken(message, asked);
      return () -> told(message, taken);
    } catch (AnswerRefusal e) {
      return () -> rejected(e);
    } catch (NotYoursException e) {
      return () -> new RequestResult.OthersThread(e.re());
    } finally {
      lock.unlock();
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
    } catch (AnswerRefusal e) {
      return rejected(e);
    } catch (IOException e) {
      log.atLevel(ReportedFailure.level(e, Level.WARN))
          .log("A query could not be answered: {}", e.getMessage());
      return new RequestResult.Unavailable(NOT_READ);
    }
  }

  private Taken taken(RequestMessage message, AgentMessage asked)
      throws IOException, AnswerRefusal, NotYoursException {
    for (MessageKey key : message.key().each()) {
      Optional<Entry> before =
          journal().find(ports.exchange(), NO_THREAD, message.agent(), key.stored());
      if (before.isPresent()) {
        Entry entry = before.get();
        String result = entry.result();
        if (result == null) {
          return finished(message, entry);
        }
        List<Line> lines = AgentResultText.read(result);
        if (repeats(message, key, asked, entry, lines)) {
          remember(message, entry.taken(), result);
          // What a transport sends again is answered as it was the first time.
          boolean again = key.equals(message.key()) || key instanceof MessageKey.Words;
          return new Taken(entry.taken(), asked, lines, again);
        }
        journal().release(entry.number());
      }
    }
    return first(message, asked);
  }

  /** Has the message known by each of its keys. */
  private void remember(RequestMessage message, Instant at, String result) {
    for (MessageKey key : message.key().each()) {
      if (!key.equals(message.key())) {
        AnswerJournal.Put _ =
            journal().put(entry(message, key, at, new byte[0], ports.clock().instant(), result));
      }
    }
  }

  private Entry entry(
      RequestMessage message,
      MessageKey key,
      Instant at,
      byte[] spoken,
      @Nullable Instant writtenAt,
      @Nullable String result) {
    return new Entry(
        0,
        ports.exchange(),
        NO_THREAD,
        message.agent(),
        key.stored(),
        at,
        spoken,
        writtenAt,
        result);
  }

  private AnswerJournal journal() {
    return ports.journal().answers();
  }

  /** Whether the message is the one that the entry remembers, and not new in the same words. */
  private boolean repeats(
      RequestMessage message, MessageKey key, AgentMessage asked, Entry entry, List<Line> lines)
      throws IOException, NotYoursException, AnswerRefusal {
    if (key instanceof MessageKey.Given) {
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
        && key.repeats(message.agent(), entry.taken(), now, made, touched);
  }

  private Taken first(RequestMessage message, AgentMessage asked)
      throws IOException, AnswerRefusal, NotYoursException {
    new AgentFiles(message.files()).check(message, asked);
    EntryPlaces places = places(message.agent(), asked);
    Instant at = free(message.agent(), places);
    own.checkIds(message.agent(), places.tasks(at));
    // With refs, so that a crash does not change what "last" means.
    byte[] spoken =
        MessageWriter.message(
            message.agent(),
            at,
            message.channel(),
            AgentMessage.resolved(message.mess(), places.refs()));
    Entry entry = entry(message, message.key(), at, spoken, null, null);
    long number = journal().put(entry).entry().number();
    last = at;
    return written(message, number, at, asked, writer.write(message, at, places));
  }

  /**
   * A time that tells the message from others of the agent in the threads it goes into, and what it
   * makes from what others make.
   */
  private Instant free(String agent, EntryPlaces places) throws IOException {
    Instant now = Instant.ofEpochMilli(ports.clock().millis());
    boolean taken = !now.isAfter(last) && Duration.between(now, last).compareTo(SET_BACK) < 0;
    List<MessThread> addressed = new ArrayList<>();
    for (Ref ref : places.letters().keySet()) {
      own.thread(ref.value()).ifPresent(addressed::add);
    }
    return MessageDocument.free(addressed, agent, taken ? last.plusMillis(1) : now);
  }

  /** A message that was taken and not written to its end. */
  private Taken finished(RequestMessage message, Entry entry)
      throws IOException, AnswerRefusal, NotYoursException {
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
    EntryPlaces places = places(message.agent(), parts);
    return written(
        first,
        entry.number(),
        entry.taken(),
        parts,
        writer.writeRest(first, entry.taken(), places));
  }

  private static List<Map<String, @Nullable Object>> mess(Entry entry) {
    try {
      return MessBody.read(entry.message());
    } catch (ThreadFormatException e) {
      throw new IllegalStateException("a message of our own cannot be read: " + e.getMessage(), e);
    }
  }

  private EntryPlaces places(String agent, AgentMessage parts)
      throws IOException, NotYoursException, AnswerRefusal {
    List<String> recent = own.recent(agent).stream().map(AgentQueries.FreshThread::ref).toList();
    return new EntryPlaces(
        parts, suggestions.homes(agent, parts, recent), re -> own.existing(agent, re));
  }

  private Taken written(
      RequestMessage message, long number, Instant at, AgentMessage parts, List<Line> lines) {
    String result = AgentResultText.of(lines);
    journal().written(number, ports.clock().instant(), result);
    remember(message, at, result);
    return new Taken(at, parts, lines, false);
  }
}
