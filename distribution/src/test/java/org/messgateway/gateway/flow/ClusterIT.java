package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.queue.jdbc.PostgresServer;

/**
 * Several gateways in processes of their own, each with its own home, on one exchange and one
 * PostgreSQL.
 */
@Tag("postgres")
class ClusterIT {

  private static final List<String> EXECUTORS = List.of("ana", "roomba");
  private static final int THREADS = Integer.getInteger("mess.cluster.threads", 300);
  private static final int CONTESTS = 10;

  /** Attempts that may be in flight in one node at once. */
  private static final int IN_FLIGHT = 12;

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Map<String, String> YAML = Map.of("Content-Type", "application/yaml");
  private static final String CLAIM = "MESS:\n  - status: { code: claimed }\n";

  @TempDir private Path folder;
  private final String store = PostgresServer.freshUrl();

  @BeforeEach
  void anExchange() throws IOException {
    Files.createDirectory(folder.resolve("exchange"));
  }

  private House house(String name, Map<String, String> addresses) throws IOException {
    Path exchange = folder.resolve("exchange");
    House house = new House(Files.createDirectory(folder.resolve(name)), exchange);
    String executors =
        addresses.entrySet().stream()
            .map(each ->
                "  %s: { notify: { webhook: \"%s\" } }\n".formatted(each.getKey(), each.getValue()))
            .collect(Collectors.joining());
    house.configure(
        """
        exchange: { path: "%s" }
        store: { url: "%s" }
        limits: { in_flight: %d }
        executors:
        %s\
        """
            .formatted(exchange, store, IN_FLIGHT, executors));
    return house;
  }

  @Test
  @Tag("proof")
  void nothingIsLostOrDoubledWhenOneOfTwoIsKilledAndAThirdComes() throws Exception {
    try (Sink sink = Sink.open(Duration.ofMillis(30))) {
      Map<String, String> addresses =
          EXECUTORS.stream().collect(Collectors.toMap(each -> each, sink::url));
      House one = house("one", addresses);
      House other = house("other", addresses);
      write(one, 0, THREADS / 2);
      try (GatewayProcess killed = GatewayProcess.run(one);
          GatewayProcess stays = GatewayProcess.run(other)) {
        killed.awaitReady();
        stays.awaitReady();
        awaitArrivals(sink, THREADS / 3);
        killed.kill();
        write(one, THREADS / 2, THREADS);
        try (GatewayProcess third = GatewayProcess.run(house("third", addresses))) {
          third.awaitReady();
          awaitAllTold(sink, stays, third);
          awaitHistories(other);
          assertOnlyWhatWasInFlightCameTwice(sink);
          assertEquals(List.of(), stays.stackTrace());
          assertEquals(List.of(), third.stackTrace());
        }
      }
    }
  }

  private static String ref(int number) {
    return "2026-11-20-%04d".formatted(number);
  }

  private static void write(House house, int from, int to) throws IOException {
    for (int number = from; number < to; number++) {
      if (number % 2 == 0) {
        house.put(Request.of(ref(number)));
      } else {
        house.putFlat(Request.of(ref(number)));
      }
    }
  }

  private static void awaitArrivals(Sink sink, int enough) {
    Eventually.within(
        LIMIT,
        () -> enough + " arrivals, but " + sink.arrivals().size(),
        () -> sink.arrivals().size() >= enough);
  }

  private Set<Arrival.Told> everything() {
    return IntStream.range(0, THREADS)
        .mapToObj(ClusterIT::ref)
        .flatMap(ref -> EXECUTORS.stream().map(executor -> new Arrival.Told(ref, executor)))
        .collect(Collectors.toSet());
  }

  private static Set<Arrival.Told> told(Sink sink) {
    return sink.accepted().stream().map(Arrival::told).collect(Collectors.toSet());
  }

  private void awaitAllTold(Sink sink, GatewayProcess one, GatewayProcess other) {
    Eventually.within(
        LIMIT,
        () ->
            "all told, but "
                + told(sink).size()
                + " are:\n"
                + one.log().lines().limit(80).toList()
                + other.log().lines().limit(80).toList(),
        () -> told(sink).equals(everything()));
  }

  /** Each delivery is written down, and none twice, whoever wrote it. */
  private void awaitHistories(House house) {
    Eventually.within(
        LIMIT,
        () -> "all histories, but " + house.noted().size(),
        () ->
            house.noted().stream()
                .map(House.Noted::told)
                .collect(Collectors.toSet())
                .equals(everything()));
    assertEquals(everything().size(), house.noted().size());
  }

  private static void assertOnlyWhatWasInFlightCameTwice(Sink sink) {
    Map<Arrival.Told, Set<String>> ids =
        sink.arrivals().stream()
            .collect(
                Collectors.groupingBy(
                    Arrival::told, Collectors.mapping(Arrival::id, Collectors.toSet())));
    ids.forEach((told, each) -> assertEquals(1, each.size(), "one id for " + told));
    int twice = sink.arrivals().size() - ids.size();
    assertTrue(twice <= IN_FLIGHT, twice + " came twice, in flight were at most " + IN_FLIGHT);
  }

  @Test
  void oneClaimWinsThoughTheyComeToTwoNodesAtTheSameInstant() throws Exception {
    try (Robots robots = Robots.start()) {
      Map<String, String> addresses =
          EXECUTORS.stream().collect(Collectors.toMap(each -> each, robots::url));
      House one = house("one", addresses);
      try (GatewayProcess here = GatewayProcess.run(one).awaitReady();
          GatewayProcess there = GatewayProcess.run(house("other", addresses)).awaitReady();
          Door first = new Door(here.port());
          Door second = new Door(there.port());
          ExecutorService two = Executors.newFixedThreadPool(2)) {
        write(one, 0, CONTESTS);
        robots.await("request", CONTESTS * EXECUTORS.size());
        for (int number = 0; number < CONTESTS; number++) {
          String ref = ref(number);
          List<Integer> answers =
              atOnce(
                  two,
                  () -> claim(first, robots, "ana", ref),
                  () -> claim(second, robots, "roomba", ref));
          assertEquals(Set.of(200, 409), new HashSet<>(answers), ref);
        }
        here.kill();
        for (int number = 0; number < CONTESTS; number++) {
          assertClaimedOnce(one, ref(number));
        }
        assertEquals(List.of(), here.stackTrace());
        assertEquals(List.of(), there.stackTrace());
      }
    }
  }

  /** Whoever sent the link: it opens on any node. */
  private static int claim(Door door, Robots robots, String executor, String ref) {
    Robots.Call call =
        robots.calls("request").stream()
            .filter(each -> each.robot().equals(executor) && each.ref().equals(ref))
            .findFirst()
            .orElseThrow();
    HttpResponse<String> answer = door.send("POST", call.respond().toString(), YAML, CLAIM);
    return answer.statusCode();
  }

  private static List<Integer> atOnce(
      ExecutorService two, Callable<Integer> one, Callable<Integer> other) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(2);
    List<Future<Integer>> both = new ArrayList<>();
    for (Callable<Integer> each : List.of(one, other)) {
      both.add(
          two.submit(() -> {
            barrier.await();
            return each.call();
          }));
    }
    return List.of(both.getFirst().get(), both.getLast().get());
  }

  private static void assertClaimedOnce(House house, String ref) throws IOException {
    String text =
        house.documents().stream()
            .filter(file -> file.getFileName().toString().contains(ref))
            .map(ClusterIT::text)
            .collect(Collectors.joining());
    assertTrue(text.contains("status: claimed"), text);
    assertEquals(1, text.split("code: claimed", -1).length - 1, text);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(file.toString(), e);
    }
  }

  @Test
  void aPauseSaidOnOneHoldsOnTheOthers() throws Exception {
    try (Sink sink = Sink.open()) {
      Map<String, String> addresses =
          EXECUTORS.stream().collect(Collectors.toMap(each -> each, sink::url));
      House one = house("one", addresses);
      House other = house("other", addresses);
      try (GatewayProcess running = GatewayProcess.run(other).awaitReady();
          GatewayProcess command =
              GatewayProcess.start(
                  one.home(), "pause", "ana", "2h", "--home", one.home().toString())) {
        assertEquals(0, command.awaitEnd(), command.log());
        Eventually.within(
            LIMIT, running::log, () -> running.log().contains("What people decided changed"));
        write(other, 0, 1);
        awaitArrivals(sink, 1);
        write(other, 1, 2);
        awaitArrivals(sink, 2);
        assertEquals(
            Set.of("roomba"),
            told(sink).stream().map(Arrival.Told::executor).collect(Collectors.toSet()));
      }
    }
  }
}
