package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.messgateway.gateway.queue.PartitionSet;

/**
 * Table {@code ref_partition}: which node looks at which threads. A row stands as long as its node
 * is seen, so that no renewal is needed beside that of the node.
 */
final class PartitionSql {

  /**
   * A node that was not seen for so long does not look at threads. Shorter than a lease: what is
   * taken from a node that lives is looked at twice, which harms nobody.
   */
  static final Duration LAPSE = Duration.ofSeconds(12);

  private static final String TAKE =
      """
      INSERT INTO ref_partition (number, node) VALUES (?, ?)
      ON CONFLICT (number) DO UPDATE SET node = excluded.node\
      """;

  private final String node;

  /**
   * A further condition of a statement, which passes threads of these partitions; the same digest
   * as {@link PartitionSet#of}. Nothing for all, so that it stands only where the store is shared.
   *
   * @param exchange column with the exchange's id, as the others call it
   * @param ref column with the thread's ref
   */
  static String in(PartitionSet among, String exchange, String ref) {
    return among.equals(PartitionSet.ALL)
        ? ""
        : " AND ((%d::bigint >> (get_byte(sha256(convert_to(%s || '/' || %s, 'UTF8')), 0) & 63)) & 1) = 1"
            .formatted(among.bits(), exchange, ref);
  }

  PartitionSql(String node) {
    this.node = node;
  }

  /**
   * Who looks at what.
   *
   * @param sharing nodes that are seen and look at threads
   * @param joined whether this node is one of them
   */
  record Standing(int sharing, boolean joined, PartitionSet held, PartitionSet free) {

    private int share() {
      return Math.ceilDiv(PartitionSet.COUNT, Math.max(1, sharing));
    }

    /** What this node holds beyond its share. */
    PartitionSet surplus() {
      return joined ? some(held, held.size() - share()) : PartitionSet.NONE;
    }

    /** What is free and within this node's share. */
    PartitionSet missing() {
      return joined ? some(free, share() - held.size()) : PartitionSet.NONE;
    }

    boolean balanced() {
      return joined && surplus().size() + missing().size() == 0;
    }

    private static PartitionSet some(PartitionSet of, int most) {
      PartitionSet some = PartitionSet.NONE;
      for (int number = 0; number < PartitionSet.COUNT && some.size() < most; number++) {
        some = of.holds(number) ? some.with(number) : some;
      }
      return some;
    }
  }

  Standing standing(SqlSession session, long now) throws SQLException {
    record Held(int number, String node) {}
    List<String> sharing =
        session.list(
            "SELECT name FROM node WHERE looks = 1 AND seen_at > ?",
            ResultRow::text,
            now - LAPSE.toMillis());
    List<Held> all =
        session.list(
            "SELECT number, node FROM ref_partition", row -> new Held(row.count(), row.text()));
    PartitionSet ours = PartitionSet.NONE;
    PartitionSet free = PartitionSet.ALL;
    for (Held each : all) {
      if (each.node().equals(node)) {
        ours = ours.with(each.number());
      }
      if (sharing.contains(each.node()) || each.node().equals(node)) {
        free = free.without(PartitionSet.NONE.with(each.number()));
      }
    }
    return new Standing(sharing.size(), sharing.contains(node), ours, free);
  }

  /** From now on this node has a share. */
  void join(SqlSession session, long now) throws SQLException {
    session.update(
        """
        INSERT INTO node (name, started_at, seen_at, looks) VALUES (?, ?, ?, 1)
        ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at, looks = 1\
        """,
        node,
        now,
        now);
  }

  void take(SqlSession session, PartitionSet taken) throws SQLException {
    for (int number = 0; number < PartitionSet.COUNT; number++) {
      if (taken.holds(number)) {
        session.update(TAKE, number, node);
      }
    }
  }

  void give(SqlSession session, PartitionSet given) throws SQLException {
    for (int number = 0; number < PartitionSet.COUNT; number++) {
      if (given.holds(number)) {
        session.update("DELETE FROM ref_partition WHERE number = ? AND node = ?", number, node);
      }
    }
  }

  void leave(SqlSession session) throws SQLException {
    session.update("DELETE FROM ref_partition WHERE node = ?", node);
  }
}
