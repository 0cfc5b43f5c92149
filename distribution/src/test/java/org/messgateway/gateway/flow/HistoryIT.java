package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.queue.DeliveryState;

/** What became of deliveries, as the threads tell it themselves. */
class HistoryIT {

  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir private Path folder;
  private House house;

  @BeforeEach
  void aHouse() throws IOException {
    house = new House(Files.createDirectory(folder.resolve("home")));
  }

  @Test
  void aThreadThatCannotBeWrittenKeepsNoOtherFromItsHistory() throws Exception {
    try (Sink sink = Sink.open()) {
      house.configure(Map.of("ana", sink.url("ana")));
      try (HouseGateway gateway = HouseGateway.start(house)) {
        // One at a time goes to an address that is not known to be well.
        house.put(Request.of("first"));
        house.awaitNoted(SOON, 1);
        sink.holdAnswers();
        house.putFlat(Request.of("gone"));
        house.putFlat(Request.of("spoilt"));
        Eventually.within(SOON, "both are told", () -> sink.arrivals().size() == 3);
        Files.delete(house.flat("gone"));
        Files.writeString(house.flat("spoilt"), "not: [a thread");
        sink.letAnswersGo();
        gateway.await("gone", DeliveryState.DELIVERED);
        gateway.await("spoilt", DeliveryState.DELIVERED);
        house.put(Request.of("fine"));
        house.awaitNoted(SOON, 2);
        assertEquals(
            List.of("fine", "first"),
            house.noted().stream().map(noted -> noted.told().ref()).sorted().toList());
      }
    }
  }

  @Test
  void aCrashBeforeItWasNotedThatHistoryIsWrittenWritesNothingTwice() throws Exception {
    try (Sink sink = Sink.open();
        Sink late = Sink.refusing()) {
      house.configure(Map.of("ana", sink.url("ana"), "ben", late.url("ben")));
      try (HouseGateway _ = HouseGateway.start(house)) {
        house.put(Request.of("asked"));
        house.awaitNoted(SOON, 1);
      }
      asIfNothingWereRecorded();
      late.comeBack();
      try (HouseGateway gateway = HouseGateway.start(house)) {
        gateway.await("asked", DeliveryState.DELIVERED);
        house.awaitNoted(SOON, 2);
        house.put(Request.of("next"));
        house.awaitNoted(SOON, 4);
        assertEquals(
            List.of("ana", "ben"),
            house.noted().stream()
                .filter(noted -> noted.told().ref().equals("asked"))
                .map(noted -> noted.told().executor())
                .sorted()
                .toList());
      }
    }
  }

  /** As a process leaves it that ends between the thread's rename and the queue's commit. */
  private void asIfNothingWereRecorded() throws SQLException {
    Path database = house.home().resolve(".gateway").resolve("queue.db");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
        Statement statement = connection.createStatement()) {
      assertEquals(
          1,
          statement.executeUpdate(
              """
              INSERT INTO pending_history (delivery)
              SELECT seq FROM delivery WHERE state = 'delivered'\
              """));
    }
  }
}
