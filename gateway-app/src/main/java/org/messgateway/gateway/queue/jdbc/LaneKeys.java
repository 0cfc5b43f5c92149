package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;

/** Finds a lane's row by where it leads; makes it, and its account's, when it is the first time. */
final class LaneKeys {

  /** Lanes are few and stay; beyond this many they are looked up again. */
  private static final int KEPT = 20_000;

  /** Where a lane leads. */
  record Place(String channel, String address) {}

  long of(Session session, String channel, String address) throws SQLException {
    Place place = new Place(channel, address);
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

  private static long find(Session session, String channel, String address) throws SQLException {
    Long id =
        session.first(
            "SELECT id FROM lane WHERE channel = ? AND address = ?", Row::number, channel, address);
    return id != null ? id : insert(session, channel, address);
  }

  private static long insert(Session session, String channel, String address) throws SQLException {
    session.update("INSERT INTO account (channel) VALUES (?) ON CONFLICT DO NOTHING", channel);
    return session.number(
        "INSERT INTO lane (channel, address) VALUES (?, ?) RETURNING id", channel, address);
  }
}
