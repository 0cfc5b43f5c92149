package org.messgateway.gateway.queue.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.Trouble;

/**
 * Whether an existing file is a queue that can be trusted. Small files are checked page by page; of
 * large ones only the head and the tables are, because a start must not take longer the more waits.
 */
final class SoundnessCheck {

  /** About a tenth of a second to check. */
  private static final long SMALL = 64L << 20;

  private final SqliteDialect dialect;

  SoundnessCheck(SqliteDialect dialect) {
    this.dialect = dialect;
  }

  /** True also when there is no file, or an empty one. */
  boolean isSound(Path file) throws IOException, SQLException {
    if (!Files.exists(file) || Files.size(file) == 0) {
      return true;
    }
    try (Session session = new Session(dialect.connectForWriting())) {
      return check(session, Files.size(file) <= SMALL);
    } catch (SQLException e) {
      QueueException why = dialect.explain(e);
      if (why.trouble() == Trouble.DAMAGED) {
        return false;
      }
      throw e;
    }
  }

  private static boolean check(Session session, boolean small) throws SQLException {
    if (small) {
      return session.list("PRAGMA quick_check(1)", Row::text).equals(List.of("ok"));
    }
    for (String table :
        session.list("SELECT name FROM sqlite_schema WHERE type = 'table'", Row::text)) {
      session.list("SELECT 1 FROM \"" + table + "\" LIMIT 1", Row::number);
    }
    return true;
  }
}
