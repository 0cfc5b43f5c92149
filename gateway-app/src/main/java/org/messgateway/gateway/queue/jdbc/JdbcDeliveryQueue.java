package org.messgateway.gateway.queue.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.Completion;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.LaneAdmission;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LeaseBudget;
import org.messgateway.gateway.queue.Partitions;
import org.messgateway.gateway.queue.PendingHistory;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.ReconcileResult;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.ThreadRow;

/**
 * The queue in a database. Each change is a unit of the writer's thread; reads are those of {@link
 * QueueReader}, on the caller's thread. The SQL classes hold the statements.
 */
public final class JdbcDeliveryQueue extends QueueReader implements DeliveryQueue {

  private final InstantSource clock;
  private final BatchWriter writer;
  private final SqlDialect.ChangeListener others;
  private final List<Runnable> closings = new CopyOnWriteArrayList<>();
  private final WorkListeners listeners = new WorkListeners();
  private final ThreadOrderSql lines = new ThreadOrderSql();
  private final AttemptSql attempts = new AttemptSql();
  private final AbandonedRowsSql rescue = new AbandonedRowsSql(attempts, lines);
  private final ThreadSql threads;
  private final RetireSql retires;
  private final SettleSql settles = new SettleSql(attempts, lines, new GateSql());
  private final HistorySql history = new HistorySql(lines);
  private final PruneSql prunes = new PruneSql();
  private final SqlDialect dialect;
  private final PartitionKeeper partitions;
  private final NodeMembership membership;
  private final OwnedLanes held;
  private final LaneSql lanes;
  private final CommitAdmission admission;
  private final DueSql dues;
  private final BatchWriter.Kind<ReconcileRequest, ReconcileResult> reconciling;
  private final BatchWriter.Kind<TakeSql.Taking, TakeSql.TakeResult> taking;
  private final BatchWriter.Kind<SettleSql.SettledAttempt, Boolean> settling =
      (session, settled) -> settles.settle(session, now(), settled);

  JdbcDeliveryQueue(
      SqlDialect dialect, int readers, StoreOutage outage, InstantSource clock, String node) {
    this(
        dialect,
        new ReadPool(dialect, readers, outage::found),
        outage,
        clock,
        node,
        new DependencySql(dialect.shared()));
  }

  private JdbcDeliveryQueue(
      SqlDialect dialect,
      ReadPool readers,
      StoreOutage outage,
      InstantSource clock,
      String node,
      DependencySql dependencies) {
    super(readers, dependencies);
    this.threads = new ThreadSql(dependencies);
    this.clock = clock;
    this.dialect = dialect;
    NodeSql members = new NodeSql(node, rescue);
    this.held = new OwnedLanes(dialect, node, members, rescue);
    this.lanes = new LaneSql(dialect, node, held);
    this.dues = new DueSql(dialect, node, members);
    TakeSql takes = new TakeSql(dialect, node, lines);
    this.taking = (session, takings) -> takes.take(session, now(), takings);
    this.admission = new CommitAdmission(lanes, held, this::now, dialect.shared());
    ReconcileSql reconciles = new ReconcileSql(threads, lines, admission);
    this.reconciling = (session, requests) -> reconciles.apply(session, now(), forOwners(requests));
    this.retires = new RetireSql(reconciles);
    this.writer = new BatchWriter(dialect, admission, listeners::callAll, outage);
    this.partitions = new PartitionKeeper(writer, readers, dialect, this::now, node);
    this.membership = new NodeMembership(writer, this::now, members, held, rescue, partitions);
    this.others = dialect.hearOthers(listeners::callAll, partitions::moved);
  }

  /** The loops that it runs. */
  List<BackgroundLoop> loops() {
    return Stream.concat(writer.loops().stream(), others.loops().stream()).toList();
  }

  /** Takes over a store that no other process uses; returns how many rows were rescued. */
  int takeOver() {
    return membership.takeOver();
  }

  /** Registers this node among those that share the store. */
  void join() {
    membership.join();
  }

  /** Any change, on the writer's thread, durable when it returns. */
  <T> T write(BatchWriter.Unit<T> unit) {
    return writer.write(unit);
  }

  @Override
  public boolean damaged() {
    return writer.damaged() || super.damaged();
  }

  /** Transactions of the writer since it was opened: for tests that count them. */
  long transactions() {
    return writer.transactions();
  }

  private long now() {
    return clock.millis();
  }

  /** The whole where nobody shares the store. */
  @Override
  public Partitions partitions() {
    return dialect.shared() ? partitions : Partitions.ALL;
  }

  /** For tests that look at the moment they choose. */
  void lookAtPartitions() {
    partitions.look();
  }

  /**
   * A decision about a thread whose partition another node holds makes it due at once, so that the
   * holder looks at what the thread says then. On the writer's thread.
   */
  private List<ReconcileRequest> forOwners(List<ReconcileRequest> requests) {
    if (!dialect.shared()) {
      return requests;
    }
    List<ReconcileRequest> marked = new ArrayList<>(requests.size());
    for (ReconcileRequest each : requests) {
      marked.add(isOurs(each.thread()) ? each : each.with(dueNow(each.thread())));
    }
    return marked;
  }

  private boolean isOurs(ThreadRow thread) {
    return !dialect.shared() || partitions.held().holds(thread.exchange(), thread.ref());
  }

  private ThreadRow dueNow(ThreadRow thread) {
    return thread.with(thread.problem(), Instant.ofEpochMilli(now()));
  }

  @Override
  public ReconcileResult reconcile(
      ThreadRow thread,
      Set<String> dependsOn,
      List<DesiredDelivery> desired,
      Collection<String> delivered) {
    return writer.write(
        reconciling, new ReconcileRequest(thread, dependsOn, desired, Set.copyOf(delivered)));
  }

  @Override
  public List<ReconcileResult> reconcileAll(List<ReconcileRequest> requests) {
    return writer.writeAll(reconciling, requests);
  }

  @Override
  public void reconcileAll(List<ReconcileRequest> requests, Completion<List<ReconcileResult>> end) {
    writer.submitAll(reconciling, requests, end);
  }

  @Override
  public void storeThreads(List<ThreadRow> rows) {
    writer.writeAll(rows.stream().map(this::storing).toList());
  }

  private BatchWriter.Unit<Boolean> storing(ThreadRow thread) {
    return session -> {
      threads.storeOnly(session, now(), isOurs(thread) ? thread : dueNow(thread));
      return true;
    };
  }

  @Override
  public OptionalInt retireThread(ThreadRow old, String problem) {
    return writer.write(session -> retires.retire(session, now(), old, problem));
  }

  @Override
  public Instant knownSince(String exchange) {
    return Instant.ofEpochMilli(
        writer.write(session -> threads.knownSince(session, now(), exchange)));
  }

  @Override
  public List<ThreadRow> dueThreads(String exchange, int max) {
    return dueThreads(exchange, clock.instant(), partitions().held(), max);
  }

  @Override
  public List<PendingHistory> pendingHistory(String exchange, int max) {
    return pendingHistory(exchange, partitions().held(), max);
  }

  @Override
  public List<LaneLease> lease(LeaseBudget budget) {
    if (!mayLease(budget)) {
      return List.of();
    }
    return writer.write(session -> {
      held.mend(session, now());
      return lanes.lease(session, now(), budget, nodes());
    });
  }

  @Override
  public void admitWith(@Nullable LaneAdmission next) {
    admission.use(next);
  }

  /** A read; without it, a lease that finds nothing would cost a transaction of the writer. */
  private boolean mayLease(LeaseBudget budget) {
    return read(session -> dues.any(session, now(), budget));
  }

  @Override
  public List<TakenDelivery> take(LaneLease lane, int max) {
    return writer.write(taking, new TakeSql.Taking(lane, max)).rows();
  }

  @Override
  public void release(LaneLease lane) {
    release(lane, Duration.ZERO);
  }

  @Override
  public void release(LaneLease lane, Duration rest) {
    writer.write(session -> {
      held.release(session, now(), lane, rest);
      return true;
    });
  }

  @Override
  public void release(Collection<LaneLease> all) {
    writer.write(session -> {
      for (LaneLease lane : all) {
        held.release(session, now(), lane, Duration.ZERO);
      }
      return true;
    });
  }

  @Override
  public void releaseUnknown(Collection<Long> lanes) {
    writer.write(session -> {
      for (long lane : lanes) {
        held.release(session, now(), lane);
      }
      return true;
    });
  }

  @Override
  public List<Long> dueLanesHeld() {
    return read(session -> dues.onOurs(session, now()));
  }

  @Override
  public int nodes() {
    return membership.nodes();
  }

  @Override
  public boolean settle(
      TakenDelivery delivery, Instant startedAt, Settlement settlement, BreakerUpdate breaker) {
    return writer.write(
        settling, new SettleSql.SettledAttempt(delivery, startedAt, settlement, breaker));
  }

  @Override
  public void settle(
      TakenDelivery delivery,
      Instant startedAt,
      Settlement settlement,
      BreakerUpdate breaker,
      Completion<Boolean> end) {
    writer.submit(
        settling, new SettleSql.SettledAttempt(delivery, startedAt, settlement, breaker), end);
  }

  @Override
  public boolean correct(String id, Settlement.Ended ended) {
    return writer.write(session -> settles.correct(session, now(), id, ended));
  }

  @Override
  public boolean renew() {
    return membership.renew();
  }

  @Override
  public Optional<Instant> nextDue(LeaseBudget budget) {
    return read(session -> dues.next(session, now(), budget));
  }

  @Override
  public void onWork(Runnable listener) {
    listeners.add(listener);
  }

  @Override
  public void probeNow(@Nullable String channel, @Nullable String address) {
    writer.write(session -> {
      lanes.probeNow(session, now(), channel, address);
      return true;
    });
  }

  @Override
  public void probeWithoutAdapter() {
    writer.write(session -> {
      lanes.probeWithoutAdapter(session, now());
      return true;
    });
  }

  @Override
  public void markRecorded(Collection<PendingHistory> written) {
    writer.write(session -> {
      history.markRecorded(session, written);
      return true;
    });
  }

  @Override
  public void postponeHistory(Collection<PendingHistory> gone) {
    writer.write(session -> {
      history.postpone(session, gone);
      return true;
    });
  }

  @Override
  public int replay(Collection<String> ids) {
    return writer.write(session -> {
      int replayed = 0;
      for (String id : Set.copyOf(ids)) {
        replayed += history.replay(session, now(), id) ? 1 : 0;
      }
      return replayed;
    });
  }

  @Override
  public int prune(Instant endedBefore) {
    int all = 0;
    int forgotten;
    do {
      forgotten = writer.write(session -> prunes.batch(session, endedBefore.toEpochMilli()));
      all += forgotten;
    } while (!prunes.last(forgotten));
    writer.<Boolean>write(session -> {
      TaskResultSql.prune(session, endedBefore.toEpochMilli());
      return true;
    });
    return all;
  }

  /** Adds an action for {@link #close()}, such as to release locks of the same store. */
  void alsoClose(Runnable closing) {
    closings.add(closing);
  }

  /** Ends the changes that were submitted, then closes the store. */
  @Override
  public void close() {
    closings.forEach(Runnable::run);
    others.close();
    if (dialect.shared()) {
      membership.leave();
    }
    writer.close();
    super.close();
    if (damaged()) {
      dialect.distrust();
    }
  }
}
