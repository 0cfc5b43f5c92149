package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the row of a delivery of which no more is known than its id, as where somebody presses a
 * button. Ids are digests: an index of them all would have every new row change a page of its own,
 * so they are kept by shelves, each of the threads that came one after the other. Who has an id
 * alone looks through the shelves, the newest first: some microseconds each, of a thousand threads.
 */
final class DeliveryIds {

  // Walks from shelf to shelf, whatever lies between them, and not on once it was found.
  private static final String FIND =
      """
      WITH RECURSIVE shelf (number) AS (
        SELECT (SELECT thread / 1024 FROM delivery ORDER BY thread / 1024 DESC LIMIT 1)
        UNION ALL
        SELECT (SELECT thread / 1024 FROM delivery WHERE thread / 1024 < shelf.number
                ORDER BY thread / 1024 DESC LIMIT 1)
        FROM shelf WHERE shelf.number IS NOT NULL)
      SELECT d.seq FROM shelf CROSS JOIN delivery d
      WHERE d.thread / 1024 = shelf.number AND d.id = ? LIMIT 1\
      """;

  private DeliveryIds() {}

  /** Its row's {@code seq}; null when there is none. */
  static @Nullable Long row(Session session, String id) throws SQLException {
    return session.first(FIND, Row::number, Columns.key(id));
  }
}
