package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.queue.jdbc.PostgresServer;

/** Who of several gateways looks at which threads: one at each, whoever comes and goes. */
@Tag("proof")
@Tag("postgres")
class PartitionsIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int ALL = 64;
  private static final int COUNTED = 60;

  @TempDir private Path folder;
  private final String store = PostgresServer.freshUrl();

  private House house(String name, Sink sink, String database) throws IOException {
    Path exchange = Files.createDirectories(folder.resolve("exchange"));
    House house = new House(Files.createDirectory(folder.resolve(name)), exchange);
    house.configure(
        """
        exchange: { path: "%s" }
        store: { url: "%s" }
        executors: { roomba: { notify: { webhook: "%s" } } }
        """
            .formatted(exchange, database, sink.url("roomba")));
    return house;
  }

  private static long metric(Door door, String name) {
    return door.get("/metrics", Map.of())
        .body()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .map(line -> Double.valueOf(line.substring(name.length() + 1)).longValue())
        .findFirst()
        .orElseThrow();
  }

  private static long partitions(Door door) {
    return metric(door, "mess_partitions");
  }

  private static long looks(Door... doors) {
    return List.of(doors).stream().mapToLong(door -> metric(door, "mess_thread_looks_total")).sum();
  }

  private static void awaitPartitions(int each, Door... doors) {
    Eventually.within(
        LIMIT,
        () -> each + ", but " + List.of(doors).stream().map(PartitionsIT::partitions).toList(),
        () -> List.of(doors).stream().allMatch(door -> partitions(door) == each));
  }

  /** A thread that comes while its partition is compared is looked at by both who find it. */
  private static void awaitCompared(int partitions, GatewayProcess gateway) {
    Eventually.within(
        LIMIT,
        () -> partitions + " compared:\n" + gateway.log(),
        () -> compared(gateway) >= partitions);
  }

  private static int compared(GatewayProcess gateway) {
    return Pattern.compile("Took over ([0-9]+) of 64 partitions of primary; their threads were")
        .matcher(gateway.log())
        .results()
        .mapToInt(each -> Integer.parseInt(each.group(1)))
        .sum();
  }

  private static void awaitLooks(int enough, Door... doors) {
    Eventually.within(
        LIMIT, () -> enough + " looks, but " + looks(doors), () -> looks(doors) >= enough);
  }

  private static String ref(int number) {
    return "2026-11-24-%04d".formatted(number);
  }

  private static void put(House house, int from, int to) throws IOException {
    for (int number = from; number < to; number++) {
      house.putFlat(Request.of(ref(number)));
    }
  }

  private static void awaitTold(Sink sink, House house, int threads) {
    Set<String> all =
        IntStream.range(0, threads).mapToObj(PartitionsIT::ref).collect(Collectors.toSet());
    Eventually.within(
        LIMIT,
        () -> "all told, but " + sink.accepted().size(),
        () -> sink.accepted().stream().map(Arrival::ref).collect(Collectors.toSet()).equals(all));
    house.awaitNoted(LIMIT, threads);
    assertEquals(threads, house.noted().size(), "each is written down once");
  }

  @Test
  void aThreadIsLookedAtByOneWhoeverComesAndGoes() throws Exception {
    try (Sink sink = Sink.refusing()) {
      House one = house("one", sink, store);
      House other = house("other", sink, store);
      try (GatewayProcess killed = GatewayProcess.run(one).awaitReady();
          GatewayProcess stays = GatewayProcess.run(other).awaitReady();
          Door first = new Door(killed.port());
          Door second = new Door(stays.port())) {
        awaitPartitions(ALL / 2, first, second);
        awaitCompared(ALL / 2, stays);
        put(one, 0, COUNTED);
        awaitLooks(COUNTED, first, second);
        // Whoever looked twice has done so before it looks at what came last.
        put(one, COUNTED, COUNTED + 2);
        awaitLooks(COUNTED + 2, first, second);
        assertEquals(COUNTED + 2, looks(first, second), "looks at as many threads");
        assertTrue(looks(first) > 0 && looks(second) > 0, "both look");

        killed.kill();
        put(one, COUNTED + 2, COUNTED + 20);
        awaitPartitions(ALL, second);
        sink.comeBack();
        awaitTold(sink, one, COUNTED + 20);

        House last = house("third", sink, store);
        try (GatewayProcess third = GatewayProcess.run(last).awaitReady();
            Door door = new Door(third.port())) {
          awaitPartitions(ALL / 2, second, door);
          put(one, COUNTED + 20, COUNTED + 40);
          awaitTold(sink, one, COUNTED + 40);
          assertTrue(looks(door) > 0, "who joins has its share");
          assertEquals(List.of(), third.stackTrace());
        }
        assertEquals(List.of(), stays.stackTrace());
      }
      assertEquals(
          sink.accepted().size(),
          sink.accepted().stream().map(Arrival::id).distinct().count(),
          "none came twice");
    }
  }

  @Test
  void whoIsCutOffFromTheStoreStopsLookingBeforeAnotherBegins() throws Exception {
    int port = URI.create(store.substring("jdbc:".length())).getPort();
    try (Sink sink = Sink.open();
        CutLine line = CutLine.to(port)) {
      String cut = store.replace(":" + port + "/", ":" + URI.create(line.url()).getPort() + "/");
      House one = house("one", sink, cut);
      try (GatewayProcess lonely = GatewayProcess.run(one).awaitReady();
          GatewayProcess stays = GatewayProcess.run(house("other", sink, store)).awaitReady();
          Door first = new Door(lonely.port());
          Door second = new Door(stays.port())) {
        awaitPartitions(ALL / 2, first, second);
        line.end();
        put(one, 0, COUNTED);
        awaitPartitions(ALL, second);
        assertEquals(0, partitions(first));
        awaitTold(sink, one, COUNTED);
        assertEquals(List.of(), lonely.stackTrace());
        List<String> troubles =
            lonely.log().lines().filter(said -> said.matches("\\S+ (WARN|ERROR) .*")).toList();
        assertEquals(1, troubles.size(), "one line for all that fails: " + troubles);
        assertTrue(troubles.getFirst().contains("it cannot be reached"), troubles::toString);
      }
    }
  }
}
