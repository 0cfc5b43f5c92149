package org.messgateway.gateway.answer.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The page of threads that is being filled. Exchanges follow one another, so the cursor is the
 * exchange and the last ref in it. Used by one thread.
 */
final class ThreadPage {

  private static final char BETWEEN = '/';

  private final int limit;
  private final String startExchange;
  private final String startRef;
  private final List<Map<String, @Nullable Object>> rows = new ArrayList<>();
  private boolean begun;
  private @Nullable String next;

  ThreadPage(int limit, @Nullable String cursor) {
    String start = cursor == null ? "" : cursor;
    int between = start.indexOf(BETWEEN);
    this.limit = limit;
    this.startExchange = between < 0 ? "" : start.substring(0, between);
    this.startRef = start.substring(between + 1);
    this.begun = startExchange.isEmpty();
  }

  /** Where to begin in an exchange; null where nothing of it is wanted. */
  @Nullable String start(String exchange) {
    if (next != null) {
      return null;
    }
    if (begun) {
      return startExchange.isEmpty() && rows.isEmpty() ? startRef : "";
    }
    begun = exchange.equals(startExchange);
    return begun ? startRef : null;
  }

  boolean full() {
    return rows.size() >= limit;
  }

  int free() {
    return limit - rows.size();
  }

  void add(Map<String, @Nullable Object> row) {
    rows.add(row);
  }

  /** There is more behind this ref. */
  void goOn(String exchange, String ref) {
    next = exchange + BETWEEN + ref;
  }

  List<Map<String, @Nullable Object>> rows() {
    return List.copyOf(rows);
  }

  /** The cursor of the next page; null when this is the last. */
  @Nullable String next() {
    return next;
  }
}
