package org.messgateway.gateway.queue.jdbc;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.messgateway.gateway.journal.AnswerJournal;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.ThreadWish;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings what only a damaged queue knows into the one that is made anew, so that nobody is told
 * twice whom it shows as told, and nothing is lost that people were told is taken. All else is made
 * from the threads: what is due, how lanes stand, what was in flight.
 *
 * <p>For one start, before anything else uses the new queue.
 */
final class Salvage {

  /** A start does not wait longer for what a restart would have told again. */
  private static final Duration LIMIT = Duration.ofSeconds(15);

  private static final Logger LOG = LoggerFactory.getLogger(Salvage.class);

  private final JdbcDeliveryQueue queue;
  private final JdbcJournal journal;
  private final InstantSource clock;
  private final AttemptSql attempts = new AttemptSql();
  private int told;
  private int said;

  Salvage(JdbcDeliveryQueue queue, JdbcJournal journal, InstantSource clock) {
    this.queue = queue;
    this.journal = journal;
    this.clock = clock;
  }

  /** From a file that was set aside; one that cannot be opened gives nothing. */
  Salvaged from(Path file) {
    Instant end = clock.instant().plus(LIMIT);
    try (DamagedQueue damaged = new DamagedQueue(file, () -> clock.instant().isBefore(end))) {
      damaged.answers(this::answers);
      damaged.events(this::events);
      damaged.letters(this::letters);
      damaged.told(this::told);
    } catch (SQLException e) {
      LOG.debug("{} cannot be read any more: {}", file, e.getMessage());
    }
    return new Salvaged(told, said);
  }

  private void answers(List<AnswerJournal.Entry> entries) {
    for (AnswerJournal.Entry entry : entries) {
      said += journal.answers().put(entry).fresh() ? 1 : 0;
    }
  }

  private void events(List<DamagedQueue.Event> events) {
    for (DamagedQueue.Event event : events) {
      said += journal.events().keep(event.channel(), event.id(), event.body()) ? 1 : 0;
    }
  }

  private void letters(List<DamagedQueue.Letter> letters) {
    queue.write(session -> {
      for (DamagedQueue.Letter each : letters) {
        session.update(
            """
            INSERT INTO reply_code
              (channel, address, letter, alone, exchange, ref, delivery, since)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING\
            """,
            each.channel(),
            each.address(),
            each.letter(),
            each.alone(),
            each.exchange(),
            each.ref(),
            each.delivery(),
            each.since());
      }
      return letters.size();
    });
  }

  private void told(List<DamagedQueue.Told> rows) {
    queue.reconcileAll(wishes(rows));
    told +=
        queue.write(session -> {
          int marked = 0;
          for (DamagedQueue.Told row : rows) {
            marked += mark(session, row);
          }
          return marked;
        });
  }

  /** As if its history said so: threads are read anew whatever this row of theirs says. */
  private static List<ThreadWish> wishes(List<DamagedQueue.Told> rows) {
    Map<ThreadRow, List<DamagedQueue.Told>> threads =
        rows.stream()
            .collect(
                Collectors.groupingBy(Salvage::thread, LinkedHashMap::new, Collectors.toList()));
    List<ThreadWish> wishes = new ArrayList<>(threads.size());
    threads.forEach((thread, all) ->
        wishes.add(
            new ThreadWish(
                thread,
                Set.of(),
                all.stream().map(DamagedQueue.Told::delivery).toList(),
                all.stream().map(Salvage::id).collect(Collectors.toSet()))));
    return wishes;
  }

  private static ThreadRow thread(DamagedQueue.Told row) {
    return ThreadRow.ended(row.delivery().identity().exchange(), row.delivery().identity().ref());
  }

  private static String id(DamagedQueue.Told row) {
    return row.delivery().identity().id();
  }

  /** What history is to say of it, and a reply that nobody looked at. */
  private int mark(Session session, DamagedQueue.Told row) throws SQLException {
    long seq = Objects.requireNonNull(DeliveryIds.row(session, id(row)));
    if (row.reply() != null) {
      attempts.reply(session, seq, row.tries(), row.reply());
    }
    return session.update(
        """
        UPDATE delivery SET created = ?, settled_at = ?, taken_at = ?, tries = ?, receipt = ?,
          unrecorded = 1
        WHERE seq = ? AND state = 'delivered'\
        """,
        row.createdAt().toEpochMilli(),
        row.settledAt().toEpochMilli(),
        Columns.millis(row.startedAt()),
        row.tries(),
        Columns.json(row.receipt()),
        seq);
  }
}
