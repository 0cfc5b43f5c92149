package org.messgateway.gateway.queue.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Receipt;
import org.messgateway.gateway.queue.AttemptRow;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.Gate;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LeaseOrder;
import org.messgateway.gateway.queue.LeaseRoom;
import org.messgateway.gateway.queue.LeasedLane;
import org.messgateway.gateway.queue.QueueFigures;
import org.messgateway.gateway.queue.Reconciled;
import org.messgateway.gateway.queue.Settled;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.ThreadWish;
import org.messgateway.gateway.queue.Unrecorded;
import org.messgateway.gateway.queue.WantedDelivery;

/** The queue: says which thread and which transaction; what happens there is in the SQL classes. */
public final class JdbcDeliveryQueue implements DeliveryQueue {

  private final InstantSource clock;
  private final GroupedWriter writer;
  private final SqlDialect.Ear others;
  private final QueueReader reader;
  private final List<Runnable> companions = new CopyOnWriteArrayList<>();
  private final WorkListeners listeners = new WorkListeners();
  private final LineSql lines = new LineSql();
  private final AttemptSql attempts = new AttemptSql();
  private final RescueSql rescue = new RescueSql(attempts, lines);
  private final ThreadSql threads = new ThreadSql(new DependencySql());
  private final ToldBefore before = new ToldBefore();
  private final ReconcileSql reconciles = new ReconcileSql(threads, new LaneKeys(), lines, before);
  private final SettleSql settles = new SettleSql(attempts, lines, new GateSql());
  private final HistorySql history = new HistorySql(new DeliveryRows(), lines);
  private final PruneSql prunes = new PruneSql();
  private final SqlDialect dialect;
  private final Membership membership;
  private final HeldLanes held;
  private final LaneSql lanes;
  private final LeaseSql leases;
  private final LeaseWithWork leasesWithWork;
  private final DueSql dues;
  private final GroupedWriter.Kind<ThreadWish, Reconciled> reconciling =
      (session, wishes) -> reconciles.apply(session, now(), wishes);
  private final GroupedWriter.Kind<TakeSql.Taking, Handful> taking;
  private final GroupedWriter.Kind<Settled, Boolean> settling =
      (session, settled) -> settles.settle(session, now(), settled);

  JdbcDeliveryQueue(SqlDialect dialect, QueueReader reader, InstantSource clock, String node) {
    this.clock = clock;
    this.reader = reader;
    this.dialect = dialect;
    NodeSql members = new NodeSql(node, rescue);
    this.held = new HeldLanes(dialect, node, members, rescue);
    this.lanes = new LaneSql(dialect, node, held);
    this.dues = new DueSql(dialect, node, members);
    TakeSql takes = new TakeSql(dialect, node, lines);
    this.taking = (session, takings) -> takes.take(session, now(), takings);
    this.leases = new LeaseSql(held, lanes, takes);
    this.leasesWithWork = new LeaseWithWork(leases, this::now, this::nodes);
    this.writer = new GroupedWriter(dialect, leasesWithWork, listeners::tell);
    this.membership = new Membership(writer, this::now, members, held, rescue);
    this.others = dialect.hearOthers(listeners::tell);
  }

  /** Takes over a store that no other process uses; returns how many rows were rescued. */
  int takeOver() {
    return membership.takeOver();
  }

  /** Joins the others that use the store; what a dead one had in flight comes with its lanes. */
  void join() {
    membership.join();
  }

  /** Any change, on the writer's thread, durable when it returns. */
  <T> T write(GroupedWriter.Unit<T> unit) {
    return writer.write(unit);
  }

  @Override
  public boolean damaged() {
    return writer.damaged() || reader.damaged();
  }

  /** Empty but for what a damaged queue knew. */
  ToldBefore toldBefore() {
    return before;
  }

  QueueReader reader() {
    return reader;
  }

  private long now() {
    return clock.millis();
  }

  @Override
  public Reconciled reconcile(
      ThreadRow thread,
      Set<String> dependsOn,
      List<WantedDelivery> wanted,
      Collection<String> delivered) {
    return writer.write(
        reconciling, new ThreadWish(thread, dependsOn, wanted, Set.copyOf(delivered)));
  }

  @Override
  public List<Reconciled> reconcileAll(List<ThreadWish> wishes) {
    return writer.writeAll(reconciling, wishes);
  }

  @Override
  public Optional<ThreadRow> thread(String exchange, String ref) {
    return reader.thread(exchange, ref);
  }

  @Override
  public Map<String, ThreadRow> threads(String exchange, Collection<String> refs) {
    return reader.threads(exchange, refs);
  }

  @Override
  public Optional<ThreadRow> threadOf(String exchange, String requestor, String clientId) {
    return reader.threadOf(exchange, requestor, clientId);
  }

  @Override
  public List<ThreadRow> called(String exchange, String clientId, int max) {
    return reader.called(exchange, clientId, max);
  }

  @Override
  public List<String> dependsOn(String exchange, String ref) {
    return reader.dependsOn(exchange, ref);
  }

  @Override
  public void note(ThreadRow thread) {
    writer.write(session -> {
      threads.note(session, now(), thread);
      return true;
    });
  }

  @Override
  public Instant knownSince(String exchange) {
    return Instant.ofEpochMilli(
        writer.write(session -> threads.knownSince(session, now(), exchange)));
  }

  @Override
  public List<ThreadRow> threads(String exchange, String after, int max) {
    return reader.threads(exchange, after, max);
  }

  @Override
  public List<String> openThreads(String exchange, String after, int max) {
    return reader.openThreads(exchange, after, max);
  }

  @Override
  public Optional<String> lastOf(String exchange, String requestor) {
    return reader.lastOf(exchange, requestor);
  }

  @Override
  public List<ThreadRow> dueThreads(String exchange, int max) {
    return reader.dueThreads(exchange, clock.instant(), max);
  }

  @Override
  public List<String> dependents(String exchange, Collection<String> endedIds) {
    return reader.dependents(exchange, endedIds);
  }

  @Override
  public List<DeliveryRow> deliveries(String exchange, String ref) {
    return reader.deliveries(exchange, ref);
  }

  @Override
  public List<LeasedLane> lease(LeaseRoom room, ToIntFunction<LaneLease> first) {
    if (dialect.shared() && !mayLease(room)) {
      return List.of();
    }
    return writer.write(session -> leases.leaseAll(session, now(), room, nodes(), first));
  }

  @Override
  public void leaseWithWork(@Nullable LeaseOrder order) {
    leasesWithWork.follow(order);
  }

  /** A look costs the others nothing; a lease that finds nothing has them wait for their turn. */
  private boolean mayLease(LeaseRoom room) {
    return reader.read(session -> dues.any(session, now(), room));
  }

  @Override
  public List<TakenDelivery> take(LaneLease lane, int max) {
    return writer.write(taking, new TakeSql.Taking(lane, max)).rows();
  }

  @Override
  public List<TakenDelivery> takeAll(List<LaneLease> leases, int maxEach) {
    List<TakeSql.Taking> all =
        leases.stream().map(lane -> new TakeSql.Taking(lane, maxEach)).toList();
    return writer.writeAll(taking, all).stream().map(Handful::rows).flatMap(List::stream).toList();
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
  public int nodes() {
    return membership.nodes();
  }

  @Override
  public boolean settle(TakenDelivery taken, Instant startedAt, Settlement settlement, Gate gate) {
    return writer.write(settling, new Settled(taken, startedAt, settlement, gate));
  }

  @Override
  public List<Boolean> settleAll(List<Settled> settled) {
    return writer.writeAll(settling, settled);
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
  public Optional<Instant> nextDue(LeaseRoom room) {
    return reader.read(session -> dues.next(session, now(), room));
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
  public List<Unrecorded> unrecorded(String exchange, int max) {
    return reader.unrecorded(exchange, max);
  }

  @Override
  public void recorded(Collection<Unrecorded> written) {
    writer.write(session -> {
      history.recorded(session, written);
      return true;
    });
  }

  @Override
  public void postponed(Collection<Unrecorded> gone) {
    writer.write(session -> {
      history.postponed(session, gone);
      return true;
    });
  }

  @Override
  public List<DeliveryRow> find(DeliveryFilter filter, int max) {
    return reader.find(filter, max);
  }

  @Override
  public Optional<DeliveryRow> delivery(String id) {
    return reader.delivery(id);
  }

  @Override
  public Optional<DeliveryRow> byReceipt(String channel, Receipt receipt) {
    return reader.byReceipt(channel, receipt);
  }

  @Override
  public List<DeliveryRow> toldAt(String channel, String address, int max) {
    return reader.toldAt(channel, address, max);
  }

  @Override
  public List<AttemptRow> attempts(String id) {
    return reader.attempts(id);
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
  public QueueFigures figures() {
    return reader.figures();
  }

  @Override
  public int prune(Instant endedBefore) {
    int all = 0;
    int forgotten;
    do {
      forgotten = writer.write(session -> prunes.batch(session, endedBefore.toEpochMilli()));
      all += forgotten;
    } while (!prunes.last(forgotten));
    return all;
  }

  /** What is used beside the queue and ends with it. */
  void alsoClose(Runnable closing) {
    companions.add(closing);
  }

  /** Does what was asked before, then closes the store. */
  @Override
  public void close() {
    companions.forEach(Runnable::run);
    others.close();
    if (dialect.shared()) {
      membership.leave();
    }
    writer.close();
    reader.close();
    if (damaged()) {
      dialect.distrust();
    }
  }
}
