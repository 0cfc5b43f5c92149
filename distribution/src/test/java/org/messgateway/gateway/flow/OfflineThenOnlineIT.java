package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.testkit.Conforms;

/** Destinations that are down get theirs when they come back, and keep nobody else waiting. */
class OfflineThenOnlineIT {

  private static final int DESTINATIONS = 100;
  private static final int SICK = 30;
  private static final int THREADS = 5;

  @TempDir private Path folder;
  private House house;

  @BeforeEach
  void aHouse() throws IOException {
    house = new House(Files.createDirectory(folder.resolve("home")));
  }

  @Test
  @Conforms(167)
  void whatWasAskedWhileTheRobotWasOffArrivesOnceItIsOn() throws Exception {
    try (Sink sink = Sink.refusing()) {
      house.configure(Map.of("robot", sink.url("robot")));
      try (HouseGateway gateway = HouseGateway.start(house)) {
        put(0, 20);
        gateway.awaitOffline(ref(19));
        sink.comeBack();
        put(20, 40);
        awaitDistinct(sink, 40);
        gateway.await(ref(0), DeliveryState.DELIVERED);
        assertEquals(40, sink.arrivals().size(), "nothing had been sent: nobody is told twice");
      }
    }
  }

  @Test
  void whatWasAskedWhileTheGatewayWasOffIsToldWhenItRuns() throws Exception {
    try (Sink sink = Sink.open()) {
      house.configure(Map.of("robot", sink.url("robot")));
      put(0, 10);
      try (HouseGateway gateway = HouseGateway.start(house)) {
        awaitDistinct(sink, 10);
        gateway.await(ref(9), DeliveryState.DELIVERED);
      }
      put(10, 20);
      try (HouseGateway gateway = HouseGateway.start(house)) {
        awaitDistinct(sink, 20);
        gateway.await(ref(19), DeliveryState.DELIVERED);
        assertEquals(20, sink.arrivals().size());
      }
    }
  }

  @Tag("proof")
  @Test
  void thirtySickDestinationsDelayNoneOfTheSeventyHealthy() throws Exception {
    try (Sink sink = Sink.open();
        Sink dead = Sink.refusing()) {
      house.configure(addresses(sink, dead));
      IntStream.range(0, SICK).forEach(number -> sink.mood(name(number), mood(number)));
      try (HouseGateway gateway = HouseGateway.start(house)) {
        put(0, THREADS);
        int healthy = (DESTINATIONS - SICK) * THREADS;
        Eventually.within(
            Duration.ofSeconds(20),
            () -> healthy + " healthy were told, but " + sink.accepted().size(),
            () -> sink.accepted().size() >= healthy);
        assertTrue(
            gateway.deliveries(ref(0)).stream()
                .anyMatch(row -> row.state() != DeliveryState.DELIVERED),
            "the sick are still sick");
        IntStream.range(0, SICK).forEach(number -> sink.mood(name(number), Sink.Mood.WELL));
        dead.comeBack();
        int all = DESTINATIONS * THREADS;
        Eventually.within(
            Duration.ofSeconds(90),
            () -> "all are told: " + missing(gateway),
            () -> accepted(sink, any -> true).size() + accepted(dead, any -> true).size() >= all);
        for (int number = 0; number < THREADS; number++) {
          gateway.await(ref(number), DeliveryState.DELIVERED);
        }
        assertEquals(healthy, arrivals(sink, OfflineThenOnlineIT::isHealthy), "each of them once");
      }
    }
  }

  private static Map<String, String> addresses(Sink sink, Sink dead) {
    Map<String, String> addresses = new LinkedHashMap<>();
    for (int number = 0; number < DESTINATIONS; number++) {
      boolean refused = number < SICK && number % 4 == 3;
      addresses.put(name(number), refused ? dead.url(name(number)) : sink.url(name(number)));
    }
    return addresses;
  }

  /** Every fourth of the sick is refused at another port. */
  private static Sink.Mood mood(int number) {
    return switch (number % 4) {
      case 0 -> Sink.Mood.HANGING;
      case 1 -> Sink.Mood.BUSY;
      default -> Sink.Mood.RESETTING;
    };
  }

  private static String name(int number) {
    return "robot-%03d".formatted(number);
  }

  private static boolean isHealthy(Arrival arrival) {
    return Integer.parseInt(arrival.told().executor().substring("robot-".length())) >= SICK;
  }

  private static Set<Arrival.Told> accepted(Sink sink, Predicate<Arrival> which) {
    return sink.accepted().stream().filter(which).map(Arrival::told).collect(Collectors.toSet());
  }

  private static long arrivals(Sink sink, Predicate<Arrival> which) {
    return sink.arrivals().stream().filter(which).count();
  }

  private static String missing(HouseGateway gateway) {
    return IntStream.range(0, THREADS)
        .boxed()
        .flatMap(number -> gateway.deliveries(ref(number)).stream())
        .filter(row -> row.state() != DeliveryState.DELIVERED)
        .map(row -> "%n%s".formatted(row))
        .collect(Collectors.joining());
  }

  private void put(int from, int to) throws IOException {
    for (int number = from; number < to; number++) {
      house.put(Request.of(ref(number)));
    }
  }

  private static String ref(int number) {
    return "2026-11-20-%03d".formatted(number);
  }

  private static void awaitDistinct(Sink sink, int count) {
    Eventually.within(
        Duration.ofSeconds(60),
        () -> count + " arrive, but " + List.copyOf(accepted(sink, any -> true)),
        () -> accepted(sink, any -> true).size() >= count);
  }
}
