package org.messgateway.gateway.queue.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;

/**
 * Brings the tables to the version of this program: numbered files, the same names for every
 * database, in order, each in its own transaction, and all of them in one where there is nothing
 * yet. A file that was shipped never changes.
 */
final class Migrations {

  /** Position is number: the first is 1. */
  static final List<String> NAMES =
      List.of(
          "001_queue",
          "002_way_back",
          "003_receipts",
          "004_nodes",
          "005_documents",
          "006_together",
          "007_named_receipts",
          "008_shelves",
          "009_keepers",
          "010_probes_apart",
          "011_called",
          "012_asked_about",
          "013_successors",
          "014_generations",
          "015_task_results",
          "016_queue_entries",
          "017_partitions");

  private final SqlDialect dialect;
  private final List<String> names;

  Migrations(SqlDialect dialect) {
    this(dialect, NAMES);
  }

  Migrations(SqlDialect dialect, List<String> names) {
    this.dialect = dialect;
    this.names = List.copyOf(names);
  }

  /**
   * @return the version it had; 0 when there was nothing
   * @throws QueueException when the tables are newer than this program
   */
  int migrate(SqlSession session, long now) throws SQLException {
    // Where it fails, the session is closed and lets go of others.
    dialect.startMigration(session);
    int present = bringUpToDate(session, now);
    dialect.endMigration(session);
    return present;
  }

  private int bringUpToDate(SqlSession session, long now) throws SQLException {
    session.update(
        """
        CREATE TABLE IF NOT EXISTS schema_version (
          number     INTEGER NOT NULL PRIMARY KEY,
          name       TEXT    NOT NULL,
          applied_at BIGINT  NOT NULL)\
        """);
    int present = version(session);
    refuseNewer(present);
    if (present == 0 && !names.isEmpty()) {
      apply(session, 1, names.size(), now);
      return present;
    }
    for (int number = present + 1; number <= names.size(); number++) {
      apply(session, number, number, now);
    }
    return present;
  }

  static int version(SqlSession session) throws SQLException {
    return (int) session.number("SELECT coalesce(max(number), 0) FROM schema_version");
  }

  void refuseNewer(int present) {
    if (present > names.size()) {
      throw new QueueException(
          StoreFailure.TOO_NEW,
          ("The queue was written by a newer gateway (schema %d, this program knows %d). Start that"
                  + " version again, or %s")
              .formatted(present, names.size(), withoutIt()),
          null);
    }
  }

  private String withoutIt() {
    return dialect.shared()
        ? "name another database or schema in store.url. Do not delete this one: it holds what"
            + " people decided, too."
        : "delete the queue: it is rebuilt from the threads.";
  }

  /** Checks the version for readers, which cannot migrate. */
  void refuseOther(int present) {
    refuseNewer(present);
    if (present < names.size()) {
      throw new QueueException(
          StoreFailure.READ_ONLY,
          ("The queue was written by an older gateway (schema %d, this program wants %d)."
                  + " Run this version once: it brings the queue up to date.")
              .formatted(present, names.size()),
          null);
    }
  }

  private void apply(SqlSession session, int first, int last, long now) throws SQLException {
    dialect.begin(session);
    try {
      for (int number = first; number <= last; number++) {
        apply(session, number, now);
      }
      session.update("COMMIT");
    } catch (SQLException e) {
      session.update("ROLLBACK");
      throw e;
    }
  }

  private void apply(SqlSession session, int number, long now) throws SQLException {
    String name = names.get(number - 1);
    for (String statement : statements(script(name))) {
      session.update(statement);
    }
    session.update(
        "INSERT INTO schema_version (number, name, applied_at) VALUES (?, ?, ?)",
        number,
        name,
        now);
  }

  private String script(String name) {
    String resource = "/db/" + dialect.name() + "/" + name + ".sql";
    try (InputStream in = Migrations.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is missing from this program");
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(resource + " cannot be read", e);
    }
  }

  /** A statement ends with a semicolon at the end of a line; lines of comment are dropped. */
  static List<String> statements(String script) {
    List<String> statements = new ArrayList<>();
    StringBuilder current = new StringBuilder();
    for (String line : script.lines().filter(text -> !text.strip().startsWith("--")).toList()) {
      current.append(line).append('\n');
      if (line.stripTrailing().endsWith(";")) {
        statements.add(current.substring(0, current.lastIndexOf(";")).strip());
        current.setLength(0);
      }
    }
    if (!current.toString().isBlank()) {
      throw new IllegalStateException("a migration ends without a semicolon: " + current);
    }
    return statements;
  }
}
