package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.testkit.Conforms;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Agents ask through {@code mcp} while a {@code run} and two {@code mcp} are killed at random, by
 * SIGKILL or SIGTERM: each task is made once, and told once.
 *
 * <p>{@code -Dmess.crash.seed=N} repeats a run.
 */
class McpKillsIT {

  private static final Logger log = LoggerFactory.getLogger(McpKillsIT.class);

  /**
   * With those that are asked again after a kill, fewer than the 200 that one process lets an agent
   * create in an hour, since that process may be one that nobody kills.
   */
  private static final int TASKS = 150;

  private static final int KILLS = 30;
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Pattern INTENT = Pattern.compile("(?m)^intent: (task-\\d+)$");

  private final long seed = Long.getLong("mess.crash.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final AtomicInteger asked = new AtomicInteger();
  private final Map<String, String> refs = new ConcurrentHashMap<>();

  @TempDir private Path folder;
  private House house;

  @BeforeEach
  void aHouse() throws IOException {
    log.info("seed {}: -Dmess.crash.seed={}", seed, seed);
    house = new House(Files.createDirectory(folder.resolve("home")));
  }

  @Test
  @Tag("proof")
  @Conforms({168, 320})
  void eachTaskIsMadeAndToldOnceWhoeverIsKilled() throws Exception {
    try (Sink sink = Sink.open();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      house.configure(Map.of("robot", sink.url("robot")));
      try (Restarted<McpProcess> first = mcp();
          Restarted<McpProcess> second = mcp();
          Restarted<GatewayProcess> run = run();
          McpProcess steady = opened()) {
        List<Future<?>> agents = new ArrayList<>();
        agents.add(threads.submit(() -> askWithIds(first, numbers(0))));
        agents.add(threads.submit(() -> askWithIds(second, numbers(1))));
        agents.add(threads.submit(() -> askWithout(steady, numbers(2))));
        killed(List.of(first, second, run), agents, steady);
        for (Future<?> agent : agents) {
          agent.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
        Eventually.within(
            LIMIT,
            () -> TASKS + " were told, but " + told(sink).size() + "\n" + steady.log(),
            () -> told(sink).size() >= TASKS);
        assertEquals(List.of(), steady.strange());
      }
      assertAllIsOnce(sink);
    }
  }

  /** Every third. */
  private static List<Integer> numbers(int from) {
    return IntStream.range(0, TASKS).filter(number -> number % 3 == from).boxed().toList();
  }

  private McpProcess opened() throws IOException {
    McpProcess process = McpProcess.start(house.home(), "--agent", "claude");
    process.open();
    return process;
  }

  private Restarted<McpProcess> mcp() throws Exception {
    return new Restarted<>(
        "mcp",
        this::opened,
        McpProcess::kill,
        McpProcess::askToStop,
        McpProcess::isAlive,
        McpProcess::close);
  }

  private Restarted<GatewayProcess> run() throws Exception {
    return new Restarted<>(
        "run",
        () -> GatewayProcess.run(house),
        GatewayProcess::kill,
        GatewayProcess::askToStop,
        GatewayProcess::isAlive,
        GatewayProcess::close);
  }

  /** An agent whose program may be killed: it names its tasks, and so may ask again. */
  private @Nullable Void askWithIds(Restarted<McpProcess> server, List<Integer> numbers)
      throws Exception {
    for (int number : numbers) {
      String message = "MESS: [request: {id: a-%1$d, intent: task-%1$d}]".formatted(number);
      JsonNode result = null;
      while (result == null) {
        result = answered(server.now(), "mess", Map.of("message", message));
        if (result == null) {
          Thread.sleep(Duration.ofMillis(20));
        }
      }
      note(number, result.at("/created/0/ref").asText());
    }
    return null;
  }

  /** One whose program lives on: it asks once, and is answered whoever is killed. */
  private @Nullable Void askWithout(McpProcess server, List<Integer> numbers) {
    for (int number : numbers) {
      JsonNode result = answered(server, "mess_do", Map.of("intent", "task-" + number));
      note(number, String.valueOf(result == null ? null : result.path("ref").asText()));
    }
    return null;
  }

  private void note(int number, String ref) {
    refs.put("task-" + number, ref);
    asked.incrementAndGet();
  }

  /** Null where the program ended before it answered. */
  private static @Nullable JsonNode answered(
      McpProcess server, String tool, Map<String, Object> arguments) {
    try {
      CompletableFuture<JsonNode> answer =
          server.ask("tools/call", Map.of("name", tool, "arguments", arguments));
      JsonNode message = answer.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      JsonNode result = message.path("result");
      if (!result.has("structuredContent")) {
        throw new AssertionError("the agent was told " + message + "\n" + server.log());
      }
      return result.path("structuredContent");
    } catch (ExecutionException | UncheckedIOException ended) {
      return null;
    } catch (TimeoutException e) {
      throw new AssertionError("no answer:\n" + server.log(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** An agent that failed asks no more: what it says is the reason, not how many were asked. */
  private void killed(List<Restarted<?>> victims, List<Future<?>> agents, McpProcess steady)
      throws Exception {
    for (int kill = 1; kill <= KILLS; kill++) {
      int enough = kill * TASKS / (KILLS + 1);
      Eventually.within(
          LIMIT,
          () -> enough + " tasks, but " + asked + " of " + refs.keySet() + "\n" + steady.log(),
          () ->
              asked.get() >= enough
                  || agents.stream().anyMatch(agent -> agent.state() == Future.State.FAILED));
      for (Future<?> agent : agents) {
        if (agent.state() == Future.State.FAILED) {
          agent.get();
        }
      }
      Restarted<?> victim = victims.get(random.nextInt(victims.size()));
      boolean gently = random.nextInt(3) == 0;
      log.info("{} of {}: {} is {}", kill, KILLS, victim.name, gently ? "ended" : "killed");
      victim.end(gently);
    }
  }

  private static Set<String> told(Sink sink) {
    return sink.arrivals().stream()
        .filter(each -> each.kind().equals("request"))
        .map(Arrival::ref)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void assertAllIsOnce(Sink sink) throws IOException {
    Map<String, Long> once =
        IntStream.range(0, TASKS)
            .mapToObj(number -> "task-" + number)
            .collect(Collectors.toMap(Function.identity(), _ -> 1L));
    Map<String, Long> made = new HashMap<>();
    for (Path file : house.files()) {
      if (file.toString().endsWith(".messe-af.yaml")) {
        INTENT
            .matcher(Files.readString(file))
            .results()
            .forEach(found -> made.merge(found.group(1), 1L, Long::sum));
      }
    }
    assertEquals(once, made, "tasks by their intents");
    assertEquals(TASKS, Set.copyOf(refs.values()).size(), "each agent was told its own: " + refs);
    assertEquals(new TreeSet<>(refs.values()), told(sink));
    Map<String, Long> ids =
        sink.arrivals().stream()
            .filter(each -> each.kind().equals("request"))
            .map(Arrival::id)
            .distinct()
            .collect(Collectors.groupingBy(id -> id, Collectors.counting()));
    assertEquals(TASKS, ids.size(), "webhook-ids: each delivery keeps its own");
  }

  /** A process that is started again when it was ended. */
  private static final class Restarted<P> implements AutoCloseable {

    private interface Ending<P> {
      void end(P process) throws Exception;
    }

    private final String name;
    private final Callable<P> start;
    private final Ending<P> kill;
    private final Ending<P> stop;
    private final Predicate<P> alive;
    private final Consumer<P> close;
    private volatile P process;

    Restarted(
        String name,
        Callable<P> start,
        Ending<P> kill,
        Ending<P> stop,
        Predicate<P> alive,
        Consumer<P> close)
        throws Exception {
      this.name = name;
      this.start = start;
      this.kill = kill;
      this.stop = stop;
      this.alive = alive;
      this.close = close;
      process = start.call();
    }

    P now() {
      return process;
    }

    void end(boolean gently) throws Exception {
      P before = process;
      if (gently) {
        stop.end(before);
        Eventually.within(LIMIT, () -> name + " stops", () -> !alive.test(before));
      } else {
        kill.end(before);
      }
      close.accept(before);
      process = start.call();
    }

    @Override
    public void close() {
      close.accept(process);
    }
  }
}
