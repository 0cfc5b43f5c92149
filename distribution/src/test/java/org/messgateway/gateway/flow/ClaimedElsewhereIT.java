package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.testkit.Conforms;

/**
 * What others do in the exchange while the gateway runs, and what it does about it: programs that
 * take no lock, and a person who edits the configuration.
 */
class ClaimedElsewhereIT {

  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir private Path folder;
  private House house;

  @BeforeEach
  void aHouse() throws IOException {
    house = new House(Files.createDirectory(folder.resolve("home")));
  }

  @Tag("proof")
  @ParameterizedTest
  @CsvSource({
    "claimed, state=executing",
    "cancelled, state=canceled",
    "expired, state=canceled",
    "completed, state=finished",
    "claimed, state=received"
  })
  void aRobotThatWasOffIsNeverToldOfWhatIsOver(String status, String to) throws Exception {
    try (Sink sink = Sink.refusing()) {
      house.configure(Map.of("robot", sink.url("robot")));
      try (HouseGateway gateway = HouseGateway.start(house)) {
        house.put(Request.of("over"));
        gateway.awaitOffline("over");
        house.say("over", status, to);
        gateway.await("over", DeliveryState.WITHDRAWN);
        sink.comeBack();
        house.put(Request.of("next"));
        awaitArrival(sink, "next");
        assertEquals(List.of(), sink.of("over"));
        assertEquals(
            List.of(),
            house.noted().stream().filter(noted -> noted.told().ref().equals("over")).toList());
      }
    }
  }

  @Test
  void whatNobodyNeedsAnyMoreWhenTheRobotIsBackIsNotSent() throws Exception {
    try (Sink sink = Sink.refusing()) {
      house.configure(Map.of("robot", sink.url("robot")));
      try (HouseGateway gateway = HouseGateway.start(house)) {
        house.put(Request.of("late").with("needed_by: " + Instant.now().plusSeconds(3)));
        Eventually.within(
            SOON,
            () -> "it is not wanted any more: " + gateway.deliveries("late"),
            () -> gateway.deliveries("late").stream().anyMatch(row -> row.settledAt() != null));
        sink.comeBack();
        house.put(Request.of("next"));
        awaitArrival(sink, "next");
        assertEquals(List.of(), sink.of("late"));
      }
    }
  }

  @Test
  @Conforms(52)
  void aTaskThatDependsOnAnotherIsToldWhenTheOtherIsDone() throws Exception {
    try (Sink sink = Sink.open()) {
      house.configure(Map.of("robot", sink.url("robot")));
      try (HouseGateway _ = HouseGateway.start(house)) {
        house.put(Request.of("first"));
        house.put(Request.of("second").with("constraints: { depends_on: [first] }"));
        house.put(Request.of("third"));
        awaitArrival(sink, "first");
        awaitArrival(sink, "third");
        house.say("first", "claimed", "state=executing");
        house.put(Request.of("fourth"));
        awaitArrival(sink, "fourth");
        assertEquals(List.of(), sink.of("second"));
        house.say("first", "completed", "state=finished");
        awaitArrival(sink, "second");
        assertEquals(1, sink.of("second").size());
        assertEquals(
            List.of("request", "taken"), sink.of("first").stream().map(Arrival::kind).toList());
      }
    }
  }

  @Test
  @Conforms({40, 51})
  void nobodyIsToldBeforeTheTimeThatTheRequestNames() throws Exception {
    try (Sink sink = Sink.open()) {
      house.configure(Map.of("robot", sink.url("robot")));
      try (HouseGateway _ = HouseGateway.start(house)) {
        Instant time = Instant.now().plusSeconds(3);
        house.put(
            Request.of("later").with("constraints: { timing: { not_before: " + time + " } }"));
        house.put(Request.of("now"));
        awaitArrival(sink, "later");
        assertFalse(sink.of("later").getFirst().at().isBefore(time));
        assertEquals(List.of("now", "later"), sink.arrivals().stream().map(Arrival::ref).toList());
      }
    }
  }

  @Test
  void theNextStepIsTakenWhenNobodyHasClaimed() throws Exception {
    try (Sink sink = Sink.open()) {
      configureSteps(sink);
      try (HouseGateway _ = HouseGateway.start(house)) {
        house.put(Request.of("open"));
        house.put(Request.of("taken"));
        awaitArrival(sink, "open");
        awaitArrival(sink, "taken");
        house.say("taken", "claimed", "state=executing");
        Eventually.within(SOON, "the second step", () -> sink.of("open").size() == 2);
        house.put(Request.of("last"));
        Eventually.within(SOON, "the second step of another", () -> sink.of("last").size() == 2);
        Arrival first = sink.of("open").getFirst();
        Arrival second = sink.of("open").getLast();
        assertEquals("/roomba", first.path());
        assertEquals("/ana", second.path());
        assertFalse(Duration.between(first.at(), second.at()).toMillis() < 1000, "after 2 s");
        assertEquals(
            List.of("request", "taken"),
            sink.of("taken").stream().map(Arrival::kind).toList(),
            "nobody else is told of what is taken");
      }
    }
  }

  private void configureSteps(Sink sink) throws IOException {
    house.configure(
        """
        executors:
          roomba: { notify: { webhook: "%s" } }
          ana: { notify: { webhook: "%s" } }
        routing:
          - default:
            prefer: [roomba]
            then: [ana]
            after: 2s
        """
            .formatted(sink.url("roomba"), sink.url("ana")));
  }

  @Test
  void whenTheFirstChannelIsDeadTheSecondIsUsed() throws Exception {
    try (Sink dead = Sink.refusing();
        Sink sink = Sink.open()) {
      house.replace(
          "config.yaml",
          """
          http: { port: 0 }
          executors:
            ana: { notify: { order: [front, back], after: 10m, front: "%s", back: "%s" } }
          dispatch:
            front: { type: webhook, secret: one-secret-of-the-house }
            back: { type: webhook, secret: one-secret-of-the-house }
          """
              .formatted(dead.url("ana"), sink.url("ana")));
      try (HouseGateway gateway = HouseGateway.start(house)) {
        house.put(Request.of("asked"));
        awaitArrival(sink, "asked");
        house.say("asked", "claimed", "state=executing");
        Eventually.within(
            SOON,
            () -> "the first channel is let go: " + gateway.deliveries("asked"),
            () ->
                gateway.deliveries("asked").stream()
                    .noneMatch(row -> row.state() == DeliveryState.QUEUED));
        dead.comeBack();
        house.put(Request.of("next"));
        awaitArrival(dead, "next");
        assertEquals(List.of(), dead.of("asked"));
      }
    }
  }

  @Test
  @Conforms(159)
  void aNewExecutorIsToldOfWhatWaits() throws Exception {
    try (Sink sink = Sink.open()) {
      Map<String, String> addresses = new LinkedHashMap<>(Map.of("ana", sink.url("ana")));
      house.configure(addresses);
      try (HouseGateway gateway = HouseGateway.start(house)) {
        house.put(Request.of("waiting"));
        awaitArrival(sink, "waiting");
        addresses.put("new", sink.url("new"));
        house.configure(addresses);
        Eventually.within(SOON, "the new one is told", () -> sink.of("waiting").size() == 2);
        assertEquals("/new", sink.of("waiting").getLast().path());
        gateway.await("waiting", DeliveryState.DELIVERED);
        assertEquals(2, sink.of("waiting").size());
      }
    }
  }

  private static void awaitArrival(Sink sink, String ref) {
    Eventually.within(
        SOON,
        () -> ref + " arrives, but " + sink.arrivals().stream().map(Arrival::told).toList(),
        () -> !sink.of(ref).isEmpty());
  }
}
