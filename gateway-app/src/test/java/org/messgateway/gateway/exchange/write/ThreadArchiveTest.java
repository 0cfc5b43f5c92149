package org.messgateway.gateway.exchange.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.api.mess.ThreadFolder.CANCELED;
import static org.messgateway.api.mess.ThreadFolder.FINISHED;
import static org.messgateway.api.mess.ThreadFolder.RECEIVED;
import static org.messgateway.gateway.exchange.Sandbox.status;
import static org.messgateway.gateway.exchange.Sandbox.thread;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.exchange.NewThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.Sandbox;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.read.ExchangeFiles.OpenFile;
import org.messgateway.testkit.Conforms;

@Conforms({109, 268})
class ThreadArchiveTest {

  private static final YearMonth OCTOBER = YearMonth.of(2026, 10);

  @TempDir Path temp;
  Sandbox sandbox;

  @BeforeEach
  void open() {
    sandbox = new Sandbox(temp);
  }

  private boolean archive(String ref) throws IOException {
    return sandbox.exchange.archive().move(new Ref(ref), _ -> Optional.of(OCTOBER));
  }

  private Path month() {
    return sandbox.root.resolve("archive/2026-10");
  }

  @Test
  void aThreadGoesWholeAndIsReadWhereItLies() throws Exception {
    sandbox.old(sandbox.head(FINISHED, "a"), thread("a", "completed"));
    sandbox.old(sandbox.top(FINISHED).resolve("a/att-001-image-x.png"), "picture");
    sandbox.old(sandbox.flat(CANCELED, "b"), thread("b", "cancelled"));

    assertTrue(archive("a"));
    assertTrue(archive("b"));

    assertFalse(Files.exists(sandbox.top(FINISHED).resolve("a")));
    assertFalse(Files.exists(sandbox.flat(CANCELED, "b")));
    assertEquals("picture", Sandbox.text(month().resolve("a/att-001-image-x.png")));
    assertEquals("archive/2026-10/a", sandbox.loaded("a").location().relative());
    assertEquals("archive/2026-10/b.messe-af.yaml", sandbox.loaded("b").location().relative());
    try (OpenFile file =
        sandbox.exchange.files().open(new Ref("a"), "att-001-image-x.png").orElseThrow()) {
      assertEquals(7, file.size());
    }
    assertEquals(List.of("a", "b"), archived());
  }

  private List<String> archived() throws IOException {
    List<String> refs = new ArrayList<>();
    sandbox.exchange.scanner().scanArchive(copy -> refs.add(copy.location().ref().value()));
    refs.sort(String::compareTo);
    return refs;
  }

  @Test
  void whatAPersonMovedThereIsFoundAndAListOfTheExchangeLeavesItOut() throws Exception {
    sandbox.old(sandbox.root.resolve("archive/2025-12/a.messe-af.yaml"), thread("a", "completed"));
    sandbox.old(sandbox.root.resolve("archive/notes/b.messe-af.yaml"), thread("b", "completed"));

    assertEquals("look", sandbox.loaded("a").thread().intent());
    assertEquals(List.of("a"), archived());
    sandbox
        .exchange
        .scanner()
        .scan(copy -> {
          throw new AssertionError(copy);
        });
  }

  @Test
  void aThreadInAStateFolderCountsBeforeOneInTheArchive() {
    sandbox.old(month().resolve("a.messe-af.yaml"), thread("a", "completed"));
    sandbox.old(sandbox.flat(RECEIVED, "a"), thread("a"));
    assertEquals("state=received/a.messe-af.yaml", sandbox.loaded("a").location().relative());
  }

  @Test
  void whoeverChoosesNoMonthAnyMoreLeavesItWhereItIs() throws Exception {
    sandbox.old(sandbox.flat(FINISHED, "a"), thread("a", "completed"));
    assertFalse(sandbox.exchange.archive().move(new Ref("a"), _ -> Optional.empty()));
    assertFalse(archive("absent"));
    assertTrue(archive("a"));
    assertFalse(archive("a"), "it lies there already");
  }

  @Test
  void anOccupiedPlaceIsNotOverwritten() throws Exception {
    Path there = sandbox.old(month().resolve("a.messe-af.yaml"), "of somebody else");
    sandbox.old(sandbox.flat(FINISHED, "a"), thread("a", "completed"));
    assertFalse(archive("a"));
    assertEquals("of somebody else", Sandbox.text(there));
    assertTrue(Files.exists(sandbox.flat(FINISHED, "a")));
  }

  @Test
  void whoWritesIntoAThreadTakesItOutAgain() throws Exception {
    sandbox.old(sandbox.head(FINISHED, "a"), thread("a", "completed"));
    assertTrue(archive("a"));

    sandbox
        .exchange
        .writer()
        .append(
            new Ref("a"),
            status("ana", "completed").substring("---\n".length()).getBytes(UTF_8),
            new EnvelopeEdit(List.of(), List.of()));

    assertEquals("state=finished/a", sandbox.loaded("a").location().relative());
    assertEquals(2, sandbox.loaded("a").thread().messages().size());
    assertEquals(List.of(), archived());
  }

  @Test
  void itsRefIsNotUsedAgain() throws Exception {
    NewThread task = ref -> thread(ref.value()).getBytes(UTF_8);
    assertEquals(new Ref("2026-11-20-001"), sandbox.exchange.writer().create(task));
    sandbox.old(sandbox.root.resolve("archive/2026-11/2026-11-20-003/000-x"), "");
    assertEquals(new Ref("2026-11-20-004"), sandbox.exchange.writer().create(task));
    sandbox.old(sandbox.root.resolve("archive/2026-01/2026-11-20-005/000-x"), "");
    assertEquals(
        new Ref("2026-11-20-006"),
        sandbox.exchange.writer().create(task),
        "a month in which it cannot have ended is looked into all the same");
  }

  @Test
  void ofTwoProcessesOneMovesIt() throws Exception {
    Sandbox other = sandbox.another();
    sandbox.old(sandbox.head(FINISHED, "a"), thread("a", "completed"));
    assertEquals("state=finished/a", other.loaded("a").location().relative());
    assertTrue(archive("a"));
    assertFalse(other.exchange.archive().move(new Ref("a"), _ -> Optional.of(OCTOBER)));
    other.pass(Duration.ofSeconds(1));
    assertEquals("archive/2026-10/a", other.loaded("a").location().relative());
  }

  @Test
  void anArchiveThatIsALinkIsNotFollowed() throws Exception {
    Path elsewhere = Files.createDirectories(sandbox.root.resolve("elsewhere"));
    Files.createSymbolicLink(sandbox.root.resolve("archive"), elsewhere);
    sandbox.old(elsewhere.resolve("2026-10/b.messe-af.yaml"), thread("b", "completed"));
    sandbox.old(sandbox.flat(FINISHED, "a"), thread("a", "completed"));

    assertEquals(List.of(), archived());
    assertThrows(IOException.class, () -> archive("a"));
    assertTrue(Files.exists(sandbox.flat(FINISHED, "a")));
  }
}
