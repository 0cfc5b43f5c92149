package org.messgateway.gateway.config.people;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.Address;
import org.messgateway.gateway.home.DocumentUnreadableOnce;
import org.messgateway.gateway.home.FileDocument;

class PeopleFileTest {

  private static final StoppedAddress ROBOT =
      new StoppedAddress(
          "webhook",
          "http://robot.local/mess",
          Instant.parse("2026-11-20T12:00:00Z"),
          "it said 410");

  @TempDir Path folder;
  private Path path = Path.of("");

  @BeforeEach
  void name() {
    path = folder.resolve("people.yaml");
  }

  @Test
  void aFileThatIsNotThereStopsNobody() {
    PeopleFile people = new PeopleFile(path);
    assertFalse(people.stopped("webhook", "http://robot.local/mess"));
    assertFalse(people.resume("webhook", "x"));
    assertFalse(Files.exists(path));
  }

  @Test
  void whatIsStoppedIsOnDiskAndThereAgainAfterARestart() throws IOException {
    new PeopleFile(path).stop(ROBOT);
    PeopleFile again = new PeopleFile(path);
    assertTrue(again.stopped("webhook", "http://robot.local/mess"));
    assertFalse(again.stopped("sms", "http://robot.local/mess"));
    assertEquals(List.of(ROBOT), again.stopped());
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(path), files.filter(each -> !lock(each)).toList());
    }
  }

  private static boolean lock(Path file) {
    return file.getFileName().toString().equals(".people.yaml.lock");
  }

  @Test
  void stoppingTwiceIsStoppingOnceAndResumingUndoesIt() {
    PeopleFile people = new PeopleFile(path);
    people.stop(ROBOT);
    people.stop(ROBOT);
    assertEquals(1, people.stopped().size());
    assertTrue(people.resume("webhook", "http://robot.local/mess"));
    assertFalse(people.resume("webhook", "http://robot.local/mess"));
    assertFalse(new PeopleFile(path).stopped("webhook", "http://robot.local/mess"));
  }

  @Test
  void keysItDoesNotKnowAreKeptAndScalarsStayTheTextTheyAre() throws IOException {
    Files.writeString(
        path,
        """
        opted_out:
          - { channel: sms, address: +14155550123, note: no }
        asked: { ana: 22:00 }
        stopped:
          - channel: sms
            address: +14155550199
        """);
    PeopleFile people = new PeopleFile(path);
    assertTrue(people.stopped("sms", "+14155550199"));
    people.stop(ROBOT);
    String text = Files.readString(path);
    assertTrue(text.contains("\"+14155550123\""), text);
    assertTrue(text.contains("note: \"no\""), text);
    assertTrue(text.contains("ana: \"22:00\""), text);
    assertEquals(2, new PeopleFile(path).stopped().size());
  }

  @Test
  void anEditByHandIsSeenWithoutARestart() throws IOException {
    PeopleFile people = new PeopleFile(path);
    people.stop(ROBOT);
    Files.writeString(path, "stopped: []\n");
    assertFalse(people.stopped("webhook", "http://robot.local/mess"));
  }

  @Test
  void whatCouldNotBeReadOnceIsReadAtTheNextQuestion() {
    DocumentUnreadableOnce document = new DocumentUnreadableOnce(new FileDocument(path));
    PeopleFile running = new PeopleFile(document);
    new PeopleFile(path).stop(ROBOT);
    document.failNextRead();
    assertFalse(running.stopped("webhook", "http://robot.local/mess"), "as it was before");
    assertTrue(running.stopped("webhook", "http://robot.local/mess"));
  }

  @Test
  void aBadEditLeavesTheLastGoodVersionInForceAndIsNotOverwritten() throws IOException {
    PeopleFile people = new PeopleFile(path);
    people.stop(ROBOT);
    Files.writeString(path, "stopped: [\n");
    assertTrue(people.stopped("webhook", "http://robot.local/mess"));
    assertThrows(
        PeopleFileException.class,
        () -> people.stop(new StoppedAddress("webhook", "other", Instant.EPOCH, "")));
    assertEquals("stopped: [\n", Files.readString(path));
  }

  @Test
  void anAddressTooLongToKeepCostsItsOwnEntryAndIsNamedWithItsLine() throws IOException {
    String tooLong = "x".repeat(Address.MAX_BYTES + 1);
    Files.writeString(
        path,
        """
        linked:
        - { executor: ana, channel: telegram, address: "-5" }
        - executor: ben
          channel: webhook
          address: %s
        moved:
        - { channel: telegram, from: a, to: %s }
        - { channel: telegram, from: a, to: b }
        """
            .formatted(tooLong, tooLong));

    PeopleDocument document = new PeopleDocument(new FileDocument(path));
    PeopleReader.Read read = document.read(document.text());

    assertEquals(List.of("-5"), read.people().linked().stream().map(one -> one.address()).toList());
    assertEquals("b", read.people().current("telegram", "a"));
    String rest =
        " has 2001 bytes, and no address of more than 2000 can be kept. That entry counts for"
            + " nothing; mend it or take it out.";
    assertEquals(
        List.of(
            path + ", line 5: 'address' of an entry under 'linked'" + rest,
            path + ", line 7: 'to' of an entry under 'moved'" + rest),
        read.leftOut());
  }

  @Test
  void whatIsLeftOutStaysInTheFileWhenOthersDecide() throws IOException {
    String entry = "{ channel: telegram, from: a, to: %s }".formatted("x".repeat(3_000));
    Files.writeString(path, "moved: [" + entry + "]\n");
    PeopleFile people = new PeopleFile(path);

    people.stop(ROBOT);

    assertEquals(List.of(ROBOT), people.stopped());
    assertTrue(Files.readString(path).contains("x".repeat(3_000)));
  }

  @Test
  void aFileThatCannotBeReadSaysWhereAndWhy() throws IOException {
    for (String bad :
        List.of(
            "stopped: [\n",
            "- a\n",
            "stopped: 7\n",
            "stopped: [{channel: x}]\n",
            "paused: {ana: later}\n")) {
      Files.writeString(path, bad);
      PeopleFileException e =
          assertThrows(PeopleFileException.class, () -> new PeopleFile(path), bad);
      assertTrue(String.valueOf(e.getMessage()).contains(path.toString()), e.getMessage());
    }
  }
}
