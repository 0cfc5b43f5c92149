package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.LookupKey;
import org.messgateway.gateway.queue.ThreadFilter;
import org.messgateway.gateway.queue.ThreadRow;

/** Searches threads. Walks the index of refs from its end: what is asked for is mostly new. */
final class ThreadSearchSql {

  private final List<String> conditions = new ArrayList<>();
  private final List<@Nullable Object> values = new ArrayList<>();

  private ThreadSearchSql() {}

  static List<ThreadRow> find(SqlSession session, ThreadFilter filter, int max)
      throws SQLException {
    return new ThreadSearchSql().of(filter).rows(session, max);
  }

  private ThreadSearchSql of(ThreadFilter filter) {
    where(ThreadRows.OF_EXCHANGE, filter.exchange());
    if (!filter.before().isEmpty()) {
      where("t.ref < ?", filter.before());
    }
    if (filter.requestor() != null) {
      where("t.requestor = ?", LookupKey.of(filter.requestor()));
    }
    if (filter.open()) {
      where("t.ended_at IS NULL");
    }
    if (!filter.statuses().isEmpty()) {
      where(in("t.status", filter.statuses()), filter.statuses().toArray());
    }
    names(filter);
    if (filter.executor() != null) {
      where("(t.updated IS NULL OR t.executor = ?)", LookupKey.of(filter.executor()));
    }
    if (filter.since() != null) {
      where("(t.updated IS NULL OR t.updated >= ?)", ColumnValues.millis(filter.since()));
    }
    filter.requires().forEach(this::requires);
    return this;
  }

  private void names(ThreadFilter filter) {
    List<String> either = new ArrayList<>();
    List<Object> named = new ArrayList<>();
    if (!filter.refs().isEmpty()) {
      either.add(in("t.ref", filter.refs()));
      named.addAll(filter.refs());
    }
    if (!filter.clientIds().isEmpty()) {
      either.add(in("t.client_id", filter.clientIds()));
      filter.clientIds().forEach(id -> named.add(LookupKey.of(id)));
    }
    if (!either.isEmpty()) {
      where("(" + String.join(" OR ", either) + ")", named.toArray());
    }
  }

  /** One of these; none at all where nothing has the tag. */
  private void requires(Set<String> ids) {
    String each =
        ids.stream().map(_ -> "t.requires LIKE ? ESCAPE '!'").collect(Collectors.joining(" OR "));
    where(
        ids.isEmpty() ? "t.updated IS NULL" : "(t.updated IS NULL OR " + each + ")",
        ids.stream().map(ThreadSearchSql::pattern).toArray());
  }

  private static String pattern(String id) {
    return "%" + ColumnValues.lines(List.of(id.replaceAll("[!%_]", "!$0"))) + "%";
  }

  private static String in(String column, Collection<?> among) {
    return column + " IN (" + MultiRowSql.marks(among.size()) + ")";
  }

  private void where(String condition, @Nullable Object... arguments) {
    conditions.add(condition);
    values.addAll(List.of(arguments));
  }

  private List<ThreadRow> rows(SqlSession session, int max) throws SQLException {
    values.add(max);
    return session.list(
        "SELECT "
            + ThreadRows.COLUMNS
            + ThreadRows.FROM
            + "WHERE "
            + String.join(" AND ", conditions)
            + " ORDER BY t.ref DESC LIMIT ?",
        ThreadRows::read,
        values.toArray());
  }

  /** When each executor said something last. */
  static Map<String, Long> lastHeard(SqlSession session, String exchange) throws SQLException {
    return session
        .list(
            "SELECT executor, max(taken_at) FROM answer WHERE exchange = ? GROUP BY executor",
            row -> Map.entry(row.text(), row.number()),
            exchange)
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }
}
