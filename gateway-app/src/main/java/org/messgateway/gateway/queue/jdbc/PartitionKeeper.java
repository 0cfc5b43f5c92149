package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.queue.PartitionSet;
import org.messgateway.gateway.queue.Partitions;

/**
 * This node's share of the partitions: takes what is free or of a node that is gone, gives up what
 * is over its share. Looks once a second, and at once when another node joins, gives up or leaves.
 */
final class PartitionKeeper implements Partitions {

  private static final Duration LOOK = Duration.ofSeconds(1);

  /**
   * Without a renewal for so long this node holds nothing, by its own clock. What it does in that
   * moment ends before others may take from it.
   */
  static final Duration HOLD = PartitionSql.LAPSE.minusSeconds(2);

  private final BatchWriter writer;
  private final ReadPool readers;
  private final SqlDialect dialect;
  private final LongSupplier now;
  private final PartitionSql sql;
  private final BackgroundLoop loop;
  private final List<Consumer<PartitionSet>> listeners = new CopyOnWriteArrayList<>();
  private volatile PartitionSet held = PartitionSet.ALL;
  private volatile boolean joined;

  /** A time before the last renewal that is durable. */
  private volatile long seenAt;

  /** Whether somebody was told since then that nothing is held any more. */
  private volatile boolean lapsed;

  /** How often it may have lost what it held without a look that found so. */
  private volatile int lapses;

  PartitionKeeper(
      BatchWriter writer, ReadPool readers, SqlDialect dialect, LongSupplier now, String node) {
    this.writer = writer;
    this.readers = readers;
    this.dialect = dialect;
    this.now = now;
    this.sql = new PartitionSql(node);
    this.loop = BackgroundLoop.stepping("partitions", this::step, LOOK);
  }

  @Override
  public PartitionSet held() {
    if (joined && now.getAsLong() - seenAt >= HOLD.toMillis()) {
      lapsed = true;
      return PartitionSet.NONE;
    }
    return held;
  }

  @Override
  public void join() {
    long before = now.getAsLong();
    held = balance();
    seenAt = before;
    joined = true;
  }

  @Override
  public void whenTaken(Consumer<PartitionSet> listener) {
    listeners.add(listener);
  }

  @Override
  public List<BackgroundLoop> loops() {
    return List.of(loop);
  }

  /** Another node joined, gave up or left, or may have. */
  void moved() {
    loop.wake();
  }

  private Duration step() {
    look();
    return LOOK;
  }

  /** Compares with the store; a commit only where something is to be taken or given up. */
  void look() {
    int before = lapses;
    PartitionSql.Standing standing =
        readers.read(session -> sql.standing(session, now.getAsLong()));
    PartitionSet stored = standing.balanced() ? standing.held() : balanced();
    PartitionSet taken = replace(stored, before);
    if (taken.size() > 0) {
      listeners.forEach(listener -> listener.accept(taken));
    }
  }

  private PartitionSet balanced() {
    long before = now.getAsLong();
    PartitionSet stored = balance();
    seen(before);
    return stored;
  }

  /** Returns what is new; after a lapse in between nothing, since the next look takes all anew. */
  private synchronized PartitionSet replace(PartitionSet stored, int before) {
    if (before != lapses) {
      moved();
      return PartitionSet.NONE;
    }
    PartitionSet taken = stored.without(held);
    held = stored;
    return taken;
  }

  private PartitionSet balance() {
    return writer.write(this::balance);
  }

  private PartitionSet balance(SqlSession session) throws SQLException {
    long at = now.getAsLong();
    boolean isNew = !sql.standing(session, at).joined();
    sql.join(session, at);
    PartitionSql.Standing standing = sql.standing(session, at);
    PartitionSet surplus = standing.surplus();
    if (surplus.size() > 0) {
      giveUp(surplus);
      sql.give(session, surplus);
    }
    if (isNew || surplus.size() > 0) {
      dialect.tellPartitions(session);
    }
    sql.take(session, standing.missing());
    return standing.held().without(surplus).and(standing.missing());
  }

  /** Before the commit: a decision that is stored after it must find that they are gone. */
  private synchronized void giveUp(PartitionSet surplus) {
    held = held.without(surplus);
  }

  /**
   * A renewal is durable. If this node held nothing in between, others may have taken what was its,
   * and it did not look: it holds nothing until the next look, which takes all as new.
   *
   * @param before a time before the renewal began
   */
  synchronized void seen(long before) {
    if (joined && (held().equals(PartitionSet.NONE) || lapsed)) {
      held = PartitionSet.NONE;
      lapses++;
      lapsed = false;
    }
    seenAt = before;
  }

  void leave(SqlSession session) throws SQLException {
    if (joined) {
      sql.leave(session);
      dialect.tellPartitions(session);
    }
  }
}
