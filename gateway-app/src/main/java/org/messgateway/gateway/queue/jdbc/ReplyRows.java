package org.messgateway.gateway.queue.jdbc;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Rows of table {@code reply} as they lie in single pages: of which deliveries nobody looked at the
 * reply, also in an older state of the row, and whether anybody ever replied.
 */
final class ReplyRows {

  /** As the migrations left them. */
  static final List<String> COLUMNS =
      List.of("delivery", "number", "media_type", "body", "complete", "looked_at");

  private static final int DELIVERY = COLUMNS.indexOf("delivery");
  private static final int NUMBER = COLUMNS.indexOf("number");
  private static final int MEDIA_TYPE = COLUMNS.indexOf("media_type");
  private static final int COMPLETE = COLUMNS.indexOf("complete");
  private static final int LOOKED_AT = COLUMNS.indexOf("looked_at");

  private final Set<Long> unread = new HashSet<>();
  private boolean any;

  void in(byte[] page) {
    TableLeaf.rows(page, COLUMNS.size(), this::row);
  }

  /** Of a long one, whose end lies elsewhere, nobody knows: it counts as not looked at. */
  private void row(TableLeaf.Cell cell) {
    Long delivery = cell.number(DELIVERY);
    if (delivery != null && cell.number(NUMBER) != null && cell.text(MEDIA_TYPE) != null) {
      any = true;
      if (cell.number(LOOKED_AT) == null || cell.number(COMPLETE) == null) {
        unread.add(delivery);
      }
    }
  }

  /** Rows of those deliveries. */
  Set<Long> unread() {
    return unread;
  }

  boolean any() {
    return any;
  }
}
