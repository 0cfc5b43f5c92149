package org.messgateway.benchmarks;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.sqlite.JDBC;

/**
 * SQLite's driver, with another answer to {@code PRAGMA synchronous = FULL}: the gateway itself has
 * no way to run without it, and a benchmark is no reason to give it one. Both settings go through
 * it, so that both pay for it.
 */
final class SynchronousDriver implements Driver {

  private static final String ASKED = "PRAGMA synchronous = FULL";

  private final Driver driver = new JDBC();
  private final String given;

  private SynchronousDriver(String level) {
    this.given = "PRAGMA synchronous = " + level;
  }

  /** From now on, in this process, FULL means this level. */
  static void install(String level) throws SQLException {
    for (Driver other : DriverManager.drivers().toList()) {
      DriverManager.deregisterDriver(other);
    }
    DriverManager.registerDriver(new SynchronousDriver(level));
  }

  @Override
  public @Nullable Connection connect(String url, Properties info) throws SQLException {
    @Nullable Connection connection = driver.connect(url, info);
    return connection == null ? null : connection(connection);
  }

  private Connection connection(Connection real) {
    return proxy(
        Connection.class,
        (name, result, _) ->
            name.equals("createStatement") ? statement((Statement) result) : result,
        real);
  }

  private Statement statement(Statement real) {
    return proxy(Statement.class, (_, result, _) -> result, real);
  }

  private interface After {
    Object apply(String name, Object result, Object real);
  }

  private <T> T proxy(Class<T> type, After after, T real) {
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              if (arguments != null && arguments.length == 1 && ASKED.equals(arguments[0])) {
                arguments[0] = given;
              }
              try {
                Object result = method.invoke(real, arguments);
                return result == null ? null : after.apply(method.getName(), result, real);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
    return type.cast(proxy);
  }

  @Override
  public boolean acceptsURL(String url) throws SQLException {
    return driver.acceptsURL(url);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) throws SQLException {
    return driver.getPropertyInfo(url, info);
  }

  @Override
  public int getMajorVersion() {
    return driver.getMajorVersion();
  }

  @Override
  public int getMinorVersion() {
    return driver.getMinorVersion();
  }

  @Override
  public boolean jdbcCompliant() {
    return driver.jdbcCompliant();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return driver.getParentLogger();
  }
}
