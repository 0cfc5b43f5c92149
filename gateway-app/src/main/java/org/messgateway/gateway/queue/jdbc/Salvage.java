package org.messgateway.gateway.queue.jdbc;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.messgateway.gateway.queue.journal.AnswerJournal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies acknowledged answers, acknowledged events and reply letters from a damaged SQLite file
 * into the new queue, by SQL. Deliveries, lanes and threads are not copied: the new queue gets them
 * from the threads, so a delivery that no history shows is made again ({@code
 * docs/rules.md#storage}).
 *
 * <p>Used once, at start, before anything else uses the new queue.
 */
final class Salvage {

  /** Longest time that a start spends on a damaged file. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(Salvage.class);

  private final JdbcDeliveryQueue queue;
  private final JdbcJournal journal;
  private final InstantSource clock;
  private int said;

  Salvage(JdbcDeliveryQueue queue, JdbcJournal journal, InstantSource clock) {
    this.queue = queue;
    this.journal = journal;
    this.clock = clock;
  }

  /**
   * Takes over what can be read of a file that was set aside, within {@link #LIMIT}.
   *
   * @return number of answers and presses taken over; 0 when the file cannot be opened
   */
  int from(Path file) {
    Instant end = clock.instant().plus(LIMIT);
    try (DamagedQueue damaged = new DamagedQueue(file, () -> clock.instant().isBefore(end))) {
      damaged.answers(this::answers);
      damaged.events(this::events);
      damaged.letters(this::letters);
    } catch (SQLException e) {
      LOG.warn("{} cannot be read any more: {}", file, e.getMessage());
    }
    return said;
  }

  private void answers(List<AnswerJournal.Entry> entries) {
    for (AnswerJournal.Entry entry : entries) {
      said += journal.answers().put(entry).fresh() ? 1 : 0;
    }
  }

  private void events(List<DamagedQueue.SavedEvent> events) {
    for (DamagedQueue.SavedEvent event : events) {
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
}
