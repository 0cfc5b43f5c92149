package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.messgateway.gateway.queue.LookupKey;
import org.messgateway.gateway.queue.journal.EventInbox;

/**
 * Table {@code event}. Of a finished event only the id is kept. The node that keeps an event counts
 * as gone when table {@code node} has not seen it for the length of a lease, as with lanes.
 */
final class JdbcEventInbox implements EventInbox {

  private static final byte[] LET_GO = {};

  /** A gateway of before names no keeper: such an event gets as long as a lease, too. */
  private static final String LEFT =
      """
      channel = ? AND done_at IS NULL AND CASE WHEN keeper IS NULL THEN kept_at <= ?
        ELSE keeper <> ? AND keeper NOT IN (SELECT name FROM node WHERE seen_at > ?) END\
      """;

  private final JdbcDeliveryQueue store;
  private final InstantSource clock;
  private final String node;

  JdbcEventInbox(JdbcDeliveryQueue store, InstantSource clock, String node) {
    this.store = store;
    this.clock = clock;
    this.node = node;
  }

  @Override
  public boolean keep(String channel, String id, byte[] event) {
    return store.write(session ->
        session.update(
                """
                INSERT INTO event (channel, id, body, kept_at, keeper) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (channel, id) DO NOTHING\
                """,
                channel,
                LookupKey.of(id),
                event,
                clock.millis(),
                node)
            > 0);
  }

  @Override
  public void done(String channel, String id) {
    store.write(session ->
        session.update(
            """
            UPDATE event SET done_at = ?, body = ?
            WHERE channel = ? AND id = ? AND done_at IS NULL\
            """,
            clock.millis(),
            LET_GO,
            channel,
            LookupKey.of(id)));
  }

  @Override
  public List<Event> open(String channel) {
    return store.read(session ->
        session.list(
            """
            SELECT id, body FROM event WHERE channel = ? AND done_at IS NULL AND keeper = ?
            ORDER BY number\
            """,
            JdbcEventInbox::event,
            channel,
            node));
  }

  @Override
  public Optional<Event> unfinished(String channel, String id) {
    return store.read(session ->
        Optional.ofNullable(
            session.first(
                "SELECT id, body FROM event WHERE channel = ? AND id = ? AND done_at IS NULL",
                JdbcEventInbox::event,
                channel,
                LookupKey.of(id))));
  }

  /** Asked often and rarely with an answer: a look costs the others nothing. */
  @Override
  public List<Event> takeOver(String channel) {
    return store.read(session -> anyLeft(session, channel))
        ? store.write(session -> takeOver(session, channel))
        : List.of();
  }

  private boolean anyLeft(SqlSession session, String channel) throws SQLException {
    long gone = NodeSql.gone(clock.millis());
    return session.first(
            "SELECT 1 FROM event WHERE " + LEFT + " LIMIT 1",
            ResultRow::flag,
            channel,
            gone,
            node,
            gone)
        != null;
  }

  private List<Event> takeOver(SqlSession session, String channel) throws SQLException {
    record Left(long number, Event event) {}
    long gone = NodeSql.gone(clock.millis());
    return session
        .list(
            "UPDATE event SET keeper = ? WHERE " + LEFT + " RETURNING number, id, body",
            row -> new Left(row.number(), event(row)),
            node,
            channel,
            gone,
            node,
            gone)
        .stream()
        .sorted(Comparator.comparingLong(Left::number))
        .map(Left::event)
        .toList();
  }

  private static Event event(ResultRow row) throws SQLException {
    return new Event(row.text(), row.bytes());
  }

  @Override
  public int prune(Instant before) {
    return store.write(
        session -> session.update("DELETE FROM event WHERE done_at < ?", before.toEpochMilli()));
  }
}
