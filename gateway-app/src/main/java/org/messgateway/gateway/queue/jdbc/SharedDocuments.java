package org.messgateway.gateway.queue.jdbc;

import java.io.IOException;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.home.DurableDocument;
import org.messgateway.gateway.queue.QueueException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Small texts in a store that several processes share, table {@code document}. Changes take turns
 * over all of them. What others changed is seen at the next {@link #look}; while the store is away,
 * what was known stays.
 */
public final class SharedDocuments implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SharedDocuments.class);
  private static final int DOCUMENT_LOCK = 3;
  private static final long ABSENT = 0;

  private final PostgresDialect dialect;
  private final UnaryOperator<QueueException> found;
  private final ReadPool reading;
  private final boolean eager;
  private volatile Map<String, Long> versions = Map.of();

  /**
   * @param eager whether every read asks the store: for a command, which has no loop that looks
   */
  SharedDocuments(PostgresDialect dialect, boolean eager, StoreOutage outage) {
    this.dialect = dialect;
    this.found = eager ? UnaryOperator.identity() : outage::found;
    this.reading = new ReadPool(dialect, 1, found);
    this.eager = eager;
    look();
  }

  private record DocumentVersion(String name, long number) {}

  /**
   * Learns what others changed.
   *
   * @throws QueueException when the store cannot be asked
   */
  public void look() {
    Map<String, Long> now = new HashMap<>();
    reading
        .read(session ->
            session.list(
                "SELECT name, version FROM document",
                row -> new DocumentVersion(row.text(), row.number())))
        .forEach(each -> now.put(each.name(), each.number()));
    versions = Map.copyOf(now);
  }

  /** One of them, there or not. */
  public DurableDocument named(String name) {
    return new StoredDocument(name);
  }

  /**
   * Puts a text there, unless there is one of that name already.
   *
   * @return whether it is this one now
   */
  public boolean offer(String name, byte[] text) throws IOException {
    boolean[] taken = {false};
    named(name)
        .change(before -> {
          taken[0] = before == null;
          return before == null ? text : null;
        });
    return taken[0];
  }

  private static byte @Nullable [] body(SqlSession session, String name) throws SQLException {
    return session.first("SELECT body FROM document WHERE name = ?", ResultRow::bytes, name);
  }

  static void put(SqlSession session, String name, byte[] body) throws SQLException {
    session.update(
        """
        INSERT INTO document (name, version, body) VALUES (?, 1, ?)
        ON CONFLICT (name) DO UPDATE SET version = document.version + 1, body = excluded.body\
        """,
        name,
        body);
  }

  private static <T> T asked(Supplier<T> question) throws IOException {
    try {
      return question.get();
    } catch (QueueException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** A connection for each change: they are rare. */
  private void change(String name, DurableDocument.Change change) throws IOException {
    try (SqlSession session = new SqlSession(dialect.connectForWriting())) {
      session.update("BEGIN");
      session.first(
          "SELECT pg_advisory_xact_lock(?, ?)",
          ResultRow::text,
          PostgresDialect.LOCKS,
          DOCUMENT_LOCK);
      byte[] after = change.of(body(session, name));
      if (after != null) {
        put(session, name, after);
      }
      session.update("COMMIT");
    } catch (SQLException e) {
      QueueException explained = found.apply(dialect.explain(e));
      throw new IOException(explained.getMessage(), explained);
    }
    try {
      look();
    } catch (QueueException e) {
      LOG.debug("What was just changed is seen at the next look.", e);
    }
  }

  @Override
  public void close() {
    reading.close();
  }

  private final class StoredDocument implements DurableDocument {

    private final String name;

    private StoredDocument(String name) {
      this.name = name;
    }

    @Override
    public Object version() throws IOException {
      if (eager) {
        boolean _ =
            asked(() -> {
              look();
              return true;
            });
      }
      return versions.getOrDefault(name, ABSENT);
    }

    /** What is there now; it may be newer than {@link #version}, and is then read once more. */
    @Override
    public byte @Nullable [] read() throws IOException {
      return asked(() -> reading.read(session -> Optional.ofNullable(body(session, name))))
          .orElse(null);
    }

    @Override
    public void change(Change change) throws IOException {
      SharedDocuments.this.change(name, change);
    }

    @Override
    public String shown() {
      return "document '" + name + "' in the database";
    }
  }
}
