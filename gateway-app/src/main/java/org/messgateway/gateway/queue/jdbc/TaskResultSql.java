package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.messgateway.gateway.queue.LookupKey;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.TaskResult;

/** Remembers how executors did with their last tasks. */
final class TaskResultSql {

  /** How long a result is remembered after it is one of the last no more for being old. */
  private static final Duration KEPT_FOR = Duration.ofDays(365);

  /** Of a capability that thousands of executors have; the rest have too little history. */
  private static final int MOST = 50_000;

  private TaskResultSql() {}

  /** Stores the results of a thread, and forgets those that are not among the last any more. */
  static void store(SqlSession session, ReconcileRequest request) throws SQLException {
    for (TaskResult result : request.results()) {
      for (String capability :
          result.capabilities().isEmpty()
              ? List.of(TaskResult.NO_CAPABILITY)
              : result.capabilities()) {
        store(session, request, result, capability);
        forget(session, result.executor(), capability);
      }
    }
  }

  private static void store(
      SqlSession session, ReconcileRequest request, TaskResult result, String capability)
      throws SQLException {
    session.update(
        """
        INSERT INTO task_result (exchange, ref, number, capability, executor, offered_at,
          claimed_at, ended_at, outcome)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (exchange, ref, number, capability) DO UPDATE SET
          executor = excluded.executor, offered_at = excluded.offered_at,
          claimed_at = excluded.claimed_at, ended_at = excluded.ended_at,
          outcome = excluded.outcome\
        """,
        request.thread().exchange(),
        request.thread().ref(),
        result.number(),
        capability,
        result.executor(),
        ColumnValues.millis(result.offered()),
        ColumnValues.millis(result.claimed()),
        ColumnValues.millis(result.ended()),
        result.outcome().code());
  }

  private static void forget(SqlSession session, String executor, String capability)
      throws SQLException {
    session.update(
        """
        DELETE FROM task_result WHERE capability = ? AND executor = ? AND ended_at < (
          SELECT l.ended_at FROM task_result l WHERE l.capability = ? AND l.executor = ?
          ORDER BY l.ended_at DESC LIMIT 1 OFFSET ?)\
        """,
        capability,
        executor,
        capability,
        executor,
        TaskResult.KEPT - 1);
  }

  /** The last results for a capability, by executor. */
  static Map<String, List<TaskResult>> last(SqlSession session, String capability)
      throws SQLException {
    Map<String, Deque<TaskResult>> found = new LinkedHashMap<>();
    String key = LookupKey.of(capability);
    for (TaskResult each :
        session.list(
            """
            SELECT number, executor, offered_at, claimed_at, ended_at, outcome
            FROM task_result WHERE capability = ? ORDER BY executor, ended_at LIMIT ?\
            """,
            row -> read(row, key),
            key,
            MOST)) {
      Deque<TaskResult> last = found.computeIfAbsent(each.executor(), _ -> new ArrayDeque<>());
      last.addLast(each);
      if (last.size() > TaskResult.KEPT) {
        last.removeFirst();
      }
    }
    Map<String, List<TaskResult>> results = new LinkedHashMap<>();
    found.forEach((executor, last) -> results.put(executor, new ArrayList<>(last)));
    return results;
  }

  private static TaskResult read(ResultRow row, String capability) throws SQLException {
    return new TaskResult(
        row.count(),
        row.text(),
        row.instant(),
        row.instant(),
        row.instant(),
        TaskResult.TaskOutcome.valueOf(row.text().toUpperCase(Locale.ROOT)),
        List.of(capability));
  }

  /** Deletes those of tasks that ended a year before. */
  static void prune(SqlSession session, long endedBefore) throws SQLException {
    session.update("DELETE FROM task_result WHERE ended_at < ?", endedBefore - KEPT_FOR.toMillis());
  }
}
