package org.messgateway.gateway.queue.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Properties;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;

/**
 * PostgreSQL, used by any number of processes. Their writers take turns: a group of changes holds
 * the store's lock from its first statement to its commit, so each transaction sees all earlier
 * ones, as in SQLite. Work that must not wait for a turn runs outside that lock.
 */
final class PostgresDialect implements SqlDialect {

  /** The first half of all advisory locks of ours: "MESS". */
  static final int LOCKS = 0x4d455353;

  /** Who listens hears that there is work; the payload is the node that made it. */
  static final String WORK = "mess_work";

  private static final int WRITE_LOCK = 1;
  private static final int MIGRATION_LOCK = 2;

  /**
   * Every statement of the day's work finds its rows by an index, and pages come in its order:
   * plans are made while tables are empty, and kept. A server with LLVM compiles a statement for 70
   * to 400 ms that it expects to be dear; up to PostgreSQL 17 that is each one that reads a table
   * as a whole, however small, where {@code enable_seqscan} is off. Source:
   * docs/decisions/queue.md#queue-23.
   */
  private static final String BY_KEYS =
      """
      SET jit = off;
      SET max_parallel_workers_per_gather = 0;
      SET enable_hashjoin = off;
      SET enable_mergejoin = off;
      SET enable_bitmapscan = off;
      """;

  /**
   * What a process that hangs or vanishes may hold up the others is far less than a lease. A commit
   * is on disk; a server that asks standbys, too, goes on doing so. To plan a statement anew each
   * time costs more than to execute it.
   */
  private static final String WRITING =
      BY_KEYS
          + """
          SET idle_in_transaction_session_timeout = '5s';
          SET statement_timeout = '15s';
          SET lock_timeout = '15s';
          SET client_connection_check_interval = '1s';
          SET enable_seqscan = off;
          SET plan_cache_mode = force_generic_plan;
          SELECT set_config('synchronous_commit',
            coalesce(nullif(current_setting('synchronous_commit'), 'off'), 'on'), false)\
          """;

  private static final String READING =
      BY_KEYS
          + """
          SET default_transaction_read_only = on;
          SET statement_timeout = '30s'\
          """;

  /** One round trip: others wait for as long as a group takes. */
  private static final String BEGIN =
      """
      BEGIN; SELECT pg_advisory_xact_lock(?, ?), pg_current_xact_id()::text,
        (extract(epoch FROM clock_timestamp()) * 1000000)::bigint\
      """;

  private static final Duration PATIENCE = Duration.ofMinutes(30);
  private static final long MICROS = 1_000_000;

  private final PostgresAddress address;
  private final PostgresFailures failures;
  private final String node;
  private final DatabaseClock clock;

  /**
   * @param node name of this process among those that share the store
   * @param clock set to the database's time with every transaction
   */
  PostgresDialect(PostgresAddress address, String node, DatabaseClock clock) {
    this(address, node, clock, PostgresFailures.Reader.OPERATOR);
  }

  /**
   * @param reader whom its failures advise
   */
  PostgresDialect(
      PostgresAddress address, String node, DatabaseClock clock, PostgresFailures.Reader reader) {
    this.address = address;
    this.failures = new PostgresFailures(address.shown(), reader);
    this.node = node;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "postgresql";
  }

  @Override
  public Connection connectForWriting() throws SQLException {
    return connect(WRITING);
  }

  @Override
  public Connection connectForReading() throws SQLException {
    return connect(READING);
  }

  private Connection connect(String settings) throws SQLException {
    Properties properties = address.properties();
    properties.setProperty("connectTimeout", "5");
    properties.setProperty("socketTimeout", "30");
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("ApplicationName", "mess-gateway " + node);
    Connection connection = DriverManager.getConnection(address.url(), properties);
    try (Statement statement = connection.createStatement()) {
      statement.execute(settings);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** Not every server that speaks this language has what we need of it. */
  void refuseOld(SqlSession session) throws SQLException {
    long version = session.number("SELECT current_setting('server_version_num')::bigint") / 10_000;
    if (version < PostgresStore.OLDEST_SERVER) {
      throw new QueueException(
          StoreFailure.NO_ACCESS,
          "The database in %s is PostgreSQL %d; the gateway needs %d or later."
              .formatted(address.shown(), version, PostgresStore.OLDEST_SERVER),
          null);
    }
  }

  /** A standby, or a schema that is not ours to write. */
  void refuseUnfit(SqlSession session) throws SQLException {
    record Fit(boolean standby, boolean mayCreate) {}
    Fit fit =
        session.first(
            """
            SELECT pg_is_in_recovery(),
              coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)\
            """,
            row -> new Fit(row.flag(), row.flag()));
    if (fit != null && fit.standby()) {
      throw failures.explain(new SQLException("it is a standby", "25006"));
    }
    if (fit != null && !fit.mayCreate()) {
      throw failures.explain(new SQLException("no right to create tables", "42501"));
    }
  }

  /** Others wait while a group runs: it must not be long. */
  @Override
  public int largestGroup() {
    return 256;
  }

  @Override
  public String begin(SqlSession session) throws SQLException {
    record Begun(String transaction, long micros) {}
    Begun begun =
        session.firstOfLast(
            BEGIN,
            row -> {
              row.textOrNull();
              return new Begun(row.text(), row.number());
            },
            LOCKS,
            WRITE_LOCK);
    if (begun == null) {
      throw new SQLException("no row from " + BEGIN);
    }
    clock.said(Instant.ofEpochSecond(begun.micros() / MICROS, begun.micros() % MICROS * 1_000));
    return begun.transaction();
  }

  @Override
  public boolean committed(SqlSession session, String transaction) throws SQLException {
    String status =
        session.first(
            "SELECT coalesce(pg_xact_status((?::text)::xid8), 'too old to know')",
            ResultRow::text,
            transaction);
    if ("in progress".equals(status)) {
      throw new SQLException("the transaction's end is not known yet", "40003");
    }
    return "committed".equals(status);
  }

  @Override
  public boolean passes(SQLException failure) {
    return failures.passes(failure);
  }

  @Override
  public boolean shared() {
    return true;
  }

  /** For a session that is used once: large tables take their time. */
  void patient(SqlSession session) throws SQLException {
    session.update("SET statement_timeout = 0");
    session.update("SET idle_in_transaction_session_timeout = 0");
    session.update("SET lock_timeout = '10min'");
    session.connection().setNetworkTimeout(Runnable::run, Math.toIntExact(PATIENCE.toMillis()));
  }

  @Override
  public void startMigration(SqlSession session) throws SQLException {
    patient(session);
    lock(session, "SELECT pg_advisory_lock(?, ?)");
  }

  @Override
  public void endMigration(SqlSession session) throws SQLException {
    lock(session, "SELECT pg_advisory_unlock(?, ?)");
  }

  private static void lock(SqlSession session, String sql) throws SQLException {
    session.first(sql, ResultRow::text, LOCKS, MIGRATION_LOCK);
  }

  @Override
  public boolean lateral() {
    return true;
  }

  @Override
  public String skipLocked() {
    return " FOR UPDATE SKIP LOCKED";
  }

  @Override
  public void tellOthers(SqlSession session) throws SQLException {
    session.first("SELECT pg_notify(?, ?)", ResultRow::text, WORK, node);
  }

  /** Its own operators look after it; nothing is set aside there. */
  @Override
  public void distrust() {
    // Nothing to do.
  }

  /** PostgreSQL looks after itself. */
  @Override
  public Upkeep upkeep() {
    return new Upkeep() {
      @Override
      public void committed(SqlSession writing) {
        // Nothing to do.
      }

      @Override
      public void close() {
        // Nothing was opened.
      }
    };
  }

  @Override
  public void tellPartitions(SqlSession session) throws SQLException {
    session.first("SELECT pg_notify(?, ?)", ResultRow::text, WORK, WorkListener.MOVED);
  }

  @Override
  public ChangeListener hearOthers(Runnable news, Runnable moved) {
    return new WorkListener(this, WORK, node, news, moved);
  }

  @Override
  public QueueException explain(SQLException failure) {
    return failures.explain(failure);
  }
}
