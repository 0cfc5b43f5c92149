package org.messgateway.gateway.queue.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;

/**
 * Decides whether an existing file can be used as the queue. Files up to 64 MiB are checked
 * completely; of larger files only the header and the first row of each table, so that the time of
 * a start does not grow with the queue.
 */
final class IntegrityCheck {

  /** About a tenth of a second to check. */
  private static final long SMALL = 64L << 20;

  private final SqliteDialect dialect;

  IntegrityCheck(SqliteDialect dialect) {
    this.dialect = dialect;
  }

  /** True also when there is no file, or an empty one. */
  boolean isSound(Path file) throws IOException, SQLException {
    if (!Files.exists(file) || Files.size(file) == 0) {
      return true;
    }
    try (SqlSession session = new SqlSession(dialect.connectForWriting())) {
      return check(session, Files.size(file) <= SMALL);
    } catch (SQLException e) {
      QueueException failure = dialect.explain(e);
      if (failure.trouble() == StoreFailure.DAMAGED) {
        return false;
      }
      throw e;
    }
  }

  private static boolean check(SqlSession session, boolean small) throws SQLException {
    if (small) {
      return session.list("PRAGMA quick_check(1)", ResultRow::text).equals(List.of("ok"));
    }
    for (String table :
        session.list("SELECT name FROM sqlite_schema WHERE type = 'table'", ResultRow::text)) {
      session.list("SELECT 1 FROM \"" + table + "\" LIMIT 1", ResultRow::number);
    }
    return true;
  }
}
