package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;

/** Finds a lane's row by where it leads; makes it, and its account's, when it is the first time. */
final class LaneKeys {

  long of(Session session, String channel, String address) throws SQLException {
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
