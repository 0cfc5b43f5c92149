package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.messgateway.gateway.queue.QueueException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This node's registration among the nodes that share the store: join, renew, leave. */
final class NodeMembership {

  private static final Logger LOG = LoggerFactory.getLogger(NodeMembership.class);

  private final BatchWriter writer;
  private final LongSupplier now;
  private final NodeSql members;
  private final OwnedLanes held;
  private final AbandonedRowsSql rescue;
  private final PartitionKeeper partitions;
  private final ClockStepSql clockSteps = new ClockStepSql();
  private volatile int nodes = 1;

  NodeMembership(
      BatchWriter writer,
      LongSupplier now,
      NodeSql members,
      OwnedLanes held,
      AbandonedRowsSql rescue,
      PartitionKeeper partitions) {
    this.writer = writer;
    this.now = now;
    this.members = members;
    this.held = held;
    this.rescue = rescue;
    this.partitions = partitions;
  }

  /** Takes over a store that no other process uses; returns how many rows were rescued. */
  int takeOver() {
    return writer.write(session -> {
      startByTheClock(session);
      members.register(session, now.getAsLong());
      held.freeAll(session, now.getAsLong());
      members.keepAll(session);
      return rescue.all(session, now.getAsLong());
    });
  }

  /** Joins the others that use the store; what a dead one had in flight comes with its lanes. */
  void join() {
    nodes =
        writer.write(session -> {
          startByTheClock(session);
          members.register(session, now.getAsLong());
          return members.renew(session, now.getAsLong());
        });
  }

  private void startByTheClock(SqlSession session) throws SQLException {
    Duration _ = clockSteps.mend(session, now.getAsLong());
    clockSteps.endImpossibleWaits(session, now.getAsLong());
  }

  /** Renews registration and leases; false when some leases were lost. */
  boolean renew() {
    record Renewed(Duration setBack, boolean all, int nodes) {}
    long before = now.getAsLong();
    Renewed renewed =
        writer.write(session ->
            new Renewed(
                clockSteps.mend(session, now.getAsLong(), members.name()),
                held.renew(session, now.getAsLong()),
                members.renew(session, now.getAsLong())));
    partitions.seen(before);
    if (renewed.setBack().isPositive()) {
      LOG.info(
          "The clock was set back by {} s. What waits is waited for that much less.",
          renewed.setBack().toSeconds());
    }
    nodes = renewed.nodes();
    return renewed.all();
  }

  /** Removes the registration, so that other nodes need not wait until it expires. */
  void leave() {
    try {
      writer.write(session -> {
        partitions.leave(session);
        members.leave(session, now.getAsLong());
        return true;
      });
    } catch (QueueException e) {
      LOG.debug("The others will notice that this node is gone.", e);
    }
  }

  /** How many there are, as far as was known when it last joined or stayed. */
  int nodes() {
    return nodes;
  }
}
