package org.messgateway.gateway.config.people;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pauses, opt-outs, links and moves: on disk, and there again after a restart. */
class PeopleDecisionsTest {

  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  @TempDir Path folder;
  private Path path = Path.of("");

  @BeforeEach
  void name() {
    path = folder.resolve("people.yaml");
  }

  private PeopleFile file() {
    return new PeopleFile(path);
  }

  @Test
  void aPauseIsThereAgainAfterARestartAndEndsByItself() {
    Instant until = NOW.plus(Duration.ofHours(2));
    file().pause("ana", until, NOW);
    assertEquals(Optional.of(until), file().now().pausedUntil("ana", NOW));
    assertEquals(Optional.empty(), file().now().pausedUntil("ana", until));
    file().pause("ben", until.plusSeconds(1), until);
    assertEquals(List.of("ben"), List.copyOf(file().now().paused().keySet()));
    assertTrue(file().unpause("ben"));
    assertFalse(file().unpause("ben"));
  }

  @Test
  void anAddressThatOptedOutIsSilentUntilItIsBack() {
    assertTrue(file().optOut("sms", "+14155550123", NOW));
    assertFalse(file().optOut("sms", "+14155550123", NOW));
    assertTrue(file().now().silent("sms", "+14155550123"));
    assertFalse(file().now().silent("telegram", "+14155550123"));
    assertTrue(file().optIn("sms", "+14155550123"));
    assertFalse(file().now().silent("sms", "+14155550123"));
  }

  @Test
  void aCodeWorksOnceOnItsChannelAndNotAfterHalfAnHour() {
    String code = file().invite("ana", "telegram", NOW);
    assertTrue(code.matches("[A-Za-z0-9_-]{22}"), code);
    assertEquals(Optional.empty(), file().redeem(code, "slack", "1", "1", null, NOW));
    assertEquals(
        Optional.empty(),
        file().redeem(code, "telegram", "1", "1", null, NOW.plus(PeopleFile.CODE_LIFE)));
    assertEquals(Optional.of("ana"), file().redeem(code, "telegram", "-5", "7", "Ana", NOW));
    assertEquals(Optional.empty(), file().redeem(code, "telegram", "-6", "8", "Eve", NOW));
    assertEquals(
        List.of(new PeopleState.Linked("ana", "telegram", "-5", "7", "Ana", NOW)),
        file().now().linked());
    assertFalse(file().waits(code));
  }

  @Test
  void theCodeItselfIsNotInTheFile() throws IOException {
    String code = file().invite("ana", "telegram", NOW);
    assertFalse(Files.readString(path).contains(code));
    assertTrue(file().waits(code));
  }

  @Test
  void aNewLinkReplacesTheOneBefore() {
    PeopleFile file = file();
    file.link(new PeopleState.Linked("ana", "telegram", "1", "1", null, NOW));
    file.link(new PeopleState.Linked("ana", "telegram", "2", "1", null, NOW));
    file.link(new PeopleState.Linked("ana", "slack", "U1", "U1", null, NOW));
    assertEquals(
        List.of("2", "U1"),
        file().now().linked().stream().map(PeopleState.Linked::address).toList());
  }

  @Test
  void anAddressThatMovedTwiceIsTheLastOne() {
    PeopleFile file = file();
    file.moved("telegram", "-1", "-1001");
    file.moved("telegram", "-1001", "-1002");
    assertEquals("-1002", file().now().current("telegram", "-1"));
    assertEquals("-1", file().now().current("slack", "-1"));
  }

  @Test
  void ofUnknownPeopleTheHundredLatestAreKeptEachOnce() {
    PeopleFile file = file();
    for (int i = 0; i < 103; i++) {
      file.unknown(new PeopleState.Unknown("telegram", "id" + i, "Eve", NOW.plusSeconds(i)));
    }
    file.unknown(new PeopleState.Unknown("telegram", "id50", "Eve", NOW.plus(Duration.ofHours(3))));
    List<PeopleState.Unknown> unknown = file().now().unknown();
    assertEquals(100, unknown.size());
    assertEquals("id3", unknown.getFirst().id());
    assertEquals("id50", unknown.getLast().id());
  }

  @Test
  void whoWasLinkedIsUnknownNoMore() {
    PeopleFile file = file();
    file.unknown(new PeopleState.Unknown("telegram", "7", null, NOW));
    file.link(new PeopleState.Linked("ana", "telegram", "7", "7", null, NOW));
    assertEquals(List.of(), file().now().unknown());
  }

  @Test
  void twoProcessesThatWriteAtOnceLoseNothing() throws Exception {
    Process other =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-cp",
                System.getProperty("java.class.path"),
                Writer.class.getName(),
                path.toString(),
                "other")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out").toFile())
            .start();
    Writer.main(path.toString(), "this");
    assertEquals(0, other.waitFor(), () -> read(folder.resolve("out")));
    List<PeopleState.OptedOut> kept = file().now().optedOut();
    assertEquals(2 * Writer.MANY, kept.size());
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** A process that writes. */
  static final class Writer {

    static final int MANY = 60;

    private Writer() {}

    public static void main(String... arguments) {
      PeopleFile file = new PeopleFile(Path.of(arguments[0]));
      for (int i = 0; i < MANY; i++) {
        file.optOut("sms", arguments[1] + i, NOW);
      }
    }
  }
}
