package org.messgateway.gateway.queue.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.queue.Sample.EXCHANGE;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.wish;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.QueueException;

/** A database that cuts connections, restarts, or does not answer a commit. */
@Tag("postgres")
final class PostgresFaultsTest {

  private static final String CUT =
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE pid <> pg_backend_pid() AND application_name LIKE 'mess-gateway cut-%'\
      """;

  @Test
  void connectionsThatAreCutLoseNothingAndNoCallerHearsOfIt() throws Exception {
    String url = PostgresServer.freshUrl();
    CountDownLatch half = new CountDownLatch(50);
    try (DeliveryQueue queue = PostgresStore.at(url, null, null).open("cut").queue();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> working =
          threads.submit(() -> {
            for (int i = 0; i < 100; i++) {
              String ref = "r" + i;
              reconcile(queue, ref, wish(ref, "roomba", "http://" + i));
              assertEquals(1, queue.deliveries(EXCHANGE, ref).size());
              half.countDown();
            }
          });
      PostgresServer.run(url, CUT);
      assertTrue(half.await(60, TimeUnit.SECONDS));
      PostgresServer.run(url, CUT);
      working.get(60, TimeUnit.SECONDS);

      assertEquals(100, queue.openThreads(EXCHANGE, "", 999).size());
    }
  }

  @Test
  void aDatabaseThatRestartsIsWaitedForAndWorkGoesOn(@TempDir Path data) throws Exception {
    int port = PostgresServer.freePort();
    EmbeddedPostgres server = start(data, port);
    String url = server.getJdbcUrl("postgres", "postgres");
    try (DeliveryQueue queue = PostgresStore.at(url, null, null).open("node").queue();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      reconcile(queue, "before", wish("before", "roomba", "http://a"));
      server.close();
      Future<?> meanwhile =
          threads.submit(() -> reconcile(queue, "meanwhile", wish("meanwhile", "ana", "http://b")));
      server = start(data, port);
      meanwhile.get(60, TimeUnit.SECONDS);

      assertEquals(2, queue.openThreads(EXCHANGE, "", 999).size());
      assertTrue(queue.renew(), "its leases are still its own");
    } finally {
      server.close();
    }
  }

  /** The second is what Flyway called its own table. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE document (title text)",
        "CREATE TABLE schema_version (installed_rank integer)"
      })
  void whoHasATableOfThatNameIsToldToGiveTheGatewayASchema(String theirs) {
    String url = PostgresServer.freshUrl();
    PostgresServer.run(url, theirs);

    QueueException refused =
        assertThrows(
            QueueException.class, () -> PostgresStore.at(url, null, null).open("node").queue());

    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains("tables of another program stand there"), message);
    assertTrue(message.contains("?currentSchema=mess in store.url"), message);
    assertFalse(message.contains("mistake of the gateway"), message);
  }

  private static EmbeddedPostgres start(Path data, int port) throws IOException {
    return PostgresServer.builder()
        .setDataDirectory(data)
        .setCleanDataDirectory(false)
        .setPort(port)
        .start();
  }

  @Test
  void aCommitThatWasMadeAndNotAnsweredIsNotMadeTwice() {
    assertEquals(1, storedWhenTheCommitFails(true));
  }

  @Test
  void aCommitThatWasNotMadeAndNotAnsweredIsMadeAgain() {
    assertEquals(1, storedWhenTheCommitFails(false));
  }

  /** Adds one, over a connection whose second commit is cut before or after it was made. */
  private static long storedWhenTheCommitFails(boolean made) {
    PostgresDialect real =
        new PostgresDialect(
            new PostgresAddress(PostgresServer.freshUrl(), null, null),
            "doubt",
            new DatabaseClock(System::nanoTime));
    AtomicInteger commits = new AtomicInteger();
    SqlDialect cutting =
        like(
            SqlDialect.class,
            real,
            (method, result) ->
                method.equals("connectForWriting") && result instanceof Connection connection
                    ? cutting(connection, commits, made)
                    : result);
    try (BatchWriter writer =
        new BatchWriter(
            cutting, new Alone(), () -> {}, new StoreOutage("x.db", System::nanoTime))) {
      writer.write(session -> session.update("CREATE TABLE counter AS SELECT 0 AS value"));
      int changed = writer.write(s -> s.update("UPDATE counter SET value = value + 1"));
      assertEquals(1, changed);
      assertTrue(commits.get() > 1, "the fault was met");
      return writer.write(session -> session.number("SELECT value FROM counter"));
    }
  }

  private static Connection cutting(Connection real, AtomicInteger commits, boolean made) {
    return like(
        Connection.class,
        real,
        (method, result) ->
            result instanceof PreparedStatement statement && statement.toString().equals("COMMIT")
                ? unanswered(statement, real, commits, made)
                : result);
  }

  private static PreparedStatement unanswered(
      PreparedStatement commit, Connection connection, AtomicInteger commits, boolean made) {
    return like(
        PreparedStatement.class,
        commit,
        (method, result) -> {
          if (method.equals("executeUpdate") && commits.get() == 2) {
            throw new SQLException("no answer", "08006");
          }
          return result;
        },
        method -> {
          if (method.equals("executeUpdate") && commits.incrementAndGet() == 2 && !made) {
            connection.close();
            throw new SQLException("the connection is gone", "08006");
          }
        });
  }

  private interface After {
    @Nullable Object result(String method, @Nullable Object result) throws SQLException;
  }

  private interface Before {
    void call(String method) throws SQLException;
  }

  private static <T> T like(Class<T> type, T real, After after) {
    return like(type, real, after, method -> {});
  }

  private static <T> T like(Class<T> type, T real, After after, Before before) {
    return type.cast(
        Proxy.newProxyInstance(
            PostgresFaultsTest.class.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              before.call(method.getName());
              try {
                return after.result(method.getName(), method.invoke(real, arguments));
              } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
              }
            }));
  }
}
