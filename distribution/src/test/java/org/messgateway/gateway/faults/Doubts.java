package org.messgateway.gateway.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.messgateway.gateway.flow.Arrival;
import org.messgateway.gateway.flow.House;
import org.messgateway.gateway.flow.Sink;

/**
 * The deliveries that may be sent once more than needed, each by its id: what the queue says was in
 * flight when the process was stopped, and what nobody accepted.
 */
final class Doubts {

  private static final String IN_FLIGHT =
      "SELECT lower(hex(id)) FROM delivery WHERE state = 'sending'";

  private final Map<String, Integer> may = new ConcurrentHashMap<>();
  private int ends;
  private int unknown;

  /** What was in flight when the process in this house was stopped; it is read from a copy. */
  int stopped(House house, Path scratch) throws IOException, SQLException {
    Path folder = Files.createTempDirectory(scratch, "stopped-");
    for (String name : List.of("queue.db", "queue.db-wal")) {
      Path file = house.home().resolve(".gateway").resolve(name);
      if (Files.exists(file)) {
        Files.copy(file, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Path copy = folder.resolve("queue.db");
    return Files.exists(copy) ? allow(inFlight(copy)) : 0;
  }

  /** What is in flight while the process runs. */
  int running(House house) throws SQLException {
    return allow(inFlight(house.home().resolve(".gateway").resolve("queue.db")));
  }

  /** What has arrived but is not in the history of its thread: a new queue cannot know it. */
  int forgotten(House house, Sink sink) {
    Collection<String> noted =
        house.noted().stream().map(House.Noted::id).collect(Collectors.toSet());
    return allow(
        sink.arrivals().stream()
            .map(Arrival::id)
            .filter(id -> !noted.contains(id))
            .distinct()
            .toList());
  }

  /** So many deliveries were in flight at most, and nobody could look which. */
  void unknown(int most) {
    ends++;
    unknown += most;
  }

  private int allow(Collection<String> ids) {
    ids.forEach(id -> may.merge(id, 1, Integer::sum));
    return ids.size();
  }

  private static List<String> inFlight(Path database) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
        Statement statement = connection.createStatement()) {
      return hasDeliveries(statement) ? ids(statement) : List.of();
    }
  }

  private static boolean hasDeliveries(Statement statement) throws SQLException {
    try (ResultSet tables =
        statement.executeQuery("SELECT 1 FROM sqlite_schema WHERE name = 'delivery'")) {
      return tables.next();
    }
  }

  private static List<String> ids(Statement statement) throws SQLException {
    List<String> ids = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(IN_FLIGHT)) {
      while (rows.next()) {
        ids.add(rows.getString(1));
      }
    }
    return ids;
  }

  /** How often an id may arrive beside the first time. */
  int allowed(String id, Collection<Arrival> arrivals) {
    long declined =
        arrivals.stream().filter(arrival -> arrival.id().equals(id) && !arrival.accepted()).count();
    return may.getOrDefault(id, 0) + ends + (int) declined;
  }

  /** Over all ids. */
  int allowed(Collection<Arrival> arrivals) {
    long declined = arrivals.stream().filter(arrival -> !arrival.accepted()).count();
    return Stream.concat(may.values().stream(), Stream.of((int) declined, unknown))
        .mapToInt(Integer::intValue)
        .sum();
  }
}
