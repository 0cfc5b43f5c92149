package org.messgateway.gateway.respond;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What executors fetch: everything they were told over the channel {@code http}, in order. */
public interface Inbox {

  /**
   * A place in the order; the same for everybody.
   *
   * @param id tells those of one instant apart
   */
  record Cursor(Instant at, String id) implements Comparable<Cursor> {

    @Override
    public int compareTo(Cursor other) {
      int byTime = at.compareTo(other.at);
      return byTime != 0 ? byTime : id.compareTo(other.id);
    }

    /** As it stands in URLs; {@link #of} reads it. */
    public String text() {
      return at + "_" + id;
    }

    /** Empty for what is none. */
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
   * One thing an executor was told.
   *
   * @param kind request, claimed, taken …
   * @param content what a webhook says in its headers, and the executor's view of the thread
   */
  record Item(Cursor cursor, String kind, JsonNode content) {}

  /**
   * What came after a place.
   *
   * @param after null for all that concerns open threads
   */
  List<Item> after(String executor, @Nullable Cursor after, int max);

  /** Listens for what comes from now on; to be closed. */
  Waiting waiting(String executor);

  /** Somebody who waits. */
  interface Waiting extends AutoCloseable {

    /** Returns when something may have come, or after this time. */
    void await(Duration longest) throws InterruptedException;

    @Override
    void close();
  }
}
