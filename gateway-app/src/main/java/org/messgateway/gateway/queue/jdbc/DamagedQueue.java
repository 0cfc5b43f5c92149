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
import org.messgateway.gateway.queue.journal.AnswerJournal;
import org.sqlite.SQLiteConfig;

/**
 * A damaged queue file, opened read-only: open answers, open events and reply letters, as far as
 * SQL can read them. SQLite keeps no checksums, so an answer or event counts only when it is UTF-8
 * text.
 */
final class DamagedQueue implements AutoCloseable {

  /** An event that was acknowledged to its service. */
  @SuppressWarnings("ArrayRecordComponent") // Handed over once, read once.
  record SavedEvent(String channel, String id, byte[] body) {}

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

  // Never by an index: damage to an index would hide rows of a table that is whole.
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
  private final ReadableRows rows;

  /**
   * @throws SQLException when nothing of it can be read
   */
  DamagedQueue(Path file, BooleanSupplier inTime) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    this.connection = config.createConnection("jdbc:sqlite:" + file);
    this.rows = new ReadableRows(connection, inTime);
  }

  void answers(Consumer<List<AnswerJournal.Entry>> into) {
    rows.each(ANSWERS, DamagedQueue::answer, into);
  }

  void events(Consumer<List<SavedEvent>> into) {
    rows.each(EVENTS, DamagedQueue::event, into);
  }

  void letters(Consumer<List<Letter>> into) {
    rows.each(LETTERS, DamagedQueue::letter, into);
  }

  private static Optional<AnswerJournal.Entry> answer(ResultRow row) throws SQLException {
    return Optional.of(JdbcAnswers.entry(0, row)).filter(one -> isText(one.message()));
  }

  private static Optional<SavedEvent> event(ResultRow row) throws SQLException {
    SavedEvent event = new SavedEvent(row.text(), row.text(), row.bytes());
    return Optional.of(event).filter(one -> isText(one.body()));
  }

  private static Optional<Letter> letter(ResultRow row) throws SQLException {
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
