package org.messgateway.gateway.cli.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.gateway.cli.CommandHome;
import org.messgateway.gateway.cli.Ran;
import org.messgateway.testkit.Conforms;

/** The plan's questions, by name and as the plan writes them. */
final class QueryCommandTest {

  @TempDir Path home;

  @BeforeEach
  void aHome() throws IOException {
    Files.writeString(home.resolve("config.yaml"), CommandHome.SILENT);
    thread("state=received", "p1", "pending", "null");
    thread("state=executing", "e1", "claimed", "ana");
    thread("state=finished", "f1", "completed", "ana");
    thread("archive/2026-01", "f0", "completed", "ana");
    thread("state=finished", "f2", "partial", "ben");
    thread("state=canceled", "c1", "failed", "ben");
    thread("state=canceled", "c2", "cancelled", "null");
  }

  private void thread(String folder, String ref, String status, String executor)
      throws IOException {
    Path file = home.resolve(folder).resolve(ref + ".messe-af.yaml");
    Files.createDirectories(file.getParent());
    Files.writeString(
        file,
        """
        ref: %s
        requestor: claude-agent
        executor: %s
        status: %s
        created: 2026-01-31T10:00:00Z
        updated: 2026-01-31T11:00:00Z
        intent: look at %s
        history: []
        ---
        from: claude-agent
        MESS:
          - request: {intent: look}
        """
            .formatted(ref, executor, status, ref));
  }

  private Ran run(String... words) {
    return Ran.at(home, words);
  }

  private List<String> lines(String question) {
    Ran ran = run("query", question);
    assertEquals(0, ran.status(), ran.err());
    return ran.out().lines().map(line -> line.replaceAll(" {2,}", "  ")).toList();
  }

  @Test
  @Conforms(323)
  void theFiveQuestionsHaveNames() {
    assertEquals(8, lines("all").size(), "seven and the head");
    assertEquals(
        List.of("ref  intent  created  priority", "p1  look at p1  2026-01-31T10:00:00Z  normal"),
        lines("pending"));
    assertEquals(
        List.of(
            "ref  intent  executor  status  updated",
            "e1  look at e1  ana  claimed  2026-01-31T11:00:00Z"),
        lines("executing"));
    assertEquals(List.of("executor  completed", "ana  2", "ben  1"), lines("completed"));
    assertEquals(
        List.of("ref  intent  status  updated", "c1  look at c1  failed  2026-01-31T11:00:00Z"),
        lines("failed"));
  }

  @Test
  @Conforms(323)
  void thePlansOwnQuestionsAreAnswered() {
    assertEquals(8, lines("SELECT * FROM read_yaml_auto('~/.mess/*/*.messe-af.yaml');").size());
    assertEquals(
        List.of("ref  intent  created  priority", "p1  look at p1  2026-01-31T10:00:00Z  normal"),
        lines(
            """
            SELECT ref, intent, created, priority
            FROM read_yaml_auto('~/.mess/state=received/*.messe-af.yaml');
            """));
    assertEquals(
        List.of("executor  completed", "ana  1", "ben  1"),
        lines(
            """
            SELECT executor, COUNT(*) as completed
            FROM read_yaml_auto('~/.mess/state=finished/*.messe-af.yaml')
            GROUP BY executor;
            """));
    assertEquals(
        List.of("ref  intent  status  updated", "c1  look at c1  failed  2026-01-31T11:00:00Z"),
        lines(
            """
            SELECT ref, intent, status, updated
            FROM read_yaml_auto('~/.mess/state=canceled/*.messe-af.yaml')
            WHERE status = 'failed';
            """));
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "yaml", "table"})
  void thatThereAreMoreRowsIsSaidInEveryForm(String form) {
    String many = "SELECT a.ref FROM thread a, thread b, thread c, thread d, thread e";
    Ran cut = run("query", many, "--format", form);
    assertEquals(0, cut.status(), cut.err());
    String said = form.equals("table") ? cut.out() : cut.err();
    assertTrue(said.contains("… and more than these 10000; ask with LIMIT."), cut.err());
    assertFalse(run("query", many + " LIMIT 9", "--format", form).err().contains("ask with LIMIT"));
  }

  @Test
  void aQuestionThatIsNoneIsAMistakeOfTheLine() {
    Ran unknown = run("query", "everything");
    assertEquals(2, unknown.status());
    assertTrue(unknown.err().contains("pending"), unknown.err());
    assertEquals(2, run("query", "DELETE FROM thread").status());
    assertEquals(2, run("query", "SELECT x FROM thread").status());
    Ran table = run("query", "SELECT ref FROM threads");
    assertTrue(table.err().contains("The only table is thread, with the columns ref"), table.err());
  }

  @Test
  void openTasksComeFirstAndTheNewestBeforeTheOthers() throws IOException {
    thread("state=finished", "f3", "completed", "ana");
    thread("state=finished", "f4", "completed", "ana");
    Ran ran = run("threads");
    assertEquals(
        List.of("REF", "p1", "e1", "f4", "f3", "f2", "f1", "c2"),
        ran.out().lines().map(line -> line.split(" ", 2)[0]).toList());
    assertTrue(
        ran.err().contains("1 more has ended. To see all: ./mess-gateway threads --all"),
        ran.err());
    assertEquals(9, run("threads", "--all").out().lines().count());
    assertEquals(3, run("threads", "--open").out().lines().count());
  }

  @Test
  @Conforms(268)
  void whatWasPutAwayIsListedByItselfAndExplained() {
    assertTrue(run("threads", "--archived").out().lines().toList().getLast().startsWith("f0"));
    assertTrue(run("threads").out().lines().noneMatch(line -> line.startsWith("f0")));
    Ran explained = run("explain", "f0");
    assertEquals(0, explained.status(), explained.err());
  }
}
