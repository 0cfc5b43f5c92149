package org.messgateway.gateway.queue.jdbc;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Rows of table {@code delivery} that were delivered and are in no history, as they lie in single
 * pages. An older state of a row counts as well: who was told stays told.
 */
final class DeliveredRows {

  /** As the migrations left them. */
  static final List<String> COLUMNS =
      List.of(
          "seq",
          "id",
          "thread",
          "lane",
          "executor",
          "kind",
          "serial",
          "one_per_address",
          "priority",
          "state",
          "waits_for",
          "unwanted",
          "unrecorded",
          "created",
          "wished_at",
          "turn",
          "due",
          "retry_at",
          "deadline",
          "tries",
          "spent",
          "epoch",
          "taken_at",
          "uncertain_since",
          "settled_at",
          "reason",
          "sentence",
          "receipt");

  private static final int ID = COLUMNS.indexOf("id");
  private static final int STATE = COLUMNS.indexOf("state");
  private static final int UNRECORDED = COLUMNS.indexOf("unrecorded");
  private static final int CREATED = COLUMNS.indexOf("created");
  private static final int TRIES = COLUMNS.indexOf("tries");
  private static final int STARTED = COLUMNS.indexOf("taken_at");
  private static final int SETTLED = COLUMNS.indexOf("settled_at");
  private static final int RECEIPT = COLUMNS.indexOf("receipt");

  private static final int ID_BYTES = 16;

  /** 1, or 2 where its thread is gone. */
  private static final Set<Long> NOT_IN_HISTORY = Set.of(1L, 2L);

  /** One row. */
  record Delivered(long row, String id, ToldBefore.Told told) {}

  private final Consumer<Delivered> into;

  DeliveredRows(Consumer<Delivered> into) {
    this.into = into;
  }

  void in(byte[] page) {
    TableLeaf.rows(page, COLUMNS.size(), this::row);
  }

  private void row(TableLeaf.Cell cell) {
    if (!cell.isBytes(ID, ID_BYTES) || !"delivered".equals(cell.text(STATE))) {
      return;
    }
    Long created = cell.number(CREATED);
    Long settled = cell.number(SETTLED);
    Long tries = cell.number(TRIES);
    Long unrecorded = cell.number(UNRECORDED);
    if (created == null || settled == null || tries == null || unrecorded == null) {
      return;
    }
    if (NOT_IN_HISTORY.contains(unrecorded)) {
      into.accept(
          new Delivered(
              cell.key(),
              Columns.id(cell.bytes(ID)),
              new ToldBefore.Told(
                  created, settled, cell.number(STARTED), tries, receipt(cell.text(RECEIPT)))));
    }
  }

  /** What is no receipt is none: then a message cannot be changed in place any more. */
  private static String receipt(@Nullable String json) {
    try {
      return json != null && Columns.receipt(json) != null ? json : Columns.NO_RECEIPT;
    } catch (IllegalStateException _) {
      return Columns.NO_RECEIPT;
    }
  }
}
