package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.messgateway.api.Receipt;
import org.messgateway.gateway.queue.AttemptRow;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.PartitionSet;
import org.messgateway.gateway.queue.PendingHistory;
import org.messgateway.gateway.queue.QueueFigures;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.queue.TaskResult;
import org.messgateway.gateway.queue.ThreadFilter;
import org.messgateway.gateway.queue.ThreadRow;

/**
 * The reads of a queue. Commands use it alone, beside the process that runs the queue. Methods
 * block on the caller's thread, and any thread may call them.
 */
public sealed class QueueReader implements QueueView, AutoCloseable permits JdbcDeliveryQueue {

  private final ReadPool pool;
  private final ThreadRows threads = new ThreadRows();
  private final DependencySql dependencies;
  private final DeliveryRows rows = new DeliveryRows();
  private final AttemptSql attempts = new AttemptSql();

  /** Reads what other processes write. */
  QueueReader(ReadPool pool) {
    this(pool, new DependencySql(true));
  }

  QueueReader(ReadPool pool, DependencySql dependencies) {
    this.pool = pool;
    this.dependencies = dependencies;
  }

  /** Whether a read found the file damaged. */
  public boolean damaged() {
    return pool.damaged();
  }

  <T> T read(BatchWriter.Unit<T> unit) {
    return pool.read(unit);
  }

  @Override
  public Optional<ThreadRow> thread(String exchange, String ref) {
    return read(session -> Optional.ofNullable(threads.find(session, exchange, ref)));
  }

  @Override
  public Map<String, ThreadRow> threads(String exchange, Collection<String> refs) {
    List<ThreadRow> found =
        read(session -> threads.find(session, exchange, refs.stream().distinct().toList()));
    return found.stream().collect(Collectors.toMap(ThreadRow::ref, Function.identity()));
  }

  @Override
  public Optional<ThreadRow> threadByClientId(String exchange, String requestor, String clientId) {
    return read(
        session -> Optional.ofNullable(threads.find(session, exchange, requestor, clientId)));
  }

  @Override
  public List<ThreadRow> threadsByClientId(String exchange, String clientId, int max) {
    return read(session -> threads.threadsByClientId(session, exchange, clientId, max));
  }

  @Override
  public List<String> dependsOn(String exchange, String ref) {
    return read(session -> dependencies.waitsFor(session, exchange, ref));
  }

  @Override
  public Optional<DeliveryRow> delivery(String id) {
    return read(session -> Optional.ofNullable(rows.one(session, id)));
  }

  @Override
  public Optional<DeliveryRow> byReceipt(String channel, Receipt receipt) {
    return receipt.parts().isEmpty()
        ? Optional.empty()
        : read(session -> rows.byReceipt(session, channel, receipt).stream().findFirst());
  }

  @Override
  public List<DeliveryRow> deliveredAt(String channel, String address, int max) {
    return read(session -> rows.deliveredAt(session, channel, address, max));
  }

  @Override
  public List<DeliveryRow> sendingTo(String channel, String address, int max) {
    return read(session -> rows.sendingTo(session, channel, address, max));
  }

  @Override
  public List<ThreadRow> threads(String exchange, String after, int max) {
    return read(session -> threads.page(session, exchange, after, max));
  }

  @Override
  public List<String> openThreads(String exchange, String after, int max) {
    return read(session -> threads.open(session, exchange, after, max));
  }

  @Override
  public int openThreadsOf(String exchange, String requestor) {
    return read(session -> threads.countOpen(session, exchange, requestor));
  }

  @Override
  public List<ThreadRow> find(ThreadFilter filter, int max) {
    return read(session -> ThreadSearchSql.find(session, filter, max));
  }

  @Override
  public Map<String, Instant> lastHeard(String exchange) {
    return read(session -> ThreadSearchSql.lastHeard(session, exchange)).entrySet().stream()
        .collect(
            Collectors.toMap(Map.Entry::getKey, each -> Instant.ofEpochMilli(each.getValue())));
  }

  @Override
  public Map<String, List<TaskResult>> lastResults(String capability) {
    return read(session -> TaskResultSql.last(session, capability));
  }

  @Override
  public List<String> lastRefs(String exchange, String requestor) {
    return read(session -> threads.last(session, exchange, requestor));
  }

  List<ThreadRow> dueThreads(String exchange, Instant now, PartitionSet among, int max) {
    return read(session -> threads.due(session, exchange, now.toEpochMilli(), among, max));
  }

  /** In the order of the ids they wait for; a ref that waits for several is named once. */
  public List<String> dependents(String exchange, Collection<String> endedIds) {
    return read(session -> dependencies.waitingFor(session, exchange, endedIds));
  }

  @Override
  public List<DeliveryRow> deliveries(String exchange, String ref) {
    return read(session -> rows.ofThread(session, exchange, ref));
  }

  List<PendingHistory> pendingHistory(String exchange, PartitionSet among, int max) {
    return read(session -> HistorySql.pending(session, exchange, among, max));
  }

  @Override
  public List<DeliveryRow> find(DeliveryFilter filter, int max) {
    return read(session -> rows.find(session, filter, max));
  }

  @Override
  public List<AttemptRow> attempts(String id) {
    return read(session -> attempts.of(session, id));
  }

  @Override
  public Optional<String> answerResult(String exchange, String ref, String executor, String key) {
    return read(
            session -> Optional.ofNullable(JdbcAnswers.find(session, exchange, ref, executor, key)))
        .flatMap(entry -> Optional.ofNullable(entry.result()));
  }

  @Override
  public QueueFigures figures() {
    return read(session -> {
      Map<DeliveryState, Long> deliveries = new EnumMap<>(DeliveryState.class);
      counts(session, "SELECT state, count(*) FROM delivery GROUP BY state")
          .forEach((state, rows) -> deliveries.put(ColumnValues.state(state), rows));
      Map<LaneState, Long> lanes = new EnumMap<>(LaneState.class);
      counts(session, "SELECT state, count(*) FROM lane GROUP BY state")
          .forEach((state, rows) -> lanes.put(ColumnValues.laneState(state), rows));
      return new QueueFigures(deliveries, lanes);
    });
  }

  /** Rows by the text of the first column; states without a row are absent. */
  private static Map<String, Long> counts(SqlSession session, String sql) throws SQLException {
    return session.list(sql, row -> Map.entry(row.text(), row.number())).stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Override
  public void close() {
    pool.close();
  }
}
