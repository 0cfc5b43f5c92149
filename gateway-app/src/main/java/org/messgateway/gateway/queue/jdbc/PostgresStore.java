package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;
import org.messgateway.gateway.queue.QueueException;

/**
 * The queue that several gateways share, in PostgreSQL 15 or later. Instants are the database's;
 * damage and backups are its operator's.
 */
public final class PostgresStore implements QueueStore {

  static final int OLDEST_SERVER = 15;

  private static final int READERS = 4;
  private static final HexFormat HEX = HexFormat.of();

  private final PostgresAddress address;
  private final @Nullable InstantSource injected;
  private final StoreOutage outage;

  private PostgresStore(PostgresAddress address, @Nullable InstantSource injected) {
    this.address = address;
    this.injected = injected;
    this.outage = new StoreOutage(address.shown(), System::nanoTime);
  }

  /**
   * The queue that {@code store.url} names.
   *
   * @param user null when the URL says it
   * @param password null when the URL says it, or none is asked for
   * @throws IllegalArgumentException when it is no {@code jdbc:postgresql:…}
   */
  public static PostgresStore at(String url, @Nullable String user, @Nullable Secret password) {
    return new PostgresStore(new PostgresAddress(url, user, password), null);
  }

  /** The same by another clock than the database's: for tests that move time. */
  PostgresStore by(InstantSource clock) {
    return new PostgresStore(address, clock);
  }

  @Override
  public OpenedQueue open(String node) {
    String unique = node + "-" + HEX.toHexDigits(ThreadLocalRandom.current().nextInt());
    DatabaseClock database = new DatabaseClock(System::nanoTime);
    InstantSource clock = injected == null ? database : injected;
    PostgresDialect dialect = new PostgresDialect(address, unique, database);
    boolean fresh = migrate(dialect, clock);
    JdbcDeliveryQueue queue = new JdbcDeliveryQueue(dialect, READERS, outage, clock, unique);
    try {
      queue.join();
    } catch (QueueException e) {
      queue.close();
      throw e;
    }
    PostgresLocks locks = new PostgresLocks(dialect, outage);
    queue.alsoClose(locks::close);
    return new OpenedQueue(
        queue,
        new JdbcJournal(queue, clock, unique),
        locks,
        clock,
        unique,
        queue.loops(),
        fresh,
        null,
        0,
        0);
  }

  private static boolean migrate(PostgresDialect dialect, InstantSource clock) {
    try (SqlSession session = new SqlSession(dialect.connectForWriting())) {
      dialect.refuseOld(session);
      dialect.begin(session);
      session.update("COMMIT");
      return new Migrations(dialect).migrate(session, clock.millis()) == 0;
    } catch (SQLException e) {
      throw dialect.explain(e);
    }
  }

  /** Makes or updates the tables for {@code queue migrate}; registers no node. */
  PostgresDialect prepare(InstantSource clock) {
    DatabaseClock database = new DatabaseClock(System::nanoTime);
    PostgresDialect dialect =
        new PostgresDialect(address, "queue migrate", database, PostgresFailures.Reader.MOVER);
    migrate(dialect, clock);
    return dialect;
  }

  @Override
  public QueueReader openToRead() {
    QueueReader reader = new QueueReader(new ReadPool(reading(), 1));
    try {
      new Migrations(reading()).refuseOther(reader.read(PostgresStore::version));
      return reader;
    } catch (QueueException e) {
      reader.close();
      throw e;
    }
  }

  @Override
  public boolean exists() {
    try (SqlSession session = new SqlSession(reading().connectForReading())) {
      return version(session) > 0;
    } catch (SQLException e) {
      throw reading().explain(e);
    }
  }

  @Override
  public void tryOut() {
    PostgresDialect dialect = reading();
    try (SqlSession session = new SqlSession(dialect.connectForReading())) {
      dialect.refuseOld(session);
      dialect.refuseUnfit(session);
      new Migrations(dialect).refuseNewer(version(session));
    } catch (SQLException e) {
      throw dialect.explain(e);
    }
  }

  /**
   * Opens the texts that all who share it have in common; makes the tables where there are none.
   *
   * @param eager whether every question looks for what others changed
   * @throws QueueException when it cannot be used, or is of another version
   */
  public SharedDocuments documents(boolean eager) {
    if (!exists()) {
      migrate(reading(), InstantSource.system());
    }
    try (SqlSession session = new SqlSession(reading().connectForReading())) {
      new Migrations(reading()).refuseOther(version(session));
    } catch (SQLException e) {
      throw reading().explain(e);
    }
    return new SharedDocuments(reading(), eager, outage);
  }

  private static int version(SqlSession session) throws SQLException {
    boolean made =
        session.number("SELECT count(*) FROM pg_class WHERE oid = to_regclass('schema_version')")
            > 0;
    return made ? Migrations.version(session) : 0;
  }

  private PostgresDialect reading() {
    return new PostgresDialect(address, "reader", new DatabaseClock(System::nanoTime));
  }

  @Override
  public boolean shared() {
    return true;
  }

  @Override
  public String shown() {
    return address.shown();
  }
}
