package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.Reconciled;
import org.messgateway.gateway.queue.ThreadWish;
import org.messgateway.gateway.queue.WantedDelivery;

/** The reconcile of one thread: what its wish comes to for each of its rows. */
final class Reconciling {

  private final Session session;
  private final long now;
  private final long thread;
  private final Map<String, Standing> rows = new LinkedHashMap<>();
  private final Told told;
  private final Newcomers newcomers;
  private final LaneKeys lanes;
  private final LineSql lines;
  private final ToldBefore before;
  private final Map<Long, List<Newcomers.Wish>> missing = new LinkedHashMap<>();
  private final Set<Long> touched = new HashSet<>();
  private int queued;
  private int withdrawn;

  Reconciling(
      Session session,
      long now,
      long thread,
      List<Standing> standing,
      Newcomers newcomers,
      LaneKeys lanes,
      LineSql lines,
      ToldBefore before) {
    this.session = session;
    this.now = now;
    this.thread = thread;
    this.told = new Told(standing);
    this.newcomers = newcomers;
    this.lanes = lanes;
    this.lines = lines;
    this.before = before;
    standing.forEach(row -> rows.put(row.id(), row));
  }

  /** All but what {@link #finish} does, once the newcomers are in. */
  void apply(ThreadWish wish) throws SQLException {
    Set<String> wanted = new HashSet<>();
    for (WantedDelivery one : wish.wanted()) {
      String id = one.identity().id();
      if (wanted.add(id)) {
        want(one, id, wish.delivered());
      }
    }
    for (Standing row : rows.values()) {
      if (row.open() && !wanted.contains(row.id())) {
        unwant(row);
      }
    }
    missing.forEach(this::queueOn);
  }

  Reconciled done() {
    return new Reconciled(queued, withdrawn);
  }

  private void want(WantedDelivery wanted, String id, Collection<String> delivered)
      throws SQLException {
    Standing row = rows.get(id);
    if (row == null) {
      wantMissing(wanted, id, delivered.contains(id));
      return;
    }
    switch (row.state()) {
      case QUEUED -> wantQueued(row, wanted);
      case SENDING -> wantSending(row);
      case WITHDRAWN -> wantWithdrawn(row, wanted);
      case DELIVERED, REJECTED, EXPIRED, DEAD -> {
        // Settled: it stays.
      }
    }
  }

  private void wantMissing(WantedDelivery wanted, String id, boolean inHistory)
      throws SQLException {
    if (inHistory || before.has(id)) {
      WishSql.insertDelivered(session, now, thread, lane(wanted), wanted);
      if (!inHistory) {
        before.complete(session, id);
      }
    } else if (!told.covers(wanted)) {
      missing
          .computeIfAbsent(lane(wanted), key -> new ArrayList<>())
          .add(new Newcomers.Wish(id, wanted));
    }
  }

  private long lane(WantedDelivery wanted) throws SQLException {
    Identity identity = wanted.identity();
    return lanes.of(session, identity.channel(), identity.address());
  }

  private void wantQueued(Standing row, WantedDelivery wanted) throws SQLException {
    if (told.covers(wanted)) {
      withdraw(row, WishSql.TOLD_ALREADY);
    } else if (row.differs(wanted, now)) {
      refresh(row, wanted);
    }
  }

  private void refresh(Standing row, WantedDelivery wanted) throws SQLException {
    WishSql.refresh(session, row, wanted);
    touched.add(row.lane());
  }

  private void wantSending(Standing row) throws SQLException {
    if (row.unwanted()) {
      WishSql.keep(session, row);
    }
  }

  private void wantWithdrawn(Standing row, WantedDelivery wanted) throws SQLException {
    if (!told.covers(wanted)) {
      WishSql.again(session, now, row, wanted);
      touched.add(row.lane());
      queued++;
    }
  }

  private void unwant(Standing row) throws SQLException {
    switch (row.state()) {
      case QUEUED -> unwantQueued(row);
      case SENDING -> {
        if (!row.unwanted()) {
          WishSql.drop(session, row);
        }
      }
      case DELIVERED, REJECTED, EXPIRED, WITHDRAWN, DEAD -> {
        // Settled: it stays.
      }
    }
  }

  /** A request whose deadline passed before it could be sent is over, and history says so. */
  private void unwantQueued(Standing row) throws SQLException {
    Long deadline = row.deadline();
    if (row.kind() == NotificationKind.REQUEST && deadline != null && deadline <= now) {
      WishSql.expire(session, now, row);
      touched.add(row.lane());
      withdrawn++;
    } else {
      withdraw(row, WishSql.NOT_WANTED);
    }
  }

  private void withdraw(Standing row, String sentence) throws SQLException {
    WishSql.withdraw(session, now, row.seq(), sentence);
    touched.add(row.lane());
    withdrawn++;
  }

  void finish() throws SQLException {
    for (long lane : touched) {
      lines.form(session, now, thread, lane);
    }
  }

  private void queueOn(long lane, List<Newcomers.Wish> wanted) {
    boolean alone =
        wanted.size() == 1
            && rows.values().stream().noneMatch(row -> row.open() && row.lane() == lane);
    for (Newcomers.Wish one : wanted) {
      newcomers.add(thread, lane, one, alone);
    }
    if (!alone) {
      touched.add(lane);
    }
    queued += wanted.size();
  }
}
