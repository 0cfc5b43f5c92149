package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;

/**
 * Copies everything that an embedded store holds into an empty PostgreSQL, in one transaction: all
 * of it is there afterwards, or nothing. The file stays as it is but for what every start does: it
 * is brought up to date, and what was in flight counts as uncertain.
 *
 * <p>No gateway may run on either store meanwhile.
 */
public final class QueueTransfer {

  /** All but those of a store and its processes: version, nodes, partitions, what is in flight. */
  static final List<String> TABLES =
      List.of(
          "exchange",
          "thread",
          "dependency",
          "account",
          "lane",
          "delivery",
          "queue_entry",
          "pending_history",
          "named_receipt",
          "attempt",
          "reply",
          "answer",
          "claim",
          "event",
          "reply_code",
          "task_result",
          "asked",
          "document");

  private final SqliteStore from;
  private final PostgresStore to;

  public QueueTransfer(SqliteStore from, PostgresStore to) {
    this.from = from;
    this.to = to;
  }

  /**
   * Does it.
   *
   * @param documents what files of the home hold that the database has for all, by name
   * @return rows by table, in the order they were copied
   * @throws QueueException when the target is not empty, a count differs, or either store fails;
   *     then the target is as it was
   */
  public Map<String, Long> copy(Map<String, byte[]> documents, InstantSource clock) {
    from.open("queue migrate").queue().close();
    PostgresDialect target = to.prepare(clock);
    SqliteDialect source = from.dialect();
    try (SqlSession reading = new SqlSession(source.connectForReading())) {
      return into(target, reading, documents);
    } catch (SQLException e) {
      throw source.explain(e);
    }
  }

  private Map<String, Long> into(
      PostgresDialect target, SqlSession reading, Map<String, byte[]> documents)
      throws SQLException {
    try (SqlSession writing = new SqlSession(target.connectForWriting())) {
      target.patient(writing);
      target.begin(writing);
      refuseOthers(writing);
      Map<String, Long> rows = new LinkedHashMap<>();
      TableCopy copy = new TableCopy(reading, writing);
      for (String table : TABLES) {
        rows.put(table, copy.copy(table));
      }
      compare(reading, writing, rows);
      for (Map.Entry<String, byte[]> each : documents.entrySet()) {
        SharedDocuments.put(writing, each.getKey(), each.getValue());
      }
      rows.put("document", (long) documents.size());
      for (String table : TABLES) {
        // Else its first minute plans for tables that it takes for small.
        writing.update("ANALYZE " + table);
      }
      writing.update("COMMIT");
      return rows;
    } catch (SQLException e) {
      throw target.explain(e);
    }
  }

  private void refuseOthers(SqlSession writing) throws SQLException {
    for (String table : TABLES) {
      if (writing.number("SELECT count(*) FROM " + table) > 0) {
        throw new QueueException(
            StoreFailure.REFUSED,
            ("%s is not empty: table %s has rows. Nothing was copied. Give --to a database, or a"
                    + " schema of it (?currentSchema=NAME), that no gateway has used.")
                .formatted(to.shown(), table),
            null);
      }
    }
  }

  private void compare(SqlSession reading, SqlSession writing, Map<String, Long> copied)
      throws SQLException {
    for (Map.Entry<String, Long> entry : copied.entrySet()) {
      String count = "SELECT count(*) FROM " + entry.getKey();
      long here = reading.number(count);
      long there = writing.number(count);
      if (here != there || here != entry.getValue()) {
        throw new QueueException(
            StoreFailure.REFUSED,
            ("Table %s has %d rows in %s and %d in %s. Nothing was copied. Is a gateway still"
                    + " running?")
                .formatted(entry.getKey(), here, from.shown(), there, to.shown()),
            null);
      }
    }
  }
}
