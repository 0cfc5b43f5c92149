package org.messgateway.gateway.agents;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.PlainText;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.api.mess.Timestamps;
import org.messgateway.gateway.agents.TaskPage.TaskSummary;
import org.messgateway.gateway.answer.AgentQueries;
import org.messgateway.gateway.answer.AgentQuery;
import org.messgateway.gateway.exchange.ExchangeNames;
import org.messgateway.gateway.exchange.Ref;

/** The tasks of agents over all exchanges of a running gateway. */
public final class GatewayTasks implements AgentTasks {

  /** How often a waiter looks at what this gateway is not told of. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** How long a task that was just made may need until its own id is known. */
  private static final Duration SETTLING = Duration.ofSeconds(1);

  /** How long the watcher may need to hear of a new file, on a busy machine. */
  private static final Duration UNHEARD = Duration.ofMillis(250);

  /** Changed threads that one list reads; in a burst of more, the last may be missing in it. */
  private static final int MOST_UNSETTLED = 50;

  private final List<ExchangeTasks> exchanges;
  private final ExchangeNames names;
  private final AgentQueries queries;
  private final TaskChanges changes;
  private final LongSupplier nanoTime;

  /**
   * @param exchanges in the order of the configuration
   * @param names by which agents call them
   * @param nanoTime a monotonic clock
   */
  public GatewayTasks(
      List<ExchangeTasks> exchanges,
      ExchangeNames names,
      AgentQueries queries,
      TaskChanges changes,
      LongSupplier nanoTime) {
    this.exchanges = List.copyOf(exchanges);
    this.names = names;
    this.queries = queries;
    this.changes = changes;
    this.nanoTime = nanoTime;
  }

  /** A task's place. */
  private record Place(ExchangeTasks exchange, String ref) {}

  @Override
  public Optional<AgentTask> task(String agent, Optional<String> exchange, String id) {
    try {
      return await(agent, exchange, id, WaitUntil.CHANGE, Duration.ZERO);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private Optional<String> exchangeId(Optional<String> called) {
    return called.map(name ->
        names.id(name).orElseThrow(() -> new UnknownExchangeException(names.unknown(name))));
  }

  private List<ExchangeTasks> asked(Optional<String> called) {
    Optional<String> id = exchangeId(called);
    return exchanges.stream().filter(each -> id.isEmpty() || each.id().equals(id.get())).toList();
  }

  private Optional<Place> place(String agent, List<ExchangeTasks> asked, String id) {
    return asked.stream()
        .flatMap(each -> each.ref(agent, id).map(ref -> new Place(each, ref)).stream())
        .findFirst();
  }

  /**
   * A task that was just made is in the exchange, but its id may not be in the queue's rows yet,
   * and the watcher may not have heard of it.
   */
  private Optional<Place> settled(String agent, List<ExchangeTasks> asked, String id)
      throws InterruptedException {
    Optional<Place> found = place(agent, asked, id);
    long began = nanoTime.getAsLong();
    long passed = 0;
    while (found.isEmpty()
        && (passed < UNHEARD.toNanos()
            || (passed < SETTLING.toNanos() && asked.stream().anyMatch(ExchangeTasks::busy)))) {
      Thread.sleep(Duration.ofMillis(20));
      found = place(agent, asked, id);
      passed = nanoTime.getAsLong() - began;
    }
    return found;
  }

  @Override
  public Optional<AgentTask> await(
      String agent,
      Optional<String> exchange,
      String id,
      WaitUntil until,
      Duration longest,
      Optional<String> seen)
      throws InterruptedException {
    long left = Math.min(longest.toNanos(), LONGEST_WAIT.toNanos());
    long end = nanoTime.getAsLong() + left;
    Optional<Place> place = settled(agent, asked(exchange), id);
    if (place.isEmpty()) {
      return Optional.empty();
    }
    ExchangeTasks tasks = place.get().exchange();
    String ref = place.get().ref();
    if (left > 0) {
      await(tasks, agent, ref, new Condition(until, seen), end);
    }
    return tasks.task(agent, ref);
  }

  private void await(ExchangeTasks tasks, String agent, String ref, Condition condition, long end)
      throws InterruptedException {
    try (TaskChanges.Bell bell = changes.ofTask(tasks.id(), ref)) {
      long left = end - nanoTime.getAsLong();
      while (left > 0
          && tasks.standing(agent, ref).filter(now -> !condition.met(now)).isPresent()) {
        bell.await(Math.min(left, LOOK.toNanos()));
        left = end - nanoTime.getAsLong();
      }
    }
  }

  /** What somebody waits for; of one thread. */
  private static final class Condition {

    private final WaitUntil until;
    private Optional<String> seen;

    Condition(WaitUntil until, Optional<String> seen) {
      this.until = until;
      this.seen = seen;
    }

    boolean met(ExchangeTasks.Standing now) {
      if (seen.isEmpty()) {
        seen = Optional.of(now.version());
      }
      return now.ended()
          || switch (until) {
            case ENDED -> false;
            case QUESTION -> now.asks();
            case ANSWERED -> now.asks() || now.answered();
            case CHANGE -> !seen.get().equals(now.version());
          };
    }
  }

  @Override
  public TaskPage tasks(String agent, Optional<String> exchange, TaskFilter filter)
      throws IOException {
    if (filter.cursor() != null && !known(filter.cursor())) {
      throw new TaskFilter.UnknownCursorException();
    }
    AgentQuery.ThreadQuery query =
        new AgentQuery.ThreadQuery(
            List.of(),
            filter.statuses(),
            null,
            filter.since(),
            List.of(),
            filter.limit(),
            filter.cursor());
    AgentQueries.Asker asker =
        new AgentQueries.Asker(
            agent,
            exchangeId(exchange).orElse(null),
            exchanges.stream().flatMap(each -> each.unsettled(MOST_UNSETTLED)).toList());
    Map<String, @Nullable Object> found = queries.answer(asker, query);
    List<TaskSummary> rows = new ArrayList<>();
    if (found.get("threads") instanceof List<?> threads) {
      threads.forEach(each -> {
        if (each instanceof Map<?, ?> row) {
          rows.add(summary(row));
        }
      });
    }
    return new TaskPage(rows, Optional.ofNullable(found.get("cursor")).map(String::valueOf));
  }

  /** Whether a cursor is one of {@code ThreadPage}: exchange and ref; none at its beginning. */
  private boolean known(String cursor) {
    int between = cursor.indexOf('/');
    String ref = cursor.substring(between + 1);
    return between > 0
        && (ref.isEmpty() || Ref.of(ref).isPresent())
        && exchanges.stream().anyMatch(each -> each.id().equals(cursor.substring(0, between)));
  }

  private static TaskSummary summary(Map<?, ?> row) {
    return new TaskSummary(
        String.valueOf(row.get("exchange")),
        String.valueOf(row.get("ref")),
        text(row.get("id")),
        ThreadStatus.of(String.valueOf(row.get("status"))).orElse(ThreadStatus.PENDING),
        Optional.ofNullable(text(row.get("intent"))).orElse(""),
        text(row.get("executor")),
        time(row.get("created")),
        time(row.get("updated")),
        text(row.get("expires")),
        row.get("suggestions") instanceof List<?> open
            ? open.stream().map(GatewayTasks::plainMap).toList()
            : List.of());
  }

  /** The words of others without hidden characters; empty for what is no map. */
  private static Map<String, Object> plainMap(Object value) {
    Map<String, Object> plain = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, each) -> {
        if (each != null) {
          plain.put(PlainText.line(String.valueOf(key)), plain(each));
        }
      });
    }
    return plain;
  }

  private static Object plain(Object value) {
    return switch (value) {
      case String text -> PlainText.of(text);
      case Map<?, ?> map -> plainMap(map);
      case Collection<?> many ->
          many.stream().filter(Objects::nonNull).map(GatewayTasks::plain).toList();
      default -> value;
    };
  }

  private static @Nullable String text(@Nullable Object value) {
    return value == null ? null : PlainText.line(value.toString());
  }

  private static @Nullable Instant time(@Nullable Object value) {
    return value instanceof Instant at ? at : Timestamps.parse(String.valueOf(value)).orElse(null);
  }

  @Override
  public Subscription subscribe(String agent, Consumer<TaskChange> bell) {
    return changes.ofAgent(agent, bell);
  }
}
