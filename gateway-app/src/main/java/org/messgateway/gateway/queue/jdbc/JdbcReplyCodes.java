package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.LookupKey;
import org.messgateway.gateway.queue.journal.ReplyCodes;

/** Table {@code reply_code}. */
final class JdbcReplyCodes implements ReplyCodes {

  private static final int LETTERS = 26;

  private static final String SELECT =
      "SELECT letter, alone, exchange, ref, delivery, since FROM reply_code ";

  /** For so long an answer may come too late. */
  private static final Duration LATE = Duration.ofHours(1);

  /** The task has ended, or the last message at the address says that another executor has it. */
  private static final String OVER =
      """
      EXISTS (
        SELECT 1 FROM thread t JOIN exchange e ON e.id = t.exchange
        WHERE e.name = reply_code.exchange AND t.ref = reply_code.ref
          AND (t.ended_at IS NOT NULL OR 'taken' = (
            SELECT d.kind FROM delivery d JOIN lane l ON l.id = d.lane
            WHERE d.thread = t.id AND l.channel = reply_code.channel
              AND l.address = reply_code.address AND d.state = 'delivered'
            ORDER BY d.seq DESC LIMIT 1)))\
      """;

  private static final String OPEN =
      "SELECT letter FROM reply_code WHERE channel = ? AND address = ? AND NOT " + OVER;

  private final JdbcDeliveryQueue store;
  private final InstantSource clock;

  JdbcReplyCodes(JdbcDeliveryQueue store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  @Override
  public Code assign(
      String channel, String anyAddress, String exchange, String ref, String delivery) {
    String address = LookupKey.of(anyAddress);
    return store.write(session -> {
      if (!renewed(session, channel, address, exchange, ref, delivery)) {
        insert(session, channel, address, exchange, ref, delivery);
      }
      return Objects.requireNonNull(find(session, channel, address, exchange, ref));
    });
  }

  private static boolean renewed(
      SqlSession session,
      String channel,
      String address,
      String exchange,
      String ref,
      String delivery)
      throws SQLException {
    return session.update(
            """
            UPDATE reply_code SET delivery = ?
            WHERE channel = ? AND address = ? AND exchange = ? AND ref = ?\
            """,
            delivery,
            channel,
            address,
            exchange,
            ref)
        > 0;
  }

  private void insert(
      SqlSession session,
      String channel,
      String address,
      String exchange,
      String ref,
      String delivery)
      throws SQLException {
    forget(session, channel, address);
    Set<String> used =
        new HashSet<>(
            session.list(
                "SELECT letter FROM reply_code WHERE channel = ? AND address = ?",
                ResultRow::text,
                channel,
                address));
    boolean alone = session.first(OPEN, ResultRow::text, channel, address) == null;
    session.update(
        """
        INSERT INTO reply_code (channel, address, letter, alone, exchange, ref, delivery, since)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)\
        """,
        channel,
        address,
        firstFree(used),
        alone,
        exchange,
        ref,
        delivery,
        clock.millis());
  }

  /** Frees letters of ended tasks, but not while a person may still be typing one. */
  private void forget(SqlSession session, String channel, String address) throws SQLException {
    session.update(
        "DELETE FROM reply_code WHERE channel = ? AND address = ? AND since < ? AND " + OVER,
        channel,
        address,
        clock.millis() - LATE.toMillis());
  }

  private static String firstFree(Set<String> used) {
    int number = 0;
    while (used.contains(letter(number))) {
      number++;
    }
    return letter(number);
  }

  /** A … Z, AA … ZZ, and so on. */
  private static String letter(int number) {
    String last = String.valueOf((char) ('A' + number % LETTERS));
    return number < LETTERS ? last : letter(number / LETTERS - 1) + last;
  }

  private static @Nullable Code find(
      SqlSession session, String channel, String address, String exchange, String ref)
      throws SQLException {
    return session.first(
        SELECT + "WHERE channel = ? AND address = ? AND exchange = ? AND ref = ?",
        JdbcReplyCodes::code,
        channel,
        address,
        exchange,
        ref);
  }

  @Override
  public List<Code> at(String channel, String address) {
    return store.read(session ->
        session.list(
            SELECT + "WHERE channel = ? AND address = ? ORDER BY number",
            JdbcReplyCodes::code,
            channel,
            LookupKey.of(address)));
  }

  @Override
  public void free(String exchange, String ref) {
    store.write(session ->
        session.update("DELETE FROM reply_code WHERE exchange = ? AND ref = ?", exchange, ref));
  }

  private static Code code(ResultRow row) throws SQLException {
    return new Code(row.text(), row.flag(), row.text(), row.text(), row.text(), row.instant());
  }
}
