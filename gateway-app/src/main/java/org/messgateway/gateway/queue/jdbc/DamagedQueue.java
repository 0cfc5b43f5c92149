package org.messgateway.gateway.queue.jdbc;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.messgateway.gateway.journal.AnswerJournal;
import org.sqlite.SQLiteConfig;

/**
 * A queue that was set aside, as far as it can be asked, and of it what people did and said that
 * was acknowledged and not written yet, and the letters they may still reply with. Changes nothing
 * there. SQLite keeps no checksums, so what people said must at least be text.
 */
final class DamagedQueue implements AutoCloseable {

  /** What somebody did and a service was told is taken. */
  @SuppressWarnings("ArrayRecordComponent") // Handed over once, read once.
  record Event(String channel, String id, byte[] body) {}

  /** A letter by which a task is known at an address. */
  record Letter(
      String channel,
      String address,
      String letter,
      boolean alone,
      String exchange,
      String ref,
      String delivery,
      long since) {}

  // In the order of the tables and never by an index: what is damaged there would hide rows.
  private static final String REPLIES =
      """
      SELECT rowid, delivery FROM reply NOT INDEXED
      WHERE rowid > ? AND looked_at IS NULL ORDER BY rowid LIMIT ?\
      """;

  private static final String ANSWERS =
      """
      SELECT number, exchange, ref, executor, idem_key, taken_at, message, written_at, result
      FROM answer NOT INDEXED WHERE number > ? AND state = 'open' ORDER BY number LIMIT ?\
      """;

  private static final String EVENTS =
      """
      SELECT number, channel, id, body FROM event NOT INDEXED
      WHERE number > ? AND done_at IS NULL ORDER BY number LIMIT ?\
      """;

  private static final String LETTERS =
      """
      SELECT number, channel, address, letter, alone, exchange, ref, delivery, since
      FROM reply_code NOT INDEXED WHERE number > ? ORDER BY number LIMIT ?\
      """;

  private final Connection connection;
  private final LegibleRows rows;

  /**
   * @throws SQLException when nothing of it can be read
   */
  DamagedQueue(Path file, BooleanSupplier inTime) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    this.connection = config.createConnection("jdbc:sqlite:" + file);
    this.rows = new LegibleRows(connection, inTime);
  }

  /**
   * Rows of deliveries whose replies nobody looked at.
   *
   * @return whether all of them could be read
   */
  boolean unread(Consumer<List<Long>> into) {
    return rows.each(REPLIES, row -> Optional.of(row.number()), into);
  }

  void answers(Consumer<List<AnswerJournal.Entry>> into) {
    boolean _ = rows.each(ANSWERS, DamagedQueue::answer, into);
  }

  void events(Consumer<List<Event>> into) {
    boolean _ = rows.each(EVENTS, DamagedQueue::event, into);
  }

  void letters(Consumer<List<Letter>> into) {
    boolean _ = rows.each(LETTERS, DamagedQueue::letter, into);
  }

  private static Optional<AnswerJournal.Entry> answer(Row row) throws SQLException {
    return Optional.of(JdbcAnswers.entry(0, row)).filter(one -> isText(one.message()));
  }

  private static Optional<Event> event(Row row) throws SQLException {
    Event event = new Event(row.text(), row.text(), row.bytes());
    return Optional.of(event).filter(one -> isText(one.body()));
  }

  private static Optional<Letter> letter(Row row) throws SQLException {
    return Optional.of(
        new Letter(
            row.text(),
            row.text(),
            row.text(),
            row.flag(),
            row.text(),
            row.text(),
            row.text(),
            row.number()));
  }

  /** A page that was lost reads as zeros, one of another table as what no text has. */
  private static boolean isText(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes))
          .chars()
          .noneMatch(one -> one < ' ' && one != '\n' && one != '\r' && one != '\t');
    } catch (CharacterCodingException _) {
      return false;
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
