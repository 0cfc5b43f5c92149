package org.messgateway.gateway.queue.jdbc;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.messgateway.gateway.journal.KeptEvents;

/** Table {@code event}; of one that is done only its id is kept. */
final class JdbcEvents implements KeptEvents {

  private static final byte[] LET_GO = {};

  private final JdbcDeliveryQueue store;
  private final InstantSource clock;

  JdbcEvents(JdbcDeliveryQueue store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  @Override
  public boolean keep(String channel, String id, byte[] event) {
    return store.write(session ->
        session.update(
                """
                INSERT INTO event (channel, id, body, kept_at) VALUES (?, ?, ?, ?)
                ON CONFLICT (channel, id) DO NOTHING\
                """,
                channel,
                id,
                event,
                clock.millis())
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
            id));
  }

  @Override
  public List<Event> open(String channel) {
    return store
        .reader()
        .read(session ->
            session.list(
                """
                SELECT id, body FROM event WHERE channel = ? AND done_at IS NULL
                ORDER BY number\
                """,
                row -> new Event(row.text(), row.bytes()),
                channel));
  }

  @Override
  public int prune(Instant before) {
    return store.write(
        session -> session.update("DELETE FROM event WHERE done_at < ?", before.toEpochMilli()));
  }
}
