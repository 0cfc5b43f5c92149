package org.messgateway.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.links.StoredToken;

/**
 * Notifications that executors and agents fetch: those sent over the channel {@code http}, in
 * order.
 */
public interface Inbox {

  /**
   * A position in the order, which is the same for all executors.
   *
   * @param id orders positions of the same instant
   */
  record Cursor(Instant at, String id) implements Comparable<Cursor> {

    @Override
    public int compareTo(Cursor other) {
      int byTime = at.compareTo(other.at);
      return byTime != 0 ? byTime : id.compareTo(other.id);
    }

    /** The form for URLs; {@link #of} reads it. */
    public String text() {
      return at + "_" + id;
    }

    /** The position of a text; empty for any other text. */
    public static Optional<Cursor> of(String text) {
      int split = text.indexOf('_');
      if (split < 0 || text.length() > 100) {
        return Optional.empty();
      }
      try {
        return Optional.of(
            new Cursor(Instant.parse(text.substring(0, split)), text.substring(split + 1)));
      } catch (DateTimeParseException e) {
        return Optional.empty();
      }
    }
  }

  /**
   * One notification.
   *
   * @param kind request, claimed, taken …
   * @param content the members of a webhook's headers, and the reader's view of the thread
   */
  record Item(Cursor cursor, String kind, JsonNode content) {}

  /**
   * Notifications that follow each other.
   *
   * @param next position after them. Where there were none it is after all that was there: what
   *     comes later follows it, also where its thread has ended by then. Null only where one waits
   *     for its thread to be complete, and nothing was asked for before
   */
  record Page(List<Item> items, @Nullable Cursor next) {}

  /**
   * Notifications after a position.
   *
   * @param owner token of the executor or agent; links in the notifications end with it
   * @param after null for all notifications of open threads
   */
  Page after(StoredToken owner, @Nullable Cursor after, int max);

  /**
   * To be called before notifications are fetched from the beginning.
   *
   * @return whether some may still be on their way
   */
  default boolean begin(StoredToken owner) {
    return false;
  }

  /** Starts to wait for new notifications; to be closed. */
  Waiting waiting(String owner);

  /** A caller that waits. */
  interface Waiting extends AutoCloseable {

    /** Returns when a notification may have come, or after this time. */
    void await(Duration longest) throws InterruptedException;

    @Override
    void close();
  }
}
