package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.Objects;
import java.util.Set;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;

/** What PostgreSQL's SQLSTATEs mean for us (its documentation, appendix A). */
final class PostgresFailures {

  /** Deadlock, serialization, a lock or an end that was not to be had in time. */
  private static final Set<String> CONFLICTS = Set.of("40001", "40003", "40P01", "55P03", "57014");

  /** Ended by the server: shut down, crashed, starting, idle for too long. */
  private static final Set<String> CUT =
      Set.of("57P01", "57P02", "57P03", "57P04", "57P05", "25P03", "25P04");

  /** A table that is to be made is there, or one that is there has other columns than ours. */
  private static final Set<String> FOREIGN_TABLES = Set.of("42P07", "42703");

  /** Whose failures they are, and so where the advice leads. */
  enum Reader {
    /** Who runs a gateway. */
    OPERATOR("store.url", "store.user, store.password", "work resumes by itself."),
    /** Who types {@code queue migrate}. */
    MOVER("--to", "--user, --password-from", "then run it again: nothing was copied.");

    private final String url;
    private final String login;
    private final String then;

    Reader(String url, String login, String then) {
      this.url = url;
      this.login = login;
      this.then = then;
    }
  }

  private final String where;
  private final Reader reader;

  /**
   * @param where the database, as people may see it
   */
  PostgresFailures(String where, Reader reader) {
    this.where = where;
    this.reader = reader;
  }

  /** Whether the same may work in a moment, perhaps on another connection. */
  boolean passes(SQLException failure) {
    String state = state(failure);
    return CONFLICTS.contains(state) || lost(state) || state.equals("25006");
  }

  private static boolean lost(String state) {
    return state.startsWith("08") || CUT.contains(state) || state.equals("53300");
  }

  private static String state(SQLException failure) {
    return Objects.requireNonNullElse(failure.getSQLState(), "");
  }

  QueueException explain(SQLException failure) {
    String state = state(failure);
    if (state.equals("53300")) {
      return because(
          StoreFailure.UNREACHABLE,
          "it has no connection left",
          "Raise max_connections, or end other users; " + reader.then,
          failure);
    }
    if (lost(state)) {
      return because(
          StoreFailure.UNREACHABLE,
          "it cannot be reached",
          "Look at the server, the network and " + reader.url + "; " + reader.then,
          failure);
    }
    if (state.startsWith("28")) {
      return because(
          StoreFailure.NO_ACCESS,
          "it refuses the login",
          "Check " + reader.login + " and the server's pg_hba.conf.",
          failure);
    }
    if (state.equals("3D000")) {
      return because(
          StoreFailure.NO_ACCESS,
          "there is no such database",
          "Make it (createdb), or correct " + reader.url + ".",
          failure);
    }
    if (state.equals("42501") || state.equals("3F000")) {
      return because(
          StoreFailure.NO_ACCESS,
          "the user may not do this",
          "Let it own the database, or its schema: the gateway makes its own tables.",
          failure);
    }
    if (FOREIGN_TABLES.contains(state)) {
      return because(
          StoreFailure.REFUSED,
          "tables of another program stand there",
          "Make a schema for the gateway alone (CREATE SCHEMA mess), and name it by"
              + " ?currentSchema=mess in "
              + reader.url
              + ".",
          failure);
    }
    if (state.equals("25006")) {
      return because(
          StoreFailure.READ_ONLY,
          "it only reads, as a standby does",
          "Point " + reader.url + " at the primary; " + reader.then,
          failure);
    }
    if (state.equals("53100")) {
      return because(StoreFailure.FULL, "its disk is full", "Make space; " + reader.then, failure);
    }
    if (CONFLICTS.contains(state)) {
      return because(
          StoreFailure.LOCKED,
          "another process holds it",
          "Look for a long transaction (pg_stat_activity); " + reader.then,
          failure);
    }
    if (state.equals("XX001") || state.equals("XX002")) {
      return because(
          StoreFailure.DAMAGED,
          "its files are damaged",
          "Restore the database from a backup.",
          failure);
    }
    if (state.startsWith("58") || state.startsWith("53")) {
      return because(
          StoreFailure.DISK,
          "the server fails",
          "Look at the server's log; " + reader.then,
          failure);
    }
    return because(
        StoreFailure.REFUSED, "a statement failed", "This is a mistake of the gateway.", failure);
  }

  private QueueException because(
      StoreFailure trouble, String what, String advice, SQLException cause) {
    String message =
        "The queue in %s: %s. %s (%s)".formatted(where, what, advice, cause.getMessage());
    return new QueueException(trouble, message, cause);
  }
}
