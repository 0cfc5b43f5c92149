package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Corrects stored instants after the clock was set. The store knows when any node renewed last,
 * also one of an earlier process. A clock that shows less was set back, while a gateway ran or
 * between two runs.
 *
 * <p>Waits that the gateway gave (retries, probes, rests) move with the clock. What happened cannot
 * lie in the future, so it counts as having happened now. Due times that threads and hours gave
 * stay; routing answered them by the clock of before, so threads with a next look are looked at.
 */
final class ClockStepSql {

  /** Clocks of nodes differ by less, and no wait is as short. */
  private static final Duration TOLERATED = Duration.ofSeconds(2);

  /** No gateway ran for so long, or the clock was set ahead. */
  private static final Duration ABSENT = Duration.ofDays(1);

  /** A lane waits for a probe, or as long as {@code Retry-After} may say. */
  private static final Duration LONGEST_PROBE = Duration.ofHours(25);

  /** The last wait of the schedule, spread. */
  private static final Duration LONGEST_RETRY = Duration.ofHours(29);

  private static final Pattern PARAMETER = Pattern.compile(":([a-z]+)");

  /** An index has the rows that wait for the same. */
  private static final String TOO_LONG_FOR_TIME = "waits_for = 'time' AND due > :retry";

  private static final String TOO_LONG_FOR_THREAD = "waits_for = 'thread' AND due > :retry";

  private static final List<String> SET_BACK =
      List.of(
          "UPDATE node SET seen_at = :now WHERE seen_at > :now",
          """
          UPDATE lane SET probe_at = CASE WHEN probe_at > :now THEN probe_at - :back ELSE probe_at END,
            rest_until = CASE WHEN rest_until > :now THEN rest_until - :back ELSE rest_until END,
            leased_until = CASE WHEN leased_until > :lease THEN :lease ELSE leased_until END
          WHERE probe_at > :now OR rest_until > :now OR leased_until > :lease\
          """,
          "UPDATE account SET probe_at = probe_at - :back WHERE probe_at > :now",
          """
          UPDATE delivery SET
            turn = CASE WHEN turn > :now AND turn <= :last THEN :now ELSE turn END,
            due = CASE WHEN due <= :now THEN due
                       WHEN due <= :last THEN :now
                       WHEN due = turn THEN due
                       WHEN turn > :last AND turn > due - :back THEN turn
                       ELSE due - :back END,
            retry_at = CASE WHEN retry_at > :now THEN retry_at - :back ELSE retry_at END,
            uncertain_since = CASE WHEN uncertain_since > :now THEN :now ELSE uncertain_since END,
            created = CASE WHEN created > :now THEN :now ELSE created END,
            wished_at = CASE WHEN wished_at > :now THEN :now ELSE wished_at END,
            taken_at = CASE WHEN taken_at > :now THEN :now ELSE taken_at END,
            settled_at = CASE WHEN settled_at > :now THEN :now ELSE settled_at END
          WHERE due > :now OR retry_at > :now OR uncertain_since > :now OR created > :now
            OR wished_at > :now OR taken_at > :now OR settled_at > :now\
          """,
          dues("due > :now"),
          "UPDATE in_flight SET taken_at = :now WHERE taken_at > :now",
          """
          UPDATE thread SET
            next_look = CASE WHEN problem IS NULL THEN :now ELSE next_look - :back END
          WHERE next_look > :now\
          """,
          "UPDATE exchange SET known_since = :now WHERE known_since > :now",
          "UPDATE thread SET ended_at = :now WHERE ended_at > :now",
          """
          UPDATE answer SET taken_at = CASE WHEN taken_at > :now THEN :now ELSE taken_at END,
            written_at = CASE WHEN written_at > :now THEN :now ELSE written_at END
          WHERE state = 'open' AND (taken_at > :now OR written_at > :now)\
          """,
          "UPDATE answer SET settled_at = :now WHERE settled_at > :now",
          "UPDATE event SET kept_at = :now WHERE done_at IS NULL AND kept_at > :now",
          "UPDATE event SET done_at = :now WHERE done_at > :now",
          "UPDATE asked SET at = :now WHERE at > :now",
          "UPDATE reply_code SET since = :now WHERE since > :now",
          "UPDATE task_result SET ended_at = :now WHERE ended_at > :now");

  private static final List<String> TOO_FAR =
      List.of(
          "UPDATE lane SET probe_at = :now WHERE state <> 'closed' AND probe_at > :probe",
          "UPDATE account SET probe_at = :now WHERE state <> 'closed' AND probe_at > :probe",
          rowsTooFar(TOO_LONG_FOR_TIME),
          dues(TOO_LONG_FOR_TIME),
          rowsTooFar(TOO_LONG_FOR_THREAD),
          dues(TOO_LONG_FOR_THREAD));

  private static String rowsTooFar(String entries) {
    return """
    UPDATE delivery SET retry_at = NULL, due = CASE WHEN turn > :now THEN turn ELSE :now END
    WHERE seq IN (SELECT delivery FROM queue_entry WHERE %s) AND due > turn\
    """
        .formatted(entries);
  }

  /** Gives entries the due time that their deliveries have now. */
  private static String dues(String entries) {
    String due = "(SELECT d.due FROM delivery d WHERE d.seq = queue_entry.delivery)";
    return "UPDATE queue_entry SET due = %1$s WHERE %2$s AND due <> %1$s".formatted(due, entries);
  }

  /** Leased lanes, too: the rows that their workers do not have yet. */
  private static final String LANES =
      """
      UPDATE lane SET work_at = CASE
        WHEN EXISTS (SELECT 1 FROM queue_entry q WHERE q.lane = lane.id AND q.waits_for = 'lane')
        THEN :now
        ELSE (SELECT min(q.due) FROM queue_entry q WHERE q.lane = lane.id AND q.waits_for = 'time')
        END
      WHERE work_at > :now\
      """;

  /** A delivery's 14 days are days in which a gateway ran. */
  private static final String AGES =
      "UPDATE delivery SET wished_at = wished_at + :ahead WHERE state IN ('queued', 'sending')";

  /**
   * Compares the clock with the latest renewal, before the next one is stored.
   *
   * @return by how much the clock was set back; zero where it was not
   */
  Duration mend(SqlSession session, long now) throws SQLException {
    return mend(session, now, session.number("SELECT coalesce(max(seen_at), 0) FROM node"));
  }

  /**
   * The same against this node's own renewal: clocks of other nodes may differ for good.
   *
   * @param node its name
   */
  Duration mend(SqlSession session, long now, String node) throws SQLException {
    String own = "SELECT coalesce(max(seen_at), 0) FROM node WHERE name = ?";
    return mend(session, now, session.number(own, node));
  }

  private static Duration mend(SqlSession session, long now, long last) throws SQLException {
    if (last <= 0) {
      return Duration.ZERO;
    }
    Duration ahead = Duration.ofMillis(now - last);
    if (ahead.compareTo(ABSENT) >= 0) {
      run(session, AGES, Map.of("ahead", ahead.toMillis()));
    }
    if (ahead.plus(TOLERATED).isPositive()) {
      return Duration.ZERO;
    }
    runAll(
        session,
        SET_BACK,
        Map.of(
            "now",
            now,
            "last",
            last,
            "back",
            last - now,
            "lease",
            now + OwnedLanes.LEASE.toMillis()));
    return ahead.negated();
  }

  /**
   * Makes due what waits longer than it could have been told to: an earlier process stored it by a
   * clock that nobody knows any more.
   */
  void endImpossibleWaits(SqlSession session, long now) throws SQLException {
    runAll(
        session,
        TOO_FAR,
        Map.of(
            "now",
            now,
            "probe",
            now + LONGEST_PROBE.toMillis(),
            "retry",
            now + LONGEST_RETRY.toMillis()));
  }

  private static void runAll(SqlSession session, List<String> statements, Map<String, Long> values)
      throws SQLException {
    int changed = 0;
    for (String statement : statements) {
      changed += run(session, statement, values);
    }
    if (changed > 0) {
      run(session, LANES, values);
      session.work();
    }
  }

  private static int run(SqlSession session, String statement, Map<String, Long> values)
      throws SQLException {
    List<@Nullable Object> bound = new ArrayList<>();
    Matcher parameters = PARAMETER.matcher(statement);
    String sql =
        parameters.replaceAll(parameter -> {
          bound.add(Objects.requireNonNull(values.get(parameter.group(1))));
          return "?";
        });
    return session.update(sql, bound.toArray());
  }
}
