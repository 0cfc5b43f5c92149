package org.messgateway.gateway.queue.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;

/**
 * A real PostgreSQL for tests: one of the build's own, started once in a JVM, or the one that
 * {@code -Dmess.test.postgres=jdbc:postgresql://…?user=…&password=…} names. Each test gets a schema
 * of its own there.
 */
public final class PostgresServer {

  /** The URL of another one. */
  public static final String PROPERTY = "mess.test.postgres";

  private PostgresServer() {}

  private static final class Embedded {
    static final String URL = start();

    private static String start() {
      try {
        // Closed by its own hook when the JVM ends.
        return builder().start().getJdbcUrl("postgres", "postgres");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** What survives a crash of the machine is not at stake here. */
  static EmbeddedPostgres.Builder builder() throws IOException {
    return EmbeddedPostgres.builder()
        .setPort(freePort())
        // Its own 10 s pass where eight JVMs unpack and start one on two cores.
        .setPGStartupWait(Duration.ofMinutes(2))
        .setServerConfig("fsync", "off")
        .setServerConfig("full_page_writes", "off");
  }

  /**
   * A port that nobody takes before the server does. The system gives ports from 32,768 on to
   * whoever connects or asks for any, so that one of those may be gone a moment later; the library
   * then waits for a server that has ended. Each JVM looks in another place.
   */
  static int freePort() throws IOException {
    int first = 20_000 + (int) (ProcessHandle.current().pid() % 1_200) * 10;
    for (int port = first; port < first + 10; port++) {
      try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return free.getLocalPort();
      } catch (BindException taken) {
        // The next one.
      }
    }
    throw new IOException("All ports from " + first + " on are taken.");
  }

  private static String base() {
    String other = System.getProperty(PROPERTY, "");
    return other.isEmpty() ? Embedded.URL : other;
  }

  /** The URL of an empty store. */
  public static String freshUrl() {
    String schema = "mess_" + UUID.randomUUID().toString().replace("-", "");
    run(base(), "CREATE SCHEMA " + schema);
    return base() + (base().contains("?") ? "&" : "?") + "currentSchema=" + schema;
  }

  /**
   * An empty store with all its tables, in the one schema of those who ask for that: a store of its
   * own takes each test five times as long. The store before it must be closed.
   */
  static synchronized PostgresStore emptied(InstantSource clock) {
    String url = Emptied.URL;
    run(url, Emptied.STATEMENTS);
    return PostgresStore.at(url, null, null).by(clock);
  }

  private static final class Emptied {
    static final String URL = freshUrl();
    static final String STATEMENTS = statements();

    /** Truncating costs a file for each table and index; the rows of a test are few. */
    private static String statements() {
      PostgresStore.at(URL, null, null).by(InstantSource.system()).open("node-1").queue().close();
      String tables =
          """
          SELECT 'SET lock_timeout = ''20s''; SET session_replication_role = replica; '
            || (SELECT string_agg(format('DELETE FROM %I; ', tablename), '') FROM pg_tables
                WHERE schemaname = current_schema() AND tablename <> 'schema_version')
            || coalesce((SELECT string_agg(format('ALTER SEQUENCE %I RESTART; ', sequencename), '')
                FROM pg_sequences WHERE schemaname = current_schema()), '')\
          """;
      try (Connection connection = DriverManager.getConnection(URL);
          Statement statement = connection.createStatement();
          ResultSet all = statement.executeQuery(tables)) {
        all.next();
        // Who left a transaction open is found by the limit; references need no order.
        return all.getString(1);
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    }
  }

  /** An empty store. */
  public static PostgresStore fresh() {
    return PostgresStore.at(freshUrl(), null, null);
  }

  /** One statement, or several with semicolons between them. */
  public static void run(String url, String sql) {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
