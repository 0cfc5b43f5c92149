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
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.queue.journal.AnswerJournal;
import org.messgateway.gateway.queue.journal.AnswerJournal.Entry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes messages of agents, one at a time: a message is written in milliseconds, and two with the
 * same key must not both create a thread.
 *
 * <p>A reply leaves the status as it is: work resumes when the executor says so (protocol §9). A
 * cancellation ends the thread at once.
 */
public final class ThreadRequests implements AgentRequests {

  private static final Logger log = LoggerFactory.getLogger(ThreadRequests.class);
  private static final String NOT_NOW =
      "This cannot be written down just now. Send it again in a minute, with the same key.";

  /** The journal's ref for messages that belong to no single thread. */
  private static final String NO_THREAD = "";

  private final AnswerContext ports;
  private final AgentThreads agentThreads;
  private final OwnTasks own;
  private final ReentrantLock lock = new ReentrantLock();

  public ThreadRequests(AnswerContext ports, AgentThreads agentThreads) {
    this.ports = ports;
    this.agentThreads = agentThreads;
    this.own = new OwnTasks(agentThreads, ports.writer());
  }

  @Override
  public RequestResult say(RequestMessage message) {
    lock.lock();
    try {
      return sayOrRepeat(message);
    } catch (IOException e) {
      log.warn("A message of an agent could not be written: {}", e.getMessage());
      return new RequestResult.Unavailable(NOT_NOW);
    } finally {
      lock.unlock();
    }
  }

  private RequestResult sayOrRepeat(RequestMessage message) throws IOException {
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
      Map<String, List<AgentMessage.AddressedEntry>> addressed = addressed(message.agent(), parts);
      return taken(message, at, parts, addressed, before.isPresent());
    } catch (AnswerRefusal e) {
      return new RequestResult.Rejected(e.sentence());
    } catch (NotYoursException e) {
      return new RequestResult.OthersThread(e.re());
    }
  }

  /** Entries by thread; all threads must be the agent's own before any is written. */
  private Map<String, List<AgentMessage.AddressedEntry>> addressed(String agent, AgentMessage parts)
      throws IOException, NotYoursException {
    Map<String, List<AgentMessage.AddressedEntry>> addressed = new LinkedHashMap<>();
    for (AgentMessage.AddressedEntry said : parts.said()) {
      for (String re : said.re()) {
        String ref = own.ref(agent, re).orElseThrow(() -> new NotYoursException(re));
        addressed.computeIfAbsent(ref, _ -> new ArrayList<>()).add(said);
      }
    }
    return addressed;
  }

  private RequestResult taken(
      RequestMessage message,
      Instant at,
      AgentMessage parts,
      Map<String, List<AgentMessage.AddressedEntry>> addressed,
      boolean again)
      throws IOException {
    AnswerJournal journal = ports.journal().answers();
    byte[] spoken = MessageWriter.message(message.agent(), at, message.channel(), message.mess());
    Entry entry =
        new Entry(
            0, ports.exchange(), NO_THREAD, message.agent(), message.key(), at, spoken, null, null);
    long number = journal.put(entry).entry().number();
    List<Created> created = create(message.agent(), at, parts.tasks(), again);
    for (Map.Entry<String, List<AgentMessage.AddressedEntry>> each : addressed.entrySet()) {
      append(message, at, new Ref(each.getKey()), each.getValue());
    }
    RequestResult.Stored taken = new RequestResult.Stored(created, List.copyOf(addressed.keySet()));
    journal.written(number, ports.clock().instant(), OutcomeText.of(taken));
    return taken;
  }

  private List<Created> create(String agent, Instant at, List<NewTask> tasks, boolean again)
      throws IOException {
    // Threads that a crash in the middle of the same message left are not created twice.
    Iterator<String> made =
        (again ? agentThreads.createdAt(agent, at) : List.<String>of()).iterator();
    List<Created> created = new ArrayList<>();
    for (NewTask task : tasks) {
      String ref = made.hasNext() ? made.next() : ports.writer().create(task).value();
      own.created(agent, task.id(), ref);
      created.add(new Created(task.id(), ref));
      ports.listener().changed(Set.of(new Ref(ref)));
    }
    return created;
  }

  private void append(
      RequestMessage message, Instant at, Ref ref, List<AgentMessage.AddressedEntry> said)
      throws IOException {
    ports
        .writer()
        .<@Nullable Void>alone(
            ref,
            () -> {
              LoadedThread _ = ports.writer().write(ref, new AgentLetter(message, at, said)::on);
              return null;
            });
    ports.listener().changed(Set.of(ref));
  }

  /** The reference means a thread of another requestor, or none. */
  private static final class NotYoursException extends Exception {

    private static final long serialVersionUID = 1L;

    NotYoursException(String re) {
      super(re);
    }

    String re() {
      return String.valueOf(getMessage());
    }
  }

  /** The result of an agent's message as text in the journal: a line for each thread. */
  private static final class OutcomeText {

    private static final String CREATED = "+";
    private static final String TOUCHED = "~";
    private static final String TAB = "\t";

    private OutcomeText() {}

    static String of(RequestResult.Stored taken) {
      List<String> lines = new ArrayList<>();
      for (Created created : taken.created()) {
        lines.add(
            created.id() == null
                ? CREATED + created.ref()
                : CREATED + created.ref() + TAB + created.id());
      }
      taken.touched().forEach(ref -> lines.add(TOUCHED + ref));
      return String.join("\n", lines);
    }

    static RequestResult read(String text) {
      List<Created> created = new ArrayList<>();
      List<String> touched = new ArrayList<>();
      text.lines()
          .forEach(line -> {
            String rest = line.substring(1);
            int tab = rest.indexOf(TAB);
            if (line.startsWith(TOUCHED)) {
              touched.add(rest);
            } else if (tab < 0) {
              created.add(new Created(null, rest));
            } else {
              created.add(new Created(rest.substring(tab + 1), rest.substring(0, tab)));
            }
          });
      return new RequestResult.Stored(created, touched);
    }
  }

  /** The entries of one agent's message for one thread. */
  private static final class AgentLetter {

    private final String agent;
    private final boolean cancels;
    private final Instant at;
    private final byte[] document;
    private final ThreadMessage spoken;

    AgentLetter(RequestMessage message, Instant at, List<AgentMessage.AddressedEntry> said) {
      this.agent = message.agent();
      this.at = at;
      this.cancels = said.stream().anyMatch(AgentMessage.AddressedEntry::cancels);
      this.document =
          MessageWriter.message(
              agent,
              at,
              message.channel(),
              said.stream().map(AgentMessage.AddressedEntry::entry).toList());
      this.spoken = MessageDocument.read(document);
    }

    @Nullable ThreadAddition on(MessThread thread) {
      EnvelopeEdit edit = edit(thread);
      boolean recorded =
          thread.envelope().history().stream()
              .anyMatch(entry -> Objects.equals(entry.by(), agent) && at.equals(entry.at()));
      if (!MessageDocument.in(thread, spoken)) {
        return new ThreadAddition(document, edit);
      }
      return recorded ? null : new ThreadAddition(null, edit);
    }

    private EnvelopeEdit edit(MessThread thread) {
      boolean ends = cancels && !thread.envelope().status().ended();
      String action = ends ? ThreadStatus.CANCELLED.code() : "replied";
      EnvelopeEdit edit =
          EnvelopeEdit.NOTHING.append(new HistoryEntry(action, at, agent, null)).updated(at);
      return ends ? edit.status(ThreadStatus.CANCELLED) : edit;
    }
  }
}
