package org.messgateway.gateway.queue.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** A database that is away is asked seldom; one that came back is heard at once again. */
final class WorkListenerTest {

  private final BlockingQueue<Duration> pauses = new SynchronousQueue<>();

  @Test
  void theLongerItIsAwayTheLongerThePauses() throws Exception {
    try (WorkListener _ = listener(dialect(Integer.MAX_VALUE))) {
      assertEquals(
          List.of(20L, 40L, 80L, 160L, 320L, 640L, 1280L, 2560L, 5000L, 5000L), pauses(10));
    }
  }

  @Test
  void aConnectionThatWorkedMakesThePausesShortAgain() throws Exception {
    try (WorkListener _ = listener(dialect(3))) {
      // Three that fail, one that works and is cut, and so on.
      assertEquals(List.of(20L, 40L, 80L, 20L, 40L, 80L, 160L, 20L), pauses(8));
    }
  }

  private List<Long> pauses(int count) throws InterruptedException {
    List<Long> millis = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      @Nullable Duration pause = pauses.poll(10, TimeUnit.SECONDS);
      if (pause == null) {
        throw new AssertionError("it does not go on trying");
      }
      millis.add(pause.toMillis());
    }
    return millis;
  }

  private WorkListener listener(SqlDialect dialect) {
    return new WorkListener(dialect, "work", "me", () -> {}, () -> {}, this::paused);
  }

  /** Goes on when it was looked at. */
  private void paused(Duration pause) {
    try {
      pauses.put(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * @param failures connections that cannot be made before each that works for one look
   */
  private static SqlDialect dialect(int failures) {
    AtomicInteger asked = new AtomicInteger();
    return fake(
        SqlDialect.class,
        (_, _, _) -> {
          if (asked.getAndIncrement() % (failures + 1L) < failures) {
            throw new SQLException("nobody there", "08001");
          }
          return connection();
        });
  }

  private static Connection connection() {
    AtomicInteger looks = new AtomicInteger();
    PGConnection heard =
        fake(
            PGConnection.class,
            (_, _, _) -> {
              if (looks.getAndIncrement() > 0) {
                throw new SQLException("cut", "08006");
              }
              return new PGNotification[0];
            });
    Statement statement = fake(Statement.class, (_, method, _) -> nothing(method.getReturnType()));
    return fake(
        Connection.class,
        (_, method, _) ->
            switch (method.getName()) {
              case "createStatement" -> statement;
              case "unwrap" -> heard;
              default -> nothing(method.getReturnType());
            });
  }

  private static @Nullable Object nothing(Class<?> type) {
    return type == boolean.class ? Boolean.FALSE : null;
  }

  private static <T> T fake(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            WorkListenerTest.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
