package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Finds a delivery's row by its id alone, as after the press of a button. The unique index is
 * (thread / 1024, id): ids are digests, and an index by id alone would make each insert change a
 * random page. A lookup by id probes the buckets of 1,024 threads, newest first, some microseconds
 * each.
 */
final class DeliveryIdLookup {

  // Goes from bucket to bucket, skips gaps in the numbers, and ends at the first hit.
  private static final String FIND =
      """
      WITH RECURSIVE bucket (number) AS (
        SELECT (SELECT thread / 1024 FROM delivery ORDER BY thread / 1024 DESC LIMIT 1)
        UNION ALL
        SELECT (SELECT thread / 1024 FROM delivery WHERE thread / 1024 < bucket.number
                ORDER BY thread / 1024 DESC LIMIT 1)
        FROM bucket WHERE bucket.number IS NOT NULL)
      SELECT d.seq FROM bucket CROSS JOIN delivery d
      WHERE d.thread / 1024 = bucket.number AND d.id = ? LIMIT 1\
      """;

  private DeliveryIdLookup() {}

  /** Its row's {@code seq}; null when there is none. */
  static @Nullable Long row(SqlSession session, String id) throws SQLException {
    return session.first(FIND, ResultRow::number, ColumnValues.key(id));
  }
}
