package org.messgateway.gateway.queue.jdbc;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Receipt;
import org.messgateway.api.Reply;
import org.messgateway.gateway.journal.AnswerJournal;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.WantedDelivery;
import org.sqlite.SQLiteConfig;

/**
 * A queue that was set aside, as far as it can be read, and of it what stands nowhere else: who was
 * told and is not in a thread's history yet, what people did and said that was acknowledged and not
 * written yet, and the letters they may still reply with. Changes nothing there.
 *
 * <p>SQLite keeps no checksums, so nothing is taken on trust: the id of a delivery is a digest of
 * what stands in four tables, and what people said must be text.
 */
final class DamagedQueue implements AutoCloseable {

  /** Delivered; its thread's history does not say so yet. */
  record Told(
      WantedDelivery delivery,
      Instant createdAt,
      Instant settledAt,
      @Nullable Instant startedAt,
      int tries,
      Receipt receipt,
      @Nullable Reply reply) {}

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

  // In the order of the table and never by an index: what is damaged there would hide rows.
  private static final String TOLD =
      """
      SELECT d.seq, e.name, t.ref, d.executor, l.channel, l.address, d.kind, d.serial, d.id,
        d.one_per_address, d.priority, d.due, d.deadline, d.created, d.settled_at, d.taken_at,
        d.tries, d.receipt, r.media_type, r.body, r.complete
      FROM delivery d NOT INDEXED
        CROSS JOIN thread t NOT INDEXED CROSS JOIN exchange e NOT INDEXED
        CROSS JOIN lane l NOT INDEXED
        LEFT JOIN reply r ON r.delivery = d.seq AND r.number = d.tries AND r.looked_at IS NULL
      WHERE d.seq > ? AND d.state = 'delivered' AND d.unrecorded <> 0
        AND t.id = d.thread AND e.id = t.exchange AND l.id = d.lane
      ORDER BY d.seq LIMIT ?\
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

  void told(Consumer<List<Told>> into) {
    rows.each(TOLD, DamagedQueue::told, into);
  }

  void answers(Consumer<List<AnswerJournal.Entry>> into) {
    rows.each(ANSWERS, DamagedQueue::answer, into);
  }

  void events(Consumer<List<Event>> into) {
    rows.each(EVENTS, DamagedQueue::event, into);
  }

  void letters(Consumer<List<Letter>> into) {
    rows.each(LETTERS, DamagedQueue::letter, into);
  }

  private static Optional<Told> told(Row row) throws SQLException {
    Identity identity =
        new Identity(
            row.text(),
            row.text(),
            row.text(),
            row.text(),
            row.text(),
            Columns.kind(row.text()),
            row.count());
    if (!identity.id().equals(Columns.id(row.bytes()))) {
      return Optional.empty();
    }
    WantedDelivery delivery =
        new WantedDelivery(
            identity,
            List.of(identity.executor()),
            row.flag(),
            Columns.priority(row.count()),
            row.instant(),
            row.instantOrNull());
    return Optional.of(
        new Told(
            delivery,
            row.instant(),
            row.instant(),
            row.instantOrNull(),
            row.count(),
            Optional.ofNullable(Columns.receipt(row.textOrNull())).orElse(Receipt.NONE),
            reply(row)));
  }

  private static @Nullable Reply reply(Row row) throws SQLException {
    String mediaType = row.textOrNull();
    return mediaType == null ? null : new Reply(mediaType, row.bytes(), row.flag());
  }

  private static Optional<AnswerJournal.Entry> answer(Row row) throws SQLException {
    AnswerJournal.Entry entry =
        new AnswerJournal.Entry(
            0,
            row.text(),
            row.text(),
            row.text(),
            row.text(),
            row.instant(),
            row.bytes(),
            row.instantOrNull(),
            row.textOrNull());
    return Optional.of(entry).filter(one -> isText(one.message()));
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
