package org.messgateway.gateway.queue.jdbc;

import java.util.function.LongSupplier;
import org.messgateway.gateway.queue.QueueException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This node among those that use the store: how it comes, stays and goes. */
final class Membership {

  private static final Logger LOG = LoggerFactory.getLogger(Membership.class);

  private final GroupedWriter writer;
  private final LongSupplier now;
  private final NodeSql members;
  private final HeldLanes held;
  private final RescueSql rescue;
  private volatile int nodes = 1;

  Membership(
      GroupedWriter writer, LongSupplier now, NodeSql members, HeldLanes held, RescueSql rescue) {
    this.writer = writer;
    this.now = now;
    this.members = members;
    this.held = held;
    this.rescue = rescue;
  }

  /** Takes over a store that no other process uses; returns how many rows were rescued. */
  int takeOver() {
    return writer.write(session -> {
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
          members.register(session, now.getAsLong());
          return members.renew(session, now.getAsLong());
        });
  }

  /** Stays, with all its leases; false when some of those it thinks it holds are not its. */
  boolean renew() {
    record Renewed(boolean all, int nodes) {}
    Renewed renewed =
        writer.write(session ->
            new Renewed(
                held.renew(session, now.getAsLong()), members.renew(session, now.getAsLong())));
    nodes = renewed.nodes();
    return renewed.all();
  }

  /** Others need not wait until they miss this node; if they cannot be told, they will. */
  void leave() {
    try {
      writer.write(session -> {
        members.leave(session);
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
