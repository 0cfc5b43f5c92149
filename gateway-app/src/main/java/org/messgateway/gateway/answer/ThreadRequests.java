package org.messgateway.gateway.answer;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.Addition;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.journal.AnswerJournal;
import org.messgateway.gateway.journal.AnswerJournal.Entry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what agents say. One message at a time: it is written in milliseconds, and two of the same
 * key must not both create.
 *
 * <p>A reply leaves the status as it is: work resumes when the executor says so (protocol §9). A
 * cancellation ends the thread at once.
 */
public final class ThreadRequests implements Requests {

  private static final Logger log = LoggerFactory.getLogger(ThreadRequests.class);
  private static final String NOT_NOW =
      "This cannot be written down just now. Send it again in a minute, with the same key.";

  /** Where the journal keeps what belongs to no one thread. */
  private static final String NO_THREAD = "";

  private final AnswerPorts ports;
  private final AgentThreads known;
  private final OwnThreads own;
  private final ReentrantLock lock = new ReentrantLock();

  public ThreadRequests(AnswerPorts ports, AgentThreads known) {
    this.ports = ports;
    this.known = known;
    this.own = new OwnThreads(known, ports.writer());
  }

  @Override
  public Outcome say(Message message) {
    lock.lock();
    try {
      return once(message);
    } catch (IOException e) {
      log.warn("A message of an agent could not be written: {}", e.getMessage());
      return new Outcome.NotNow(NOT_NOW);
    } finally {
      lock.unlock();
    }
  }

  private Outcome once(Message message) throws IOException {
    Optional<Entry> before =
        ports.journal().answers().find(ports.exchange(), NO_THREAD, message.agent(), message.key());
    String result = before.map(Entry::result).orElse(null);
    if (result != null) {
      return OutcomeText.read(result);
    }
    Instant at =
        before.map(Entry::taken).orElseGet(() -> Instant.ofEpochMilli(ports.clock().millis()));
    try {
      AgentMessage parts = AgentMessage.of(message, at);
      Map<String, List<AgentMessage.Said>> addressed = addressed(message.agent(), parts);
      return taken(message, at, parts, addressed, before.isPresent());
    } catch (Refusal e) {
      return new Outcome.Refused(e.sentence());
    } catch (NotYoursException e) {
      return new Outcome.NotYours(e.re());
    }
  }

  /** What is said to each thread; all must be the agent's own before any is written. */
  private Map<String, List<AgentMessage.Said>> addressed(String agent, AgentMessage parts)
      throws IOException, NotYoursException {
    Map<String, List<AgentMessage.Said>> addressed = new LinkedHashMap<>();
    for (AgentMessage.Said said : parts.said()) {
      for (String re : said.re()) {
        String ref = own.ref(agent, re).orElseThrow(() -> new NotYoursException(re));
        addressed.computeIfAbsent(ref, _ -> new ArrayList<>()).add(said);
      }
    }
    return addressed;
  }

  private Outcome taken(
      Message message,
      Instant at,
      AgentMessage parts,
      Map<String, List<AgentMessage.Said>> addressed,
      boolean again)
      throws IOException {
    AnswerJournal journal = ports.journal().answers();
    byte[] spoken = MessageWriter.message(message.agent(), at, message.channel(), message.mess());
    Entry entry =
        new Entry(
            0, ports.exchange(), NO_THREAD, message.agent(), message.key(), at, spoken, null, null);
    long number = journal.put(entry).entry().number();
    List<Created> created = create(message.agent(), at, parts.tasks(), again);
    for (Map.Entry<String, List<AgentMessage.Said>> each : addressed.entrySet()) {
      append(message, at, new Ref(each.getKey()), each.getValue());
    }
    Outcome.Taken taken = new Outcome.Taken(created, List.copyOf(addressed.keySet()));
    journal.written(number, ports.clock().instant(), OutcomeText.of(taken));
    return taken;
  }

  private List<Created> create(String agent, Instant at, List<NewTask> tasks, boolean again)
      throws IOException {
    // What a crash in the middle of the same message left is not made twice.
    Iterator<String> made = (again ? known.createdAt(agent, at) : List.<String>of()).iterator();
    List<Created> created = new ArrayList<>();
    for (NewTask task : tasks) {
      String ref = made.hasNext() ? made.next() : ports.writer().create(task).value();
      own.created(agent, task.id(), ref);
      created.add(new Created(task.id(), ref));
      ports.listener().changed(Set.of(new Ref(ref)));
    }
    return created;
  }

  private void append(Message message, Instant at, Ref ref, List<AgentMessage.Said> said)
      throws IOException {
    ports
        .writer()
        .<@Nullable Void>alone(
            ref,
            () -> {
              LoadedThread _ = ports.writer().write(ref, new Letter(message, at, said)::on);
              return null;
            });
    ports.listener().changed(Set.of(ref));
  }

  /** What one agent's message says to one thread. */
  private static final class Letter {

    private final String agent;
    private final boolean cancels;
    private final Instant at;
    private final byte[] document;
    private final ThreadMessage spoken;

    Letter(Message message, Instant at, List<AgentMessage.Said> said) {
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

  /** It means a thread of somebody else, or none. */
  private static final class NotYoursException extends Exception {

    private static final long serialVersionUID = 1L;

    NotYoursException(String re) {
      super(re);
    }

    String re() {
      return String.valueOf(getMessage());
    }
  }

  /** Which threads are an agent's own. */
  private static final class OwnThreads {

    private static final int MOST = 10_000;

    private final AgentThreads known;
    private final ThreadWriter writer;

    /** Created a moment ago, perhaps not looked at yet; by agent and id, or agent alone. */
    private final Map<List<String>, String> fresh = new LinkedHashMap<>();

    OwnThreads(AgentThreads known, ThreadWriter writer) {
      this.known = known;
      this.writer = writer;
    }

    void created(String agent, @Nullable String id, String ref) {
      fresh.put(List.of(agent), ref);
      if (id != null) {
        fresh.put(List.of(agent, id), ref);
      }
      if (fresh.size() > MOST) {
        fresh.remove(fresh.keySet().iterator().next());
      }
    }

    Optional<String> ref(String agent, String re) throws IOException {
      if (re.equals(References.LAST)) {
        return Optional.ofNullable(fresh.get(List.of(agent))).or(() -> known.last(agent));
      }
      String id = re.substring(re.lastIndexOf(':') + 1);
      Optional<String> named =
          Optional.ofNullable(fresh.get(List.of(agent, re)))
              .or(() -> known.named(agent, re))
              .or(() -> id.isEmpty() ? Optional.empty() : known.named(agent, id));
      return named.isPresent() ? named : byRef(agent, re);
    }

    /** The ref itself, or that of one of its messages. */
    private Optional<String> byRef(String agent, String re) throws IOException {
      int slash = re.indexOf('/');
      Optional<Ref> ref = Ref.of(slash < 0 ? re : re.substring(0, slash));
      if (ref.isEmpty()) {
        return Optional.empty();
      }
      try {
        MessThread thread = writer.read(ref.get()).thread();
        return thread.requestor().filter(agent::equals).map(_ -> thread.ref());
      } catch (ExchangeWriteException e) {
        if (e.reason() == ExchangeWriteException.Reason.ABSENT) {
          return Optional.empty();
        }
        throw e;
      }
    }
  }
}
