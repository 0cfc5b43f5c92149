package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.testkit.Conforms;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway is killed at any moment, again and again: nothing is lost, hardly anybody is told
 * twice, and each delivery is written into history once.
 *
 * <p>{@code -Dmess.crash.threads=1000} makes it larger, {@code -Dmess.crash.seed=N} repeats a run.
 */
class CrashIT {

  private static final Logger log = LoggerFactory.getLogger(CrashIT.class);

  private static final List<String> EXECUTORS = List.of("ana", "roomba", "shop");
  private static final int WHOLE = Integer.getInteger("mess.crash.threads", 100);
  private static final Duration LIMIT = Duration.ofSeconds(60L + WHOLE / 10);

  /** Attempts that may be in flight at once: {@code limits.in_flight} below. */
  private static final int IN_FLIGHT = 12;

  private final long seed = Long.getLong("mess.crash.seed", System.nanoTime());
  private final Random random = new Random(seed);

  private int threads = 32;
  private int kills = 2;

  @TempDir private Path folder;
  private House house;

  @BeforeEach
  void aHouse() throws IOException {
    log.info("seed {}: -Dmess.crash.seed={}", seed, seed);
    house = new House(Files.createDirectory(folder.resolve("home")));
  }

  @Test
  @Tag("proof")
  void nothingIsLostInAWholeCampaign() throws Exception {
    threads = WHOLE;
    kills = 4;
    killedAgainAndAgain();
  }

  @Test
  @Conforms(169)
  void nothingIsLostWhenTheGatewayIsKilledAtAnyMoment() throws Exception {
    killedAgainAndAgain();
  }

  private void killedAgainAndAgain() throws Exception {
    try (Sink sink = Sink.open(Duration.ofMillis(60))) {
      configure(sink);
      for (int kill = 0; kill < kills; kill++) {
        killedAtSomeMoment(sink, kill);
      }
      GatewayProcess last = finish(sink);
      assertEveryoneWasToldOfEverything(sink);
      assertOnlyWhatWasInFlightCameTwice(sink);
      assertHistoryHasEachDeliveryOnce(sink);
      assertTheExchangeIsClean();
      assertEquals(List.of(), last.stackTrace());
    }
  }

  private void configure(Sink sink) throws IOException {
    Map<String, String> addresses = new LinkedHashMap<>();
    EXECUTORS.forEach(executor -> addresses.put(executor, sink.url(executor)));
    house.configure(addresses);
    String text = Files.readString(house.home().resolve("config.yaml"));
    house.replace("config.yaml", text + "limits: { in_flight: " + IN_FLIGHT + " }\n");
  }

  /** Threads come before it runs and while it runs; then it is killed after so many arrivals. */
  private void killedAtSomeMoment(Sink sink, int kill) throws Exception {
    int share = threads / kills;
    int first = kill * share;
    write(first, first + share / 2);
    int enough = sink.arrivals().size() + random.nextInt(share * EXECUTORS.size());
    try (GatewayProcess gateway = GatewayProcess.run(house)) {
      if (random.nextInt(4) > 0) {
        gateway.awaitReady();
      }
      write(first + share / 2, first + share);
      Eventually.within(
          LIMIT,
          () -> enough + " arrivals, but " + sink.arrivals().size() + "\n" + gateway.log(),
          () -> sink.arrivals().size() >= enough);
      gateway.kill();
      assertEquals(List.of(), gateway.stackTrace());
    }
  }

  private void write(int from, int to) throws IOException {
    for (int number = from; number < to; number++) {
      Request request = Request.of(ref(number));
      if (number % 2 == 0) {
        house.put(request);
      } else {
        house.putFlat(request);
      }
    }
  }

  private static String ref(int number) {
    return "2026-11-20-%04d".formatted(number);
  }

  private Stream<String> refs() {
    return IntStream.range(0, threads / kills * kills).mapToObj(CrashIT::ref);
  }

  private int deliveries() {
    return (int) refs().count() * EXECUTORS.size();
  }

  /** Runs until all is told and written down, then stops in peace. */
  private GatewayProcess finish(Sink sink) throws Exception {
    try (GatewayProcess gateway = GatewayProcess.run(house).awaitReady()) {
      Eventually.within(
          LIMIT,
          () -> deliveries() + " were told, but " + told(sink).size() + "\n" + gateway.log(),
          () -> told(sink).size() >= deliveries());
      house.awaitNoted(LIMIT, deliveries());
      gateway.askToStop();
      gateway.awaitEnd();
      assertTrue(gateway.log().contains("Stopped."), gateway::log);
      return gateway;
    }
  }

  private static Set<Arrival.Told> told(Sink sink) {
    return sink.arrivals().stream().map(Arrival::told).collect(Collectors.toSet());
  }

  private void assertEveryoneWasToldOfEverything(Sink sink) {
    Set<Arrival.Told> missing =
        refs()
            .flatMap(ref -> EXECUTORS.stream().map(executor -> new Arrival.Told(ref, executor)))
            .collect(Collectors.toCollection(HashSet::new));
    missing.removeAll(told(sink));
    assertEquals(Set.of(), missing, "lost");
  }

  private void assertOnlyWhatWasInFlightCameTwice(Sink sink) {
    Map<String, Long> times =
        sink.arrivals().stream().collect(Collectors.groupingBy(Arrival::id, Collectors.counting()));
    assertEquals(deliveries(), times.size(), "each delivery keeps its id over all restarts");
    long again = times.values().stream().mapToLong(count -> count - 1).sum();
    log.info("{} deliveries, {} kills: {} arrived again", times.size(), kills, again);
    assertTrue(again <= (long) kills * IN_FLIGHT, again + " arrived again");
  }

  private void assertHistoryHasEachDeliveryOnce(Sink sink) {
    Map<Arrival.Told, Long> noted =
        house.noted().stream()
            .collect(Collectors.groupingBy(House.Noted::told, Collectors.counting()));
    Map<Arrival.Told, Long> once =
        told(sink).stream().collect(Collectors.toMap(Function.identity(), _ -> 1L));
    assertEquals(once, noted);
    assertEquals(
        sink.arrivals().stream().map(Arrival::id).collect(Collectors.toSet()),
        house.noted().stream().map(House.Noted::id).collect(Collectors.toSet()));
  }

  private void assertTheExchangeIsClean() throws IOException {
    for (String ref : refs().toList()) {
      house.assertWhole(ref);
    }
    // A kill between writing temporary files and renaming them leaves those of a round of history.
    assertTrue(
        others().stream()
            .allMatch(file -> file.getFileName().toString().startsWith(".mess-gateway-")),
        () -> "left behind: " + others());
    theNextGatewayCleansUp();
    assertEquals(List.of(), others());
  }

  private List<Path> others() {
    return house.files().stream()
        .filter(file -> !file.toString().endsWith(".messe-af.yaml"))
        .filter(file -> !file.equals(house.home().resolve("config.yaml")))
        .toList();
  }

  private void theNextGatewayCleansUp() throws IOException {
    try (Exchange exchange =
        new Exchange(
            ExchangeDirectory.open(house.home(), ExchangeDirectory.Access.WRITE),
            ExchangeLimits.DEFAULT,
            InstantSource.system(),
            System::nanoTime)) {
      exchange.start();
    }
  }

  @Tag("proof")
  @Test
  void whenTheQueueIsDeletedWhoeverHistoryNamesIsNotToldAgain() throws Exception {
    try (Sink sink = Sink.open(Duration.ofMillis(60))) {
      configure(sink);
      int some = threads / kills * kills;
      write(0, some / 2);
      int enough = random.nextInt(1, some / 4 * EXECUTORS.size());
      try (GatewayProcess gateway = GatewayProcess.run(house).awaitReady()) {
        write(some / 2, some);
        house.awaitNoted(LIMIT, enough);
        gateway.kill();
      }
      house.deleteQueue();
      Set<Arrival.Told> noted =
          house.noted().stream().map(House.Noted::told).collect(Collectors.toSet());
      int before = sink.arrivals().size();
      log.info("{} arrived, {} in history when the queue was deleted", before, noted.size());
      finish(sink);
      assertEveryoneWasToldOfEverything(sink);
      Set<Arrival.Told> after =
          sink.arrivals().stream().skip(before).map(Arrival::told).collect(Collectors.toSet());
      after.retainAll(noted);
      assertEquals(Set.of(), after, "told again although history names them");
      assertHistoryHasEachDeliveryOnce(sink);
    }
  }
}
