package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries that a damaged queue showed as made and that no history shows: when routing wants one
 * of them, it stands as delivered. An id is a digest of who was told what and where, so one that
 * was read wrong is wanted by nobody. Bounded, and empty but after damage. Thread-safe.
 */
final class ToldBefore {

  /** Some 150 bytes each. */
  static final int MOST = 200_000;

  /**
   * What is known of one.
   *
   * @param receipt as it stands in the column
   */
  record Told(
      long createdAt, long settledAt, @Nullable Long startedAt, long tries, String receipt) {}

  private final Map<String, Told> ids = new ConcurrentHashMap<>();

  /** Those that are more than there is room for are told again. */
  void add(String id, Told told) {
    if (ids.size() < MOST) {
      ids.put(id, told);
    }
  }

  int count() {
    return ids.size();
  }

  boolean has(String id) {
    return !ids.isEmpty() && ids.containsKey(id);
  }

  /** Says of a row that was just made as delivered when and how, and has history say so, too. */
  void complete(Session session, String id) throws SQLException {
    Told told = ids.get(id);
    if (told != null) {
      session.update(
          """
          UPDATE delivery SET created = ?, settled_at = ?, taken_at = ?, tries = ?, receipt = ?,
            unrecorded = 1
          WHERE seq = ?\
          """,
          told.createdAt(),
          told.settledAt(),
          told.startedAt(),
          told.tries(),
          told.receipt(),
          DeliveryIds.row(session, id));
    }
  }
}
