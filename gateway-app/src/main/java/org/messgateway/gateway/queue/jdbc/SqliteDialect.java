package org.messgateway.gateway.queue.jdbc;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteErrorCode;

/** One file, one process, one writer. */
final class SqliteDialect implements SqlDialect {

  private static final Logger LOG = LoggerFactory.getLogger(SqliteDialect.class);

  private static final List<String> WRITING =
      List.of(
          "PRAGMA busy_timeout = 5000",
          "PRAGMA journal_mode = WAL",
          // With grouped commits FULL costs nothing, and a commit survives a power cut.
          "PRAGMA synchronous = FULL",
          // 16 MiB of pages outside the heap.
          "PRAGMA cache_size = -16384",
          // Others make checkpoints; only where they are left behind by far does a commit make one.
          "PRAGMA wal_autocheckpoint = 16384",
          "PRAGMA journal_size_limit = 67108864",
          "PRAGMA temp_store = MEMORY");

  private static final List<String> READING =
      List.of(
          "PRAGMA busy_timeout = 5000",
          "PRAGMA query_only = 1",
          "PRAGMA cache_size = -4096",
          "PRAGMA temp_store = MEMORY");

  private static final List<String> COPYING =
      List.of(
          "PRAGMA busy_timeout = 5000",
          "PRAGMA synchronous = FULL",
          "PRAGMA wal_autocheckpoint = 0",
          "PRAGMA cache_size = -512");

  private final Path file;

  SqliteDialect(Path file) {
    this.file = file;
  }

  @Override
  public String name() {
    return "sqlite";
  }

  @Override
  public Connection connectForWriting() throws SQLException {
    return connect(WRITING);
  }

  @Override
  public Connection connectForReading() throws SQLException {
    return connect(READING);
  }

  /** From here the bound is SQLite's own CPU: more gain nothing. */
  @Override
  public int largestGroup() {
    return 256;
  }

  @Override
  public @Nullable String begin(SqlSession session) throws SQLException {
    session.update("BEGIN IMMEDIATE");
    return null;
  }

  @Override
  public boolean committed(SqlSession session, String transaction) {
    throw new IllegalStateException("a commit into a file is answered");
  }

  @Override
  public boolean passes(SQLException failure) {
    return false;
  }

  @Override
  public boolean shared() {
    return false;
  }

  @Override
  public void startMigration(SqlSession session) {
    // One process has the file.
  }

  @Override
  public void endMigration(SqlSession session) {
    // One process has the file.
  }

  @Override
  public void distrust() {
    try {
      new QueueFile(file).distrust();
    } catch (IOException e) {
      LOG.error(
          "The queue in {} is damaged, which could not be noted beside it: {}. Delete it before the"
              + " next start; it is made anew from the threads.",
          file,
          e.toString());
    }
  }

  @Override
  public Upkeep upkeep() {
    return new WalCheckpointer(() -> connect(COPYING));
  }

  @Override
  public ChangeListener hearOthers(Runnable news, Runnable moved) {
    return () -> {};
  }

  @Override
  public void tellOthers(SqlSession session) {
    // There are none.
  }

  @Override
  public boolean lateral() {
    return false;
  }

  @Override
  public String skipLocked() {
    return "";
  }

  private Connection connect(List<String> pragmas) throws SQLException {
    Properties properties = new Properties();
    // Else the driver asks for the key of the last row after each insert.
    properties.setProperty("jdbc.get_generated_keys", "false");
    Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file, properties);
    try (Statement statement = connection.createStatement()) {
      for (String pragma : pragmas) {
        statement.execute(pragma);
      }
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  @Override
  public QueueException explain(SQLException failure) {
    // The low byte is the primary code; the driver hands out the extended one.
    int primary = failure.getErrorCode() & 0xff;
    if (primary == SQLiteErrorCode.SQLITE_FULL.code) {
      return because(
          StoreFailure.FULL, "The disk is full", "Make space; work resumes by itself.", failure);
    }
    if (primary == SQLiteErrorCode.SQLITE_READONLY.code
        || primary == SQLiteErrorCode.SQLITE_PERM.code
        || primary == SQLiteErrorCode.SQLITE_CANTOPEN.code) {
      return because(
          StoreFailure.READ_ONLY,
          "The file or its folder cannot be written",
          "Check owner, mode and mount of the folder; work resumes by itself.",
          failure);
    }
    if (primary == SQLiteErrorCode.SQLITE_BUSY.code
        || primary == SQLiteErrorCode.SQLITE_LOCKED.code) {
      return because(
          StoreFailure.LOCKED,
          "Another process holds the file",
          "End the other process (a database browser?); work resumes by itself.",
          failure);
    }
    if (primary == SQLiteErrorCode.SQLITE_CORRUPT.code
        || primary == SQLiteErrorCode.SQLITE_NOTADB.code) {
      return because(
          StoreFailure.DAMAGED,
          "The file is damaged",
          "A gateway that runs sets it aside by itself and makes another from the threads; where"
              + " none runs, start it.",
          failure);
    }
    if (primary == SQLiteErrorCode.SQLITE_IOERR.code
        || primary == SQLiteErrorCode.SQLITE_NOLFS.code
        || primary == SQLiteErrorCode.SQLITE_PROTOCOL.code) {
      return because(
          StoreFailure.DISK, "The disk fails", "Check the disk; work resumes by itself.", failure);
    }
    return because(
        StoreFailure.REFUSED, "A statement failed", "This is a mistake of the gateway.", failure);
  }

  private QueueException because(
      StoreFailure trouble, String what, String advice, SQLException cause) {
    String message =
        "The queue in %s: %s. %s (%s)".formatted(file, lower(what), advice, cause.getMessage());
    return new QueueException(trouble, message, cause);
  }

  private static String lower(String sentence) {
    return Character.toLowerCase(sentence.charAt(0)) + sentence.substring(1);
  }
}
