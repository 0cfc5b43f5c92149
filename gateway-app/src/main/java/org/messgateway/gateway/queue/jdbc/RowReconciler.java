package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.ReconcileResult;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.jdbc.SqlSession.LaneAddress;

/** Reconciles the rows of one thread with its {@link ReconcileRequest}. */
final class RowReconciler {

  /** Lanes are few and stay; beyond this many they are looked up again. */
  private static final int KEPT_LANES = 20_000;

  private final SqlSession session;
  private final long now;
  private final long thread;
  private final Map<String, ExistingDelivery> rows = new LinkedHashMap<>();

  /** By executor and by address: a thread may be told to thousands. */
  private final Map<String, List<ExistingDelivery>> delivered = new HashMap<>();

  private final DeliveryInserts inserts;
  private final ThreadOrderSql lines;
  private final Map<Long, List<DeliveryInserts.NewDelivery>> missing = new LinkedHashMap<>();
  private final Set<Long> touched = new HashSet<>();
  private boolean remembered;
  private int queued;
  private int withdrawn;

  RowReconciler(
      SqlSession session,
      long now,
      long thread,
      List<ExistingDelivery> existing,
      DeliveryInserts inserts,
      ThreadOrderSql lines) {
    this.session = session;
    this.now = now;
    this.thread = thread;
    this.inserts = inserts;
    this.lines = lines;
    existing.forEach(this::know);
  }

  private void know(ExistingDelivery row) {
    rows.put(row.id(), row);
    if (row.state() == DeliveryState.DELIVERED) {
      delivered.computeIfAbsent(row.executor(), _ -> new ArrayList<>(1)).add(row);
      delivered.computeIfAbsent(row.address(), _ -> new ArrayList<>(1)).add(row);
    }
  }

  /** Everything but {@link #finish}, which follows once the new rows are inserted. */
  void apply(ReconcileRequest request) throws SQLException {
    Set<String> wanted = new HashSet<>();
    for (DesiredDelivery one : request.desired()) {
      String id = one.identity().id();
      if (wanted.add(id)) {
        want(one, id, request);
      }
    }
    for (ExistingDelivery row : rows.values()) {
      if (row.open() && !wanted.contains(row.id())) {
        unwant(row);
      }
    }
    missing.forEach(this::queueOn);
  }

  ReconcileResult result() {
    return new ReconcileResult(queued, withdrawn);
  }

  private void want(DesiredDelivery desired, String id, ReconcileRequest request)
      throws SQLException {
    ExistingDelivery row = rows.get(id);
    if (row == null) {
      wantMissing(desired, id, request);
      return;
    }
    switch (row.state()) {
      case QUEUED -> wantQueued(row, desired);
      case SENDING -> wantSending(row);
      case WITHDRAWN -> wantWithdrawn(row, desired);
      case DELIVERED, REJECTED, EXPIRED, DEAD -> {
        // Settled: it stays.
      }
    }
  }

  private void wantMissing(DesiredDelivery desired, String id, ReconcileRequest request)
      throws SQLException {
    if (request.delivered().contains(id)) {
      DesiredStateSql.insertDelivered(session, now, thread, lane(desired), desired);
      remembered = true;
    } else if (!told(desired)) {
      missing
          .computeIfAbsent(lane(desired), key -> new ArrayList<>())
          .add(
              new DeliveryInserts.NewDelivery(
                  id,
                  desired,
                  about(desired.identity(), request.thread()),
                  request.thread().size()));
    }
  }

  /**
   * Whether a row tells it already under another identity, so that it is not repeated: to the same
   * executor at an earlier address, or at a shared address in another executor's name.
   */
  private boolean told(DesiredDelivery desired) {
    Identity identity = desired.identity();
    return told(identity.executor(), desired) || told(identity.address(), desired);
  }

  private boolean told(String reader, DesiredDelivery desired) {
    for (ExistingDelivery row : delivered.getOrDefault(reader, List.of())) {
      if (row.tells(desired)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the identity is read again as it is from the row of this thread. */
  private static boolean about(Identity identity, ThreadRow thread) {
    return identity.ref().equals(thread.ref())
        && identity.generation() == thread.origin().generation()
        && identity.storedExchange().equals(thread.exchange());
  }

  /** Inserts the lane, and its account, when it is missing. */
  private long lane(DesiredDelivery desired) throws SQLException {
    Identity identity = desired.identity();
    LaneAddress at = new LaneAddress(identity.channel(), identity.address());
    Long kept = session.lanes().get(at);
    if (kept != null) {
      return kept;
    }
    if (session.lanes().size() >= KEPT_LANES) {
      session.lanes().clear();
    }
    long id = lane(at);
    session.lanes().put(at, id);
    return id;
  }

  private long lane(LaneAddress at) throws SQLException {
    Long id =
        session.first(
            "SELECT id FROM lane WHERE channel = ? AND address = ?",
            ResultRow::number,
            at.channel(),
            at.address());
    return id != null ? id : insert(at);
  }

  private long insert(LaneAddress at) throws SQLException {
    session.update("INSERT INTO account (channel) VALUES (?) ON CONFLICT DO NOTHING", at.channel());
    return session.number(
        "INSERT INTO lane (channel, address) VALUES (?, ?) RETURNING id",
        at.channel(),
        at.address());
  }

  private void wantQueued(ExistingDelivery row, DesiredDelivery desired) throws SQLException {
    if (told(desired)) {
      withdraw(row, DesiredStateSql.TOLD_ALREADY);
    } else if (row.differs(desired, now)) {
      refresh(row, desired);
    }
  }

  private void refresh(ExistingDelivery row, DesiredDelivery desired) throws SQLException {
    DesiredStateSql.refresh(session, row, desired);
    touched.add(row.lane());
  }

  private void wantSending(ExistingDelivery row) throws SQLException {
    if (row.unwanted()) {
      DesiredStateSql.keep(session, row);
    }
  }

  private void wantWithdrawn(ExistingDelivery row, DesiredDelivery desired) throws SQLException {
    if (!told(desired)) {
      DesiredStateSql.again(session, now, row, desired);
      touched.add(row.lane());
      queued++;
    }
  }

  private void unwant(ExistingDelivery row) throws SQLException {
    switch (row.state()) {
      case QUEUED -> unwantQueued(row);
      case SENDING -> {
        if (!row.unwanted()) {
          DesiredStateSql.drop(session, row);
        }
      }
      case DELIVERED, REJECTED, EXPIRED, WITHDRAWN, DEAD -> {
        // Settled: it stays.
      }
    }
  }

  /** A request whose deadline passed before it could be sent expires, and history shows it. */
  private void unwantQueued(ExistingDelivery row) throws SQLException {
    Long deadline = row.deadline();
    if (row.kind() == NotificationKind.REQUEST && deadline != null && deadline <= now) {
      DesiredStateSql.expire(session, now, row);
      touched.add(row.lane());
      withdrawn++;
    } else {
      withdraw(row, DesiredStateSql.NOT_WANTED);
    }
  }

  private void withdraw(ExistingDelivery row, String sentence) throws SQLException {
    DesiredStateSql.withdraw(session, now, row.seq(), sentence);
    touched.add(row.lane());
    withdrawn++;
  }

  void finish() throws SQLException {
    for (long lane : touched) {
      lines.form(session, now, thread, lane);
    }
  }

  private void queueOn(long lane, List<DeliveryInserts.NewDelivery> wanted) {
    boolean alone =
        wanted.size() == 1
            && rows.values().stream().noneMatch(row -> row.open() && row.lane() == lane);
    boolean only = alone && missing.size() == 1 && rows.isEmpty() && !remembered;
    for (DeliveryInserts.NewDelivery one : wanted) {
      inserts.add(thread, lane, one, alone, only);
    }
    if (!alone) {
      touched.add(lane);
    }
    queued += wanted.size();
  }
}
