package org.messgateway.gateway.queue.jdbc;

import java.time.InstantSource;
import java.util.Objects;
import org.messgateway.gateway.journal.Claims;

/** Table {@code claim}: its key is what lets exactly one win. */
final class JdbcClaims implements Claims {

  private final JdbcDeliveryQueue store;
  private final InstantSource clock;

  JdbcClaims(JdbcDeliveryQueue store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  @Override
  public String claim(String exchange, String ref, int round, String executor) {
    return store.write(session -> {
      session.update(
          """
          INSERT INTO claim (exchange, ref, round, executor, claimed_at) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (exchange, ref, round) DO NOTHING\
          """,
          exchange,
          ref,
          round,
          executor,
          clock.millis());
      return Objects.requireNonNull(
          session.first(
              "SELECT executor FROM claim WHERE exchange = ? AND ref = ? AND round = ?",
              Row::text,
              exchange,
              ref,
              round));
    });
  }

  @Override
  public void release(String exchange, String ref, int round, String executor) {
    store.write(session ->
        session.update(
            "DELETE FROM claim WHERE exchange = ? AND ref = ? AND round = ? AND executor = ?",
            exchange,
            ref,
            round,
            executor));
  }
}
