package org.messgateway.gateway.queue.jdbc;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.messgateway.api.Receipt;
import org.messgateway.gateway.queue.AttemptRow;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.QueueFigures;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.Unrecorded;

/**
 * All that can be read of a queue without changing it; also for a command beside the process that
 * runs it. Methods block on the caller's thread and may be called from any.
 */
public final class QueueReader implements QueueView, AutoCloseable {

  private final ReadPool pool;
  private final ThreadRows threads = new ThreadRows();
  private final DependencySql dependencies = new DependencySql();
  private final DeliveryRows rows = new DeliveryRows();
  private final AttemptSql attempts = new AttemptSql();
  private final FigureSql figures = new FigureSql();
  private final HistorySql history = new HistorySql(rows, new LineSql());

  QueueReader(ReadPool pool) {
    this.pool = pool;
  }

  boolean damaged() {
    return pool.damaged();
  }

  <T> T read(GroupedWriter.Unit<T> unit) {
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
  public Optional<ThreadRow> threadOf(String exchange, String requestor, String clientId) {
    return read(
        session -> Optional.ofNullable(threads.find(session, exchange, requestor, clientId)));
  }

  @Override
  public List<ThreadRow> called(String exchange, String clientId, int max) {
    return read(session -> threads.called(session, exchange, clientId, max));
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
  public List<DeliveryRow> toldAt(String channel, String address, int max) {
    return read(session -> rows.toldAt(session, channel, address, max));
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
  public Optional<String> lastOf(String exchange, String requestor) {
    return read(session -> Optional.ofNullable(threads.last(session, exchange, requestor)));
  }

  public List<ThreadRow> dueThreads(String exchange, Instant now, int max) {
    return read(session -> threads.due(session, exchange, now.toEpochMilli(), max));
  }

  /** In the order of the ids they wait for; a ref that waits for several is named once. */
  public List<String> dependents(String exchange, Collection<String> endedIds) {
    return read(session -> {
      List<String> refs = new ArrayList<>();
      for (String id : endedIds) {
        refs.addAll(dependencies.waitingFor(session, exchange, id));
      }
      return refs.stream().distinct().toList();
    });
  }

  @Override
  public List<DeliveryRow> deliveries(String exchange, String ref) {
    return read(session -> rows.ofThread(session, exchange, ref));
  }

  public List<Unrecorded> unrecorded(String exchange, int max) {
    return read(session -> history.unrecorded(session, exchange, max));
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
  public QueueFigures figures() {
    return read(figures::count);
  }

  @Override
  public void close() {
    pool.close();
  }
}
