package org.messgateway.gateway.agents;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.PlainText;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.gateway.agents.AgentTask.Person;
import org.messgateway.gateway.answer.AgentQueries;
import org.messgateway.gateway.answer.query.OpenSuggestions;
import org.messgateway.gateway.exchange.ExchangeHandle;
import org.messgateway.gateway.exchange.FairBudget;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.LocalFiles;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.exchange.view.NamedFiles;
import org.messgateway.gateway.exchange.view.NamedFiles.NamedFile;
import org.messgateway.gateway.exchange.view.TaskFile;
import org.messgateway.gateway.exchange.view.TaskFiles;
import org.messgateway.gateway.exchange.view.Viewer;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.protocol.OpenQuestion;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.queue.ThreadRow;

/** The tasks of agents in one exchange. */
public final class ExchangeTasks {

  private final ExchangeHandle exchange;
  private final QueueView queue;
  private final UnaryOperator<String> names;
  private final Supplier<LocalFiles> local;
  private final FilePaths paths;
  private final LargeWork large;
  private final OpenSuggestions suggestions;

  /**
   * @param names from the id of an executor to its name for people
   * @param local files of this machine that threads may name now
   * @param paths of files
   * @param large the memory that large threads may take
   */
  public ExchangeTasks(
      ExchangeHandle exchange,
      QueueView queue,
      UnaryOperator<String> names,
      Supplier<LocalFiles> local,
      FilePaths paths,
      LargeWork large) {
    this.exchange = exchange;
    this.queue = queue;
    this.names = names;
    this.local = local;
    this.paths = paths;
    this.large = large;
    this.suggestions =
        new OpenSuggestions(
            ref -> exchange.threads().load(ref).complete().map(LoadedThread::thread));
  }

  /**
   * How a task stands, as far as those who wait want to know.
   *
   * @param asks whether its agent has something to decide
   * @param answered whether an executor responded
   */
  record Standing(boolean ended, boolean asks, boolean answered, String version) {}

  String id() {
    return exchange.id();
  }

  /** Threads that changed and of which the queue may not know yet. */
  Stream<AgentQueries.FreshThread> unsettled(int most) {
    return exchange.changed().unsettled(most).stream()
        .map(ref -> new AgentQueries.FreshThread(id(), ref.value()));
  }

  /** Whether changes wait to be looked at. */
  boolean busy() {
    return !exchange.changed().idle();
  }

  /** The ref of a task by ref or the agent's own id; empty for none and for another's. */
  Optional<String> ref(String agent, String id) {
    return queue
        .thread(id(), id)
        .filter(row -> row.isOf(agent))
        .map(ThreadRow::ref)
        .or(() -> load(agent, id).map(found -> found.ref().value()))
        .or(() -> queue.threadByClientId(id(), agent, id).map(ThreadRow::ref));
  }

  private Optional<LoadedThread> load(String agent, String ref) {
    return Ref.of(ref)
        .map(exchange.threads()::load)
        .flatMap(ThreadReadResult::complete)
        .filter(loaded -> loaded.thread().requestor().filter(agent::equals).isPresent());
  }

  Optional<Standing> standing(String agent, String ref) {
    return load(agent, ref)
        .map(loaded -> {
          MessThread thread = loaded.thread();
          return standing(agent, thread, Conversation.of(thread), open(thread));
        });
  }

  private List<Map<String, Object>> open(MessThread thread) {
    return suggestions.of(thread.envelope());
  }

  private static Standing standing(
      String agent, MessThread thread, Conversation now, List<Map<String, Object>> proposed) {
    boolean asked =
        now.question() == OpenQuestion.INPUT || now.question() == OpenQuestion.CONFIRMATION;
    boolean ended = now.status().ended();
    List<Object> ids = proposed.stream().map(each -> each.get("id")).toList();
    int digest = Objects.hash(now.status().code(), now.holder(), now.question().name(), ids);
    return new Standing(
        ended,
        !ended && (asked || !proposed.isEmpty()),
        thread.messages().stream()
            .anyMatch(message ->
                !agent.equals(message.from())
                    && !message.payloads(Payload.Response.class).isEmpty()),
        thread.messages().size() + "-" + Integer.toHexString(digest));
  }

  Optional<AgentTask> task(String agent, String ref) {
    return load(agent, ref).map(loaded -> task(agent, loaded));
  }

  /** A large thread is taken apart in turn; what is kept of it is the thread, and its texts. */
  private AgentTask task(String agent, LoadedThread loaded) {
    try (FairBudget.Share _ =
        large
            .hold("agent " + agent, loaded.memory(), LargeWork.PATIENCE)
            .orElseThrow(LargeTaskException::new)) {
      return read(agent, loaded);
    }
  }

  private AgentTask read(String agent, LoadedThread loaded) {
    MessThread thread = loaded.thread();
    Conversation now = Conversation.of(thread);
    List<Map<String, Object>> proposed = open(thread);
    NamedFiles files = NamedFiles.of(loaded.parsed(), local.get());
    OpenMatters matters =
        new OpenMatters(thread, this::person, paths.several() ? exchange.name() : "");
    List<OpenMatter> open = matters.of(now, proposed);
    List<TaskAttachment> attachments =
        files.all().stream().map(file -> attachment(agent, loaded.ref(), file)).toList();
    String holder = now.holder();
    return new AgentTask(
        exchange.name(),
        loaded.ref().value(),
        thread.envelope().clientId(),
        PlainText.of(thread.intent()),
        now.status(),
        holder == null ? null : person(holder),
        thread.envelope().created(),
        thread.envelope().updated(),
        open,
        new SaidReader(agent, files, this::person).of(thread),
        attachments,
        standing(agent, thread, now, proposed).version(),
        loaded.memory(),
        new WholeText(loaded, open, attachments, proposed, paths.of(exchange, loaded.ref())));
  }

  private Person person(String id) {
    String plain = PlainText.line(id);
    return new Person(plain, id.equals(Conversation.EXCHANGE) ? plain : names.apply(plain));
  }

  private TaskAttachment attachment(String agent, Ref ref, NamedFile file) {
    FilePaths.OfTask of = paths.of(exchange, ref);
    return new TaskAttachment(
        file.name(),
        PlainText.line(file.title()),
        PlainText.line(file.mime()),
        file.size(),
        file.message() + 1,
        of.uri(file.name()),
        of.path(file.name()),
        of.url(file.name()),
        () -> opened(agent, ref, file.name()));
  }

  /** Looked up again, so that a task that is kept for long holds no thread in memory. */
  private InputStream opened(String agent, Ref ref, String name) throws IOException {
    @Nullable TaskFile file =
        load(agent, ref.value())
            .flatMap(loaded ->
                new TaskFiles(exchange.exchange(), local)
                    .file(loaded, new Viewer(agent, true), name))
            .orElse(null);
    if (file == null) {
      throw new NoSuchFileException(name, null, "the task " + ref + " has no such file now");
    }
    return file.content().open();
  }
}
