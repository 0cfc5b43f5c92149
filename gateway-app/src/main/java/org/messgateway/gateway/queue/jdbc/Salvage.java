package org.messgateway.gateway.queue.jdbc;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.journal.AnswerJournal;
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

  /** For what is asked for, and again for what lies in pages: a start does not wait longer. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** Replies are looked at several times a second. */
  private static final Duration LOOKED_AT = Duration.ofSeconds(3);

  private static final Logger LOG = LoggerFactory.getLogger(Salvage.class);

  private final JdbcDeliveryQueue queue;
  private final JdbcJournal journal;
  private final InstantSource clock;
  private final ToldBefore before;
  private int said;

  Salvage(JdbcDeliveryQueue queue, JdbcJournal journal, InstantSource clock) {
    this.queue = queue;
    this.journal = journal;
    this.clock = clock;
    this.before = queue.toldBefore();
  }

  /** From a file that was set aside; one that cannot be opened gives nothing. */
  Salvaged from(Path file) {
    Set<Long> unread = asked(file, inTime());
    try {
      told(file, inTime(), unread);
    } catch (IOException e) {
      LOG.warn("{} cannot be read: {}", file, e.toString());
    }
    return new Salvaged(before.count(), said);
  }

  private BooleanSupplier inTime() {
    Instant end = clock.instant().plus(LIMIT);
    return () -> clock.instant().isBefore(end);
  }

  /** Deliveries with a reply that nobody looked at; null when not all can be asked for. */
  private @Nullable Set<Long> asked(Path file, BooleanSupplier inTime) {
    try (DamagedQueue damaged = new DamagedQueue(file, inTime)) {
      damaged.answers(this::answers);
      damaged.events(this::events);
      damaged.letters(this::letters);
      Set<Long> unread = new HashSet<>();
      return damaged.unread(unread::addAll) ? unread : null;
    } catch (SQLException e) {
      LOG.debug("{} cannot be asked any more: {}", file, e.getMessage());
      return null;
    }
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

  /**
   * A reply that nobody looked at is an answer: whoever gave it is told again, and gives it again.
   * Where it cannot be known who did, that is whoever was told in the last seconds, but where
   * nobody ever replied.
   *
   * @param unread deliveries with such a reply; null when they could not all be asked for
   */
  private void told(Path file, BooleanSupplier inTime, @Nullable Set<Long> unread)
      throws IOException {
    List<DeliveredRows.Delivered> found = new ArrayList<>();
    DeliveredRows rows =
        new DeliveredRows(row -> {
          if (found.size() < ToldBefore.MOST) {
            found.add(row);
          }
        });
    ReplyRows replies = new ReplyRows();
    new DamagedPages(inTime)
        .each(
            file,
            page -> {
              rows.in(page);
              replies.in(page);
            });
    Set<Long> replied = unread == null ? replies.unread() : unread;
    long newest = found.stream().mapToLong(row -> row.told().settledAt()).max().orElse(0);
    long certain = unread == null && replies.any() ? newest - LOOKED_AT.toMillis() : Long.MAX_VALUE;
    found.stream()
        .filter(row -> !replied.contains(row.row()) && row.told().settledAt() <= certain)
        .forEach(row -> before.add(row.id(), row.told()));
  }
}
