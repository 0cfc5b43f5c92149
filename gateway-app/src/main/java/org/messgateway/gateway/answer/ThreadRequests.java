package org.messgateway.gateway.answer;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
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
  private final OwnTasks own;
  private final ReentrantLock lock = new ReentrantLock();

  public ThreadRequests(AnswerPorts ports, AgentThreads known) {
    this.ports = ports;
    this.known = known;
    this.own = new OwnTasks(known, ports.writer());
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
              LoadedThread _ = ports.writer().write(ref, new AgentLetter(message, at, said)::on);
              return null;
            });
    ports.listener().changed(Set.of(ref));
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
}
