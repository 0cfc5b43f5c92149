package org.messgateway.gateway.queue.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryTableTest {

  private static final Duration TIME = Duration.ofSeconds(10);

  private final MemoryTable table =
      new MemoryTable(
          "thread",
          List.of("ref", "status", "executor"),
          List.of(
              Arrays.asList("a", "completed", "ana"),
              Arrays.asList("b", "completed", "ana"),
              Arrays.asList("c", "pending", null)));

  @TempDir Path folder;

  @AfterEach
  void close() {
    table.close();
  }

  @Test
  void aQuestionIsAnsweredWithItsColumns() {
    MemoryTable.Found found =
        table.ask(
            " select executor, count(*) AS n FROM thread GROUP BY executor ORDER BY n", 10, TIME);
    assertEquals(List.of("executor", "n"), found.columns());
    assertEquals(List.of(Arrays.asList(null, 1), List.of("ana", 2)), found.rows());
    assertTrue(found.whole());
  }

  @Test
  void noMoreRowsComeThanWereAskedFor() {
    MemoryTable.Found found = table.ask("SELECT ref FROM thread ORDER BY ref", 2, TIME);
    assertEquals(List.of(List.of("a"), List.of("b")), found.rows());
    assertFalse(found.whole());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM thread",
        "INSERT INTO thread VALUES (1, 2, 3)",
        "WITH x AS (SELECT 1) DELETE FROM thread",
        "WITH x AS (SELECT 1) INSERT INTO thread SELECT 1, 2, 3",
        "SELECT 1; DELETE FROM thread",
        "ATTACH '%s/a.db' AS a",
        "VACUUM INTO '%s/b.db'",
        "PRAGMA query_only = OFF",
        "SELECT load_extension('x')",
        "SELECT writefile('%s/c', 'x')",
        "SELECT readfile('/etc/passwd')",
        "SELECT nothing FROM nowhere",
        "",
      })
  void nothingIsWrittenAndNothingElseIsReached(String sql) throws Exception {
    try {
      table.ask(sql.formatted(folder), 10, TIME);
    } catch (IllegalArgumentException refused) {
      assertFalse(String.valueOf(refused.getMessage()).isBlank());
    }
    assertEquals(3, table.ask("SELECT * FROM thread", 10, TIME).rows().size());
    try (var files = Files.list(folder)) {
      assertEquals(0, files.count());
    }
  }

  @Test
  @Timeout(10)
  void whatTakesTooLongIsEnded() {
    String endless =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    assertThrows(
        IllegalArgumentException.class, () -> table.ask(endless, 10, Duration.ofMillis(50)));
  }
}
