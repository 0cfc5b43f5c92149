package org.messgateway.gateway.answer;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.protocol.Succession;

/**
 * Finds an agent's own threads: those in the index, and those created a moment ago that the index
 * may not have yet. Used by one thread at a time where nothing else is said.
 */
final class OwnTasks {

  private static final int MOST = 10_000;

  /** After which the queue knows of a change, if it ever does. */
  private static final Duration INDEXED = Duration.ofSeconds(10);

  private final String exchange;
  private final InstantSource clock;
  private final AgentThreads agentThreads;
  private final ThreadWriter writer;

  /** Threads created a moment ago; by agent and id, or by agent alone. */
  private final Map<List<String>, String> fresh = new LinkedHashMap<>();

  /** Threads that changed of late, with their agents and when; the queue may not know it yet. */
  private final Map<String, Change> changed = new LinkedHashMap<>();

  private record Change(String agent, Instant at) {}

  OwnTasks(String exchange, AgentThreads agentThreads, ThreadWriter writer, InstantSource clock) {
    this.exchange = exchange;
    this.agentThreads = agentThreads;
    this.writer = writer;
    this.clock = clock;
  }

  /** From any thread, as {@link #recent}. */
  synchronized void touched(String agent, String ref) {
    changed.remove(ref);
    changed.put(ref, new Change(agent, clock.instant()));
    Instant old = clock.instant().minus(INDEXED);
    changed.values().removeIf(change -> change.at().isBefore(old) || changed.size() > MOST);
  }

  /** Threads of an agent that changed a moment ago. */
  synchronized List<AgentQueries.FreshThread> recent(String agent) {
    Instant old = clock.instant().minus(INDEXED);
    return changed.entrySet().stream()
        .filter(each -> each.getValue().agent().equals(agent) && each.getValue().at().isAfter(old))
        .map(each -> new AgentQueries.FreshThread(exchange, each.getKey()))
        .toList();
  }

  void created(String agent, @Nullable String id, String ref) {
    touched(agent, ref);
    fresh.put(List.of(agent), ref);
    if (id != null) {
      fresh.put(List.of(agent, id), ref);
    }
    if (fresh.size() > MOST) {
      fresh.remove(fresh.keySet().iterator().next());
    }
  }

  /**
   * The thread that a reference means: the agent's own id of it, its ref, either in a namespace
   * ({@code shop:042}), the ref of one of its messages, or {@code last}. Source: protocol §1.3.
   */
  Optional<String> ref(String agent, String re) throws IOException {
    if (re.equals(ThreadReferences.LAST)) {
      return later(Optional.ofNullable(fresh.get(List.of(agent))), agentThreads.last(agent));
    }
    Optional<String> meant = named(agent, re);
    if (meant.isEmpty()) {
      meant = byRef(agent, re);
    }
    String inner = re.substring(re.lastIndexOf(':') + 1);
    if (meant.isEmpty() && !inner.isEmpty() && !inner.equals(re)) {
      meant = named(agent, inner);
      return meant.isPresent() ? meant : byRef(agent, inner);
    }
    return meant;
  }

  /** The same, as long as the thread was not deleted. */
  Optional<String> existing(String agent, String re) throws IOException {
    Optional<String> ref = ref(agent, re);
    return ref.isPresent() && thread(ref.get()).isEmpty() ? Optional.empty() : ref;
  }

  private Optional<String> named(String agent, String id) throws IOException {
    Optional<String> known = agentThreads.named(agent, id);
    Optional<String> made = Optional.ofNullable(fresh.get(List.of(agent, id)));
    boolean otherwise = known.isPresent() && made.isPresent() && !known.equals(made);
    return otherwise && goesOn(made.get()) ? known : later(made, known);
  }

  /** Where it goes on the index knows: what comes of a merge has the ref of the first. */
  private boolean goesOn(String ref) throws IOException {
    return thread(ref)
        .filter(thread -> !Succession.of(thread.envelope()).successors().isEmpty())
        .isPresent();
  }

  /** Other programs and gateways make threads of the agent, too. */
  private static Optional<String> later(Optional<String> one, Optional<String> other) {
    return Stream.of(one, other).flatMap(Optional::stream).max(Ref.CREATION_ORDER);
  }

  /** The agent's open task with that id of its own. */
  Optional<String> open(String agent, @Nullable String id) throws IOException {
    return id == null ? Optional.empty() : openTask(agent, id).map(open -> open.ref().value());
  }

  private Optional<LoadedThread> openTask(String agent, String id) throws IOException {
    Optional<String> ref = named(agent, id);
    return ref.isEmpty()
        ? Optional.empty()
        : loaded(ref.get()).filter(open -> !open.thread().envelope().status().ended());
  }

  /**
   * Makes sure that an id names one task: a request under the id of an open task is that request.
   *
   * @throws AnswerRefusal when it asks for something else
   */
  void checkIds(String agent, List<NewTask> tasks) throws IOException, AnswerRefusal {
    Set<String> ids = new HashSet<>();
    for (NewTask task : tasks) {
      String id = task.id();
      if (id == null) {
        continue;
      }
      if (!ids.add(id)) {
        throw new AnswerRefusal(
            "Two requests of this message have the id \"%s\". Give each an id of its own."
                .formatted(id));
      }
      Optional<LoadedThread> open = openTask(agent, id);
      if (open.isPresent() && !task.asksAs(open.get())) {
        throw new AnswerRefusal(
            ("Your task \"%s\" is open as %s and asks for something else. Give this request another"
                    + " id, or cancel the open task first.")
                .formatted(id, open.get().ref()));
      }
    }
  }

  /** The thread as it stands; empty when it is gone. */
  Optional<MessThread> thread(String ref) throws IOException {
    return loaded(ref).map(LoadedThread::thread);
  }

  private Optional<LoadedThread> loaded(String name) throws IOException {
    Optional<Ref> ref = Ref.of(name);
    try {
      return ref.isEmpty() ? Optional.empty() : Optional.of(writer.read(ref.get()));
    } catch (ExchangeWriteException e) {
      if (e.reason() == ExchangeWriteException.Reason.ABSENT) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** By the thread's ref, or the ref of one of its messages. */
  private Optional<String> byRef(String agent, String re) throws IOException {
    int slash = re.indexOf('/');
    return thread(slash < 0 ? re : re.substring(0, slash))
        .filter(thread -> thread.requestor().filter(agent::equals).isPresent())
        .map(MessThread::ref);
  }
}
