package org.messgateway.gateway.queue.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the queue kept in one SQLite file. Whoever opens it to run holds the {@link
 * org.messgateway.gateway.home.GatewayLock}: SQLite means one process.
 */
public final class SqliteStore implements QueueStore {

  /** Its name in {@code .gateway/}. */
  public static final String FILE = "queue.db";

  private static final String URL = "jdbc:sqlite:";
  private static final int READERS = 3;
  private static final Logger LOG = LoggerFactory.getLogger(SqliteStore.class);

  private final Path file;
  private final InstantSource clock;
  private final SqliteDialect dialect;

  private SqliteStore(Path file, InstantSource clock) {
    this.file = file.toAbsolutePath();
    this.clock = clock;
    this.dialect = new SqliteDialect(this.file);
  }

  /** The queue in {@code .gateway/}. */
  public static SqliteStore in(Path gatewayFolder, InstantSource clock) {
    return new SqliteStore(gatewayFolder.resolve(FILE), clock);
  }

  /**
   * The queue that {@code store.url} names.
   *
   * @throws IllegalArgumentException when it is no {@code jdbc:sqlite:/path}
   */
  public static SqliteStore at(String url, InstantSource clock) {
    if (!url.startsWith(URL) || url.length() == URL.length() || url.contains("?")) {
      throw new IllegalArgumentException(
          "store.url is '%s'; an embedded queue is jdbc:sqlite:/path/to/queue.db".formatted(url));
    }
    return new SqliteStore(Path.of(url.substring(URL.length())), clock);
  }

  public Path file() {
    return file;
  }

  SqliteDialect dialect() {
    return dialect;
  }

  @Override
  public boolean exists() {
    return Files.exists(file);
  }

  /** Makes the file where there is none; other defects are found when it is opened. */
  @Override
  public void tryOut() {
    Path folder = file.getParent();
    if (exists() ? !Files.isWritable(file) : folder != null && isReadOnly(folder)) {
      throw new QueueException(
          StoreFailure.READ_ONLY,
          "The queue in %s cannot be written: check owner, mode and mount.".formatted(file),
          null);
    }
  }

  private static boolean isReadOnly(Path folder) {
    return Files.exists(folder) && !Files.isWritable(folder);
  }

  @Override
  public boolean shared() {
    return false;
  }

  @Override
  public String shown() {
    return file.toString();
  }

  /**
   * Opens it to run: makes it when it is not there, sets it aside and makes it anew when it is
   * damaged, brings its tables up to date, and rescues what an earlier process left in flight.
   *
   * @param node name of this process among those that share a store
   * @throws QueueException when it cannot be used, with what to do about it
   */
  @Override
  public OpenedQueue open(String node) {
    try {
      return openOrThrow(node);
    } catch (SQLException e) {
      throw dialect.explain(e);
    } catch (IOException e) {
      throw new QueueException(
          StoreFailure.READ_ONLY, "The queue in %s cannot be made: %s".formatted(file, e), e);
    }
  }

  private OpenedQueue openOrThrow(String node) throws SQLException, IOException {
    QueueFile files = new QueueFile(file);
    boolean sound = !files.distrusted() && new IntegrityCheck(dialect).isSound(file);
    Path setAside = sound ? null : files.setAside(clock);
    if (setAside != null) {
      LOG.warn(
          "The queue in {} was damaged. It was moved to {}; it is now rebuilt from the threads."
              + " What was in flight may be sent twice, nothing is lost.",
          file,
          setAside);
    }
    boolean fresh = files.create();
    try (SqlSession session = new SqlSession(dialect.connectForWriting())) {
      new Migrations(dialect).migrate(session, clock.millis());
    }
    return started(node, fresh, setAside);
  }

  private OpenedQueue started(String node, boolean fresh, @Nullable Path setAside) {
    JdbcDeliveryQueue queue =
        new JdbcDeliveryQueue(
            dialect, READERS, new StoreOutage(shown(), System::nanoTime), clock, node);
    try {
      int rescued = queue.takeOver();
      JdbcJournal journal = new JdbcJournal(queue, clock, node);
      int found = setAside == null ? 0 : new Salvage(queue, journal, clock).from(setAside);
      return new OpenedQueue(
          queue,
          journal,
          new LocalLocks(),
          clock,
          node,
          queue.loops(),
          fresh,
          setAside,
          found,
          rescued);
    } catch (QueueException e) {
      queue.close();
      throw e;
    }
  }

  /**
   * Opens it to read, beside a process that runs it or alone; changes nothing.
   *
   * @throws QueueException when there is none, or it is of another version
   */
  @Override
  public QueueReader openToRead() {
    if (!Files.exists(file)) {
      throw new QueueException(
          StoreFailure.READ_ONLY,
          "There is no queue in %s yet: nothing was run.".formatted(file),
          null);
    }
    QueueReader reader = new QueueReader(new ReadPool(dialect, 1));
    try {
      int version = reader.read(Migrations::version);
      new Migrations(dialect).refuseOther(version);
      return reader;
    } catch (QueueException | UncheckedIOException e) {
      reader.close();
      throw e;
    }
  }
}
