package org.messgateway.gateway.mcp.tools;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.messgateway.gateway.agents.AgentTask;
import org.messgateway.gateway.agents.AgentTasks.TaskChange;
import org.messgateway.gateway.mcp.McpCaller;

/**
 * What each caller was told of its tasks last: what happens between two of its calls is told, and
 * once. In memory; of a caller that is new here, all that happened within ten minutes counts as not
 * told. Safe for all threads.
 */
final class KnownTasks {

  /** How far a caller's first look goes back. */
  private static final Duration BEFORE = Duration.ofMinutes(10);

  /** Callers that are remembered; one that was forgotten is new. */
  private static final int CALLERS = 1_000;

  /** Tasks that are remembered of a caller. */
  private static final int TASKS = 500;

  private static final String ALL = "";

  /** A client of an agent: what one client knows, another may not. */
  private record Client(String agent, String name) {

    static Client of(McpCaller caller) {
      return new Client(caller.agent(), caller.clientName());
    }
  }

  /** What a client knows. */
  private static final class Knowledge {

    /** By name of the exchange that was looked at; all of them under the empty name. */
    private final Map<String, Instant> looks = new HashMap<>();

    private final Map<TaskChange, String> versions = new LatestEntries<>(TASKS);
  }

  private static final class LatestEntries<K, V> extends LinkedHashMap<K, V> {

    private static final long serialVersionUID = 1L;

    private final int most;

    LatestEntries(int most) {
      super(16, 0.75f, true);
      this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > most;
    }
  }

  private final InstantSource clock;
  private final Map<Client, Knowledge> clients = new LatestEntries<>(CALLERS);

  /**
   * @param clock by which threads are changed
   */
  KnownTasks(InstantSource clock) {
    this.clock = clock;
  }

  private Knowledge of(McpCaller caller) {
    return clients.computeIfAbsent(Client.of(caller), _ -> new Knowledge());
  }

  private static TaskChange key(AgentTask task) {
    return new TaskChange(task.exchange(), task.ref());
  }

  /** A result of the caller's shows how the task stands. */
  synchronized void told(McpCaller caller, AgentTask task) {
    of(caller).versions.put(key(task), task.version());
  }

  /** The versions that were told last. */
  synchronized Map<TaskChange, String> versions(McpCaller caller) {
    return Map.copyOf(of(caller).versions);
  }

  /** The version that was told last; empty where none is remembered. */
  synchronized Optional<String> version(McpCaller caller, AgentTask task) {
    return Optional.ofNullable(of(caller).versions.get(key(task)));
  }

  /** Since when tasks may have changed without that the caller was told. */
  synchronized Instant since(McpCaller caller, Optional<String> exchange) {
    Map<String, Instant> looks = of(caller).looks;
    return Stream.of(ALL, exchange.orElse(ALL))
        .flatMap(name -> Stream.ofNullable(looks.get(name)))
        .max(Comparator.naturalOrder())
        .orElseGet(() -> clock.instant().minus(BEFORE));
  }

  /** The caller knows of all that happened before in an exchange, or in all of them. */
  synchronized void lookedAt(McpCaller caller, Optional<String> exchange, Instant at) {
    of(caller).looks.put(exchange.orElse(ALL), at);
  }

  Instant now() {
    return clock.instant();
  }
}
