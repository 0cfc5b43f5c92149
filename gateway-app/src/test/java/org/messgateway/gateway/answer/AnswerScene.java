package org.messgateway.gateway.answer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.gateway.exchange.ClusterLocks;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.protocol.Succession;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.StoreLocks;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.jdbc.OpenedQueue;
import org.messgateway.gateway.queue.jdbc.PostgresStore;
import org.messgateway.gateway.queue.jdbc.SqliteStore;
import org.messgateway.gateway.queue.journal.AnswerJournal;
import org.messgateway.gateway.queue.journal.ClaimStore;
import org.messgateway.gateway.queue.journal.EventInbox;
import org.messgateway.gateway.queue.journal.Journal;
import org.messgateway.gateway.queue.journal.LaterReplies;
import org.messgateway.gateway.queue.journal.ReplyCodes;
import org.messgateway.gateway.queue.journal.ReplyInbox;
import org.messgateway.gateway.queue.journal.RequestLog;

/** A real exchange and a real store, and what executors say to them; can be killed and reopened. */
public final class AnswerScene implements AutoCloseable {

  public static final String REF = "2026-11-20-001";

  /** A process that died in the middle. */
  static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  public final MovableClock clock;
  final Path root;
  public final Exchange exchange;
  final Set<String> able = ConcurrentHashMap.newKeySet();
  final Set<Ref> changed = ConcurrentHashMap.newKeySet();
  private final OpenedQueue opened;
  private @Nullable String killsBefore;
  private @Nullable String killsAfter;
  private volatile @Nullable Runnable afterPut;

  public AnswerScene(Path root) {
    this(root, new MovableClock(), AnswerScene::file);
  }

  private AnswerScene(
      Path root, MovableClock clock, BiFunction<Path, MovableClock, OpenedQueue> store) {
    this.root = root;
    this.clock = clock;
    try {
      ExchangeDirectory directory = ExchangeDirectory.open(root, ExchangeDirectory.Access.WRITE);
      opened = store.apply(root, clock);
      exchange =
          new Exchange(
              directory,
              ExchangeLimits.DEFAULT,
              clock,
              () -> clock.millis() * 1_000_000,
              (ref, patience) ->
                  opened.locks().lock(directory.id(), ref.value(), patience).map(Lock::new),
              LargeWork.ofHeap());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    able.addAll(List.of("ana", "ben", "cleo"));
  }

  private static OpenedQueue file(Path root, MovableClock clock) {
    try {
      return SqliteStore.in(Files.createDirectories(root.resolve(".gateway")), clock)
          .open("node-1");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One of several nodes on one exchange that share a PostgreSQL. */
  static AnswerScene node(Path root, MovableClock clock, String url, String name) {
    return new AnswerScene(root, clock, (_, _) -> PostgresStore.at(url, null, null).open(name));
  }

  private record Lock(StoreLocks.StoreLock held) implements ClusterLocks.Held {

    @Override
    public boolean stands() {
      return held.stands();
    }

    @Override
    public void close() {
      held.close();
    }
  }

  /** What another program appends to a thread's file, without a lock. */
  void appendTo(String ref, String from, String mess) {
    clock.advance(Duration.ofSeconds(1));
    LoadedThread loaded = loaded(new Ref(ref));
    Path folder = loaded.location().in(root);
    Path file =
        Files.isDirectory(folder) ? folder.resolve("000-" + ref + ".messe-af.yaml") : folder;
    write(file, text(file) + message(from, clock.instant().toString(), mess));
  }

  Journal journal() {
    return opened.journal();
  }

  public AnswerContext ports() {
    return new AnswerContext(
        exchange.directory().id(),
        exchange.writer(),
        new MortalJournal(),
        changed::addAll,
        (thread, declined) -> {
          Set<String> left = new HashSet<>(able);
          left.removeAll(declined);
          return left;
        },
        AnswerScene::name,
        new NamedExecutors(AnswerScene::executors),
        clock);
  }

  private static Map<String, String> executors() {
    return Stream.of("ana", "ben", "cleo", "lab-bot")
        .collect(Collectors.toMap(Function.identity(), AnswerScene::name));
  }

  private static String name(String executor) {
    return executor.substring(0, 1).toUpperCase(Locale.ROOT) + executor.substring(1);
  }

  public ThreadAnswers answers() {
    return new ThreadAnswers(ports());
  }

  /** What agents say, with an index that has heard of no thread. */
  ThreadRequests requests() {
    return requests(List::of, (_, _) -> Map.<String, @Nullable Object>of());
  }

  /**
   * @param createdBefore what a message of the same moment made before a crash
   */
  ThreadRequests requests(Supplier<List<String>> createdBefore, AgentQueries queries) {
    return new ThreadRequests(
        ports(),
        new EmptyIndex() {
          @Override
          public List<String> createdAt(String agent, Instant at) {
            return createdBefore.get();
          }
        },
        queries);
  }

  /** What agents say, with the index of the store's rows. */
  ThreadRequests indexed() {
    return new ThreadRequests(ports(), index(), (_, _) -> Map.<String, @Nullable Object>of());
  }

  private AgentThreadIndex index() {
    return new AgentThreadIndex(exchange, opened.queue());
  }

  /** What a thread says about how it goes on is done, and the store takes note of what it is. */
  void lookedAt(String ref) throws IOException {
    boolean _ =
        new SuccessorThreads(
                exchange.writer(),
                changed::addAll,
                new NamedExecutors(AnswerScene::executors),
                index(),
                clock)
            .carryOut(loaded(new Ref(ref)));
    seen(ref);
  }

  /** A thread of an agent as another program wrote it, and its row. */
  void threadOf(String agent, String ref) {
    write(
        root.resolve(ThreadFolder.RECEIVED.directory()).resolve(ref + ".messe-af.yaml"),
        (envelope("pending") + request("")).replace(REF, ref).replace("claude-agent", agent));
    seen(ref);
  }

  /** The store takes note of a thread. */
  private void seen(String ref) {
    LoadedThread loaded = loaded(new Ref(ref));
    Envelope envelope = loaded.thread().envelope();
    opened
        .queue()
        .storeThread(
            new ThreadRow(
                exchange.directory().id(),
                ref,
                loaded.location().relative(),
                1,
                1,
                clock.instant(),
                envelope.status().code(),
                0,
                null,
                null,
                envelope.requestor(),
                envelope.clientId(),
                null,
                Succession.of(envelope).successors(),
                ThreadRow.Origin.UNKNOWN));
  }

  /** The process dies right before that method of the journal. */
  void killBefore(String method) {
    killsBefore = method;
  }

  /** The process dies right after it. */
  void killAfter(String method) {
    killsAfter = method;
  }

  /** What happens elsewhere right after an answer became a row. */
  void afterPut(Runnable elsewhere) {
    afterPut = elsewhere;
  }

  void live() {
    killsBefore = null;
    killsAfter = null;
  }

  public AnswerResult say(String executor, String yaml) {
    return say(executor, executor + yaml, yaml);
  }

  /** Without a key. */
  AnswerResult sayWords(String executor, String yaml) {
    clock.advance(Duration.ofSeconds(1));
    return answers().say(answer(REF, executor, words(yaml), yaml, List.of()));
  }

  static MessageKey.Words words(String yaml) {
    return new MessageKey.Words(Integer.toHexString(yaml.hashCode()));
  }

  AnswerResult say(String executor, String key, String yaml) {
    return say(executor, key, yaml, List.of());
  }

  AnswerResult say(String executor, String key, String yaml, List<AnswerFile> files) {
    clock.advance(Duration.ofSeconds(1));
    return answers().say(answer(REF, executor, key, yaml, files));
  }

  @SuppressWarnings("NullAway") // The class file of a record does not tell which values are null.
  static Answer answer(
      String ref, String executor, String key, String yaml, List<AnswerFile> files) {
    return answer(ref, executor, new MessageKey.Given(key), yaml, files);
  }

  @SuppressWarnings("NullAway") // As above.
  static Answer answer(
      String ref, String executor, MessageKey key, String yaml, List<AnswerFile> files) {
    return new Answer("home", ref, executor, "http", key, mess(yaml), files);
  }

  @SuppressWarnings("NullAway") // As above.
  static AgentRequests.RequestMessage fromAgent(String agent, String key, String yaml) {
    return fromAgent(agent, new MessageKey.Given(key), yaml);
  }

  @SuppressWarnings("NullAway") // As above.
  static AgentRequests.RequestMessage fromAgent(String agent, MessageKey key, String yaml) {
    return new AgentRequests.RequestMessage(agent, "http", key, mess(yaml));
  }

  static List<Map<String, @Nullable Object>> mess(String yaml) {
    try {
      return MessBody.read(yaml.getBytes(UTF_8));
    } catch (ThreadFormatException e) {
      throw new AssertionError(e);
    }
  }

  /** One keeper's look after that time. */
  void keep(Duration after) {
    clock.advance(after);
    answers().reconciler().turn();
  }

  public void thread() {
    thread("pending", "");
  }

  public void thread(String status, String more) {
    write(head(ThreadFolder.RECEIVED), envelope(status) + request(more));
  }

  static String envelope(String status) {
    return """
    ref: %s
    client_id: shop:042
    requestor: claude-agent
    executor: null
    status: %s
    created: 2026-11-20T08:00:00Z
    updated: 2026-11-20T08:00:00Z
    intent: look
    priority: normal
    # kept as it is
    x-own: {a: 1}
    history:
      - action: created
        at: 2026-11-20T08:00:00Z
        by: claude-agent
    """
        .formatted(REF, status);
  }

  static String request(String more) {
    return """
    ---
    from: claude-agent
    received: 2026-11-20T08:00:00Z
    channel: mcp
    MESS:
      - request:
          id: shop:042
          intent: look
    """
        + more;
  }

  static String message(String from, String at, String mess) {
    return """
    ---
    from: %s
    received: %s
    MESS:
    %s
    """
        .formatted(from, at, mess.indent(2).stripTrailing());
  }

  Path head(ThreadFolder folder) {
    return root.resolve(folder.directory()).resolve(REF).resolve("000-" + REF + ".messe-af.yaml");
  }

  /** As a program that takes no lock writes: over what is there. */
  void write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      Files.setLastModifiedTime(file, FileTime.from(clock.instant().minus(Duration.ofMinutes(5))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public LoadedThread loaded() {
    return loaded(new Ref(REF));
  }

  private LoadedThread loaded(Ref ref) {
    ThreadReadResult read = exchange.loader().load(ref);
    if (read instanceof ThreadReadResult.Complete(LoadedThread thread)) {
      return thread;
    }
    throw new AssertionError(read);
  }

  public MessThread now() {
    return loaded().thread();
  }

  public String status() {
    return now().envelope().status().code();
  }

  public @Nullable String holder() {
    return now().envelope().executor();
  }

  /** Who did what, in order. */
  public List<String> history() {
    return now().envelope().history().stream()
        .map((HistoryEntry entry) -> entry.action() + " " + entry.by())
        .toList();
  }

  public List<String> speakers() {
    return now().messages().stream().map(message -> String.valueOf(message.from())).toList();
  }

  List<String> files() {
    try (Stream<Path> files = Files.list(loaded().location().in(root))) {
      return new ArrayList<>(files.map(file -> file.getFileName().toString()).sorted().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    exchange.close();
    opened.queue().close();
  }

  /** The store's journal, with a process around it that can die. */
  private final class MortalJournal implements Journal {

    @Override
    public AnswerJournal answers() {
      AnswerJournal real = journal().answers();
      return (AnswerJournal)
          Proxy.newProxyInstance(
              AnswerJournal.class.getClassLoader(),
              new Class<?>[] {AnswerJournal.class},
              (_, method, arguments) -> {
                if (method.getName().equals(killsBefore)) {
                  throw new Killed();
                }
                try {
                  Object result = method.invoke(real, arguments);
                  Runnable elsewhere = afterPut;
                  if (elsewhere != null && method.getName().equals("put")) {
                    elsewhere.run();
                  }
                  if (method.getName().equals(killsAfter)) {
                    throw new Killed();
                  }
                  return result;
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }

    @Override
    public ClaimStore claims() {
      return journal().claims();
    }

    @Override
    public EventInbox events() {
      return journal().events();
    }

    @Override
    public ReplyCodes replyCodes() {
      return journal().replyCodes();
    }

    @Override
    public ReplyInbox replies() {
      return journal().replies();
    }

    @Override
    public LaterReplies laterReplies() {
      return journal().laterReplies();
    }

    @Override
    public RequestLog asked() {
      return journal().asked();
    }
  }
}
