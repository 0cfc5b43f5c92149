package org.messgateway.gateway.queue.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.queue.MovableClock;

/** One program over two databases: what it finds in one it finds in the other. */
@Tag("postgres")
final class SchemaParityTest {

  @TempDir Path folder;
  private final MovableClock clock = new MovableClock();
  private JdbcDeliveryQueue sqlite;
  private JdbcDeliveryQueue postgres;

  @BeforeEach
  void open() {
    sqlite = (JdbcDeliveryQueue) SqliteStore.in(folder, clock).open("node-1").queue();
    postgres = (JdbcDeliveryQueue) PostgresServer.fresh().by(clock).open("node-1").queue();
  }

  @AfterEach
  void close() {
    sqlite.close();
    postgres.close();
  }

  private static Set<String> list(JdbcDeliveryQueue queue, String sql) {
    List<String> found = queue.write(session -> session.list(sql, ResultRow::text));
    return new TreeSet<>(found);
  }

  @Test
  void tablesAndColumnsAreTheSameAndMayBeEmptyAlike() {
    Set<String> here =
        list(
            sqlite,
            """
            SELECT t.name || '.' || c.name ||
              CASE WHEN c."notnull" = 1 OR c.pk > 0 THEN ' not null' ELSE '' END
            FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c WHERE t.type = 'table'\
            """);
    Set<String> there =
        list(
            postgres,
            """
            SELECT table_name || '.' || column_name ||
              CASE is_nullable WHEN 'NO' THEN ' not null' ELSE '' END
            FROM information_schema.columns WHERE table_schema = current_schema()\
            """);

    assertEquals(String.join("\n", here), String.join("\n", there));
  }

  @Test
  void kindsOfColumnsAreTheSame() {
    Set<String> here =
        list(
            sqlite,
            """
            SELECT t.name || '.' || c.name || CASE c.type WHEN 'INTEGER' THEN ' number'
              WHEN 'BIGINT' THEN ' number' WHEN 'BLOB' THEN ' bytes' ELSE ' text' END
            FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c WHERE t.type = 'table'\
            """);
    Set<String> there =
        list(
            postgres,
            """
            SELECT table_name || '.' || column_name || CASE data_type WHEN 'integer' THEN ' number'
              WHEN 'bigint' THEN ' number' WHEN 'bytea' THEN ' bytes' ELSE ' text' END
            FROM information_schema.columns WHERE table_schema = current_schema()\
            """);

    assertEquals(String.join("\n", here), String.join("\n", there));
  }

  @Test
  void indexesAreTheSameOverTheSameColumns() {
    TreeMap<String, String> here = new TreeMap<>();
    for (String index :
        list(
            sqlite,
            """
            SELECT t.name || ' ' || i.name || CASE i."unique" WHEN 1 THEN ' unique' ELSE '' END ||
              CASE i.partial WHEN 1 THEN ' partial' ELSE '' END
            FROM sqlite_schema t JOIN pragma_index_list(t.name) i
            WHERE t.type = 'table' AND i.origin = 'c'\
            """)) {
      String name = index.replaceAll("^\\S+ (\\S+).*", "$1");
      List<String> columns =
          sqlite.write(session ->
              session.list(
                  "SELECT coalesce(name, 'expr') FROM pragma_index_info(?) ORDER BY seqno",
                  ResultRow::text,
                  name));
      here.put(index, String.join(", ", columns));
    }
    TreeMap<String, String> there = new TreeMap<>();
    postgres
        .write(session ->
            session.list(
                """
                SELECT t.relname || ' ' || i.relname ||
                  CASE WHEN x.indisunique THEN ' unique' ELSE '' END ||
                  CASE WHEN x.indpred IS NOT NULL THEN ' partial' ELSE '' END,
                  (SELECT string_agg(a.attname, ', ' ORDER BY a.attnum) FROM pg_attribute a
                   WHERE a.attrelid = i.oid)
                FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
                  JOIN pg_class t ON t.oid = x.indrelid
                WHERE t.relnamespace = current_schema()::regnamespace
                  AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.oid)\
                """,
                row -> new String[] {row.text(), row.text()}))
        .forEach(index -> there.put(index[0], index[1]));

    assertEquals(here.toString().replace(", ", "\n"), there.toString().replace(", ", "\n"));
  }

  /** A table that is forgotten here would not move with its household. */
  @Test
  void everyTableMovesButThoseThatAreOfAStoreItself() {
    Set<String> all =
        list(
            sqlite,
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
    Set<String> moved = new TreeSet<>(QueueTransfer.TABLES);
    moved.addAll(List.of("in_flight", "node", "ref_partition", "schema_version"));

    assertEquals(all, moved);
  }
}
