package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;

/**
 * Finds the row of a lane by channel and address; inserts it, and its account, when it is missing.
 */
final class LaneKeys {

  /** Lanes are few and stay; beyond this many they are looked up again. */
  private static final int KEPT = 20_000;

  /** Channel and address of a lane. */
  record LaneAddress(String channel, String address) {}

  long of(SqlSession session, String channel, String address) throws SQLException {
    LaneAddress place = new LaneAddress(channel, address);
    Long kept = session.lanes().get(place);
    if (kept != null) {
      return kept;
    }
    if (session.lanes().size() >= KEPT) {
      session.lanes().clear();
    }
    long id = find(session, channel, address);
    session.lanes().put(place, id);
    return id;
  }

  private static long find(SqlSession session, String channel, String address) throws SQLException {
    Long id =
        session.first(
            "SELECT id FROM lane WHERE channel = ? AND address = ?",
            ResultRow::number,
            channel,
            address);
    return id != null ? id : insert(session, channel, address);
  }

  private static long insert(SqlSession session, String channel, String address)
      throws SQLException {
    session.update("INSERT INTO account (channel) VALUES (?) ON CONFLICT DO NOTHING", channel);
    return session.number(
        "INSERT INTO lane (channel, address) VALUES (?, ?) RETURNING id", channel, address);
  }
}
