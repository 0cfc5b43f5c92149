package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.messgateway.gateway.queue.Gate;
import org.messgateway.gateway.queue.Settled;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;

/** Which settlements count, and what follows for the line and the gates. */
final class SettleSql {

  private final LineSql lines;
  private final GateSql gates;
  private final ArrivalSql arrivals;
  private final OutcomeSql outcomes;

  SettleSql(AttemptSql attempts, LineSql lines, GateSql gates) {
    this.lines = lines;
    this.gates = gates;
    this.arrivals = new ArrivalSql(attempts, lines, gates);
    this.outcomes = new OutcomeSql(attempts, lines);
  }

  /** As if one after the other; neighbours that simply arrived are settled together. */
  List<Boolean> settle(Session session, long now, List<Settled> settled) throws SQLException {
    List<Boolean> counted = new ArrayList<>(settled.size());
    for (int from = 0; from < settled.size(); ) {
      int to = from;
      while (to < settled.size() && arrived(settled.get(to))) {
        to++;
      }
      counted.addAll(arrived(session, now, settled.subList(from, to)));
      if (to < settled.size()) {
        counted.add(settle(session, now, settled.get(to++)));
      }
      from = to;
    }
    return counted;
  }

  private static boolean arrived(Settled settled) {
    return settled.settlement() instanceof Settlement.Delivered
        && settled.gate() instanceof Gate.Healthy;
  }

  /** What is not as simple as it looked goes the long way. */
  private List<Boolean> arrived(Session session, long now, List<Settled> settled)
      throws SQLException {
    Map<Long, Settled> first = new LinkedHashMap<>();
    settled.forEach(one -> first.putIfAbsent(one.taken().row(), one));
    Set<Long> simple = arrivals.settle(session, now, List.copyOf(first.values()));
    List<Boolean> counted = new ArrayList<>(settled.size());
    for (Settled one : settled) {
      // Told twice, it counts once: removed, it goes the long way the second time.
      counted.add(simple.remove(one.taken().row()) || settle(session, now, one));
    }
    return counted;
  }

  /** Whether it counted. */
  private boolean settle(Session session, long now, Settled settled) throws SQLException {
    TakenDelivery taken = settled.taken();
    Flight flight = Flight.bySeq(session, taken.row());
    if (flight == null || !sameTaking(flight, taken)) {
      return false;
    }
    if (flight.sending()) {
      inTime(session, now, flight, settled);
      return true;
    }
    // Rescued, and not sent again since: the receipt is the truth.
    if (settled.settlement() instanceof Settlement.Delivered delivered && !flight.delivered()) {
      outcomes.late(session, now, flight, settled.startedAt().toEpochMilli(), delivered);
      gates.apply(session, now, flight, settled.settlement(), settled.gate());
      return true;
    }
    return false;
  }

  private static boolean sameTaking(Flight flight, TakenDelivery taken) {
    return flight.id().equals(taken.id())
        && flight.epoch() == taken.lane().epoch()
        && flight.tries() == taken.attempt();
  }

  private void inTime(Session session, long now, Flight flight, Settled settled)
      throws SQLException {
    outcomes.write(session, now, flight, settled.startedAt().toEpochMilli(), settled.settlement());
    lines.form(session, now, flight.thread(), flight.lane().id());
    gates.apply(session, now, flight, settled.settlement(), settled.gate());
  }

  /** A receipt that proved wrong; the attempt that brought it keeps what became of it. */
  boolean correct(Session session, long now, String id, Settlement.Ended ended)
      throws SQLException {
    Long row = DeliveryIds.row(session, id);
    Flight flight = row == null ? null : Flight.bySeq(session, row);
    if (flight == null || !flight.delivered()) {
      return false;
    }
    outcomes.corrected(session, now, flight, ended);
    return true;
  }
}
