package org.messgateway.gateway.exchange.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.messgateway.api.mess.ThreadFolder.CANCELED;
import static org.messgateway.api.mess.ThreadFolder.EXECUTING;
import static org.messgateway.api.mess.ThreadFolder.FINISHED;
import static org.messgateway.api.mess.ThreadFolder.RECEIVED;
import static org.messgateway.gateway.exchange.Sandbox.envelope;
import static org.messgateway.gateway.exchange.Sandbox.request;
import static org.messgateway.gateway.exchange.Sandbox.requestWithFile;
import static org.messgateway.gateway.exchange.Sandbox.status;
import static org.messgateway.gateway.exchange.Sandbox.thread;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.Fingerprint;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Sandbox;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.testkit.Conforms;

class ThreadLoaderTest {

  private static final String REF = "2026-11-20-001";
  private static final Duration SECOND = Duration.ofSeconds(1);

  @TempDir Path temp;
  Sandbox sandbox;

  @BeforeEach
  void open() {
    sandbox = new Sandbox(temp);
  }

  // Where threads are found.

  @ParameterizedTest
  @ValueSource(
      strings = {
        "state=received/R.messe-af.yaml",
        "state=executing/R.messe-af",
        "received/R.messe-af.yaml",
        "finished/R/000-R.messe-af.yaml",
        "state=canceled/R/000-R.messe-af.yaml",
        "state=received/R/000-R.messe-af",
        "state=received/R/000-renamed.messe-af.yaml"
      })
  void aThreadIsFoundInEveryFormAndFolder(String path) {
    sandbox.old(sandbox.root.resolve(path.replace("R", REF)), thread(REF));

    assertEquals("look", sandbox.loaded(REF).thread().intent());
  }

  @ParameterizedTest
  @ValueSource(strings = {"küche", "a b", "50%", "100%25", "it's", "$(x)", "-rf", "冷蔵庫"})
  void aRefMayBeAnyName(String ref) {
    assumeTrue("UTF-8".equals(System.getProperty("sun.jnu.encoding")));
    sandbox.old(sandbox.head(RECEIVED, ref), thread(ref));

    assertEquals(ref, sandbox.loaded(ref).thread().ref());
  }

  @Test
  void theNameCountsNotWhatTheEnvelopeSays() {
    sandbox.old(sandbox.flat(RECEIVED, REF), thread("../../etc/passwd"));

    assertEquals(REF, sandbox.loaded(REF).thread().ref());
  }

  @Test
  @Conforms(273)
  void overflowIsReadInOrderAfterTheFirstFile() {
    sandbox.old(sandbox.head(EXECUTING, REF), thread(REF, "claimed"));
    Path head = sandbox.head(EXECUTING, REF);
    sandbox.old(head.resolveSibling("010-x.messe-af.yaml"), status("third", "completed"));
    sandbox.old(
        head.resolveSibling("001-" + REF + ".messe-af.yaml"),
        status("first", "claimed").substring(4) + status("second", "in_progress"));

    assertEquals(
        List.of("claude-agent", "first", "second", "third"),
        sandbox.loaded(REF).thread().messages().stream().map(m -> m.from()).toList());
  }

  @Test
  void aThreadThatIsNowhereIsAbsent() {
    assertInstanceOf(ThreadReadResult.Absent.class, sandbox.look(REF));
  }

  @Test
  void nothingIsAbsentWhileTheExchangeCannotBeReadAndItIsLookedAtAgainSoon() throws Exception {
    Files.move(sandbox.root, temp.resolveSibling("away"));
    try {
      ThreadReadResult.Incomplete result =
          assertInstanceOf(ThreadReadResult.Incomplete.class, sandbox.look(REF));
      assertEquals(Duration.ofSeconds(15), result.lookAgainAfter());
      Files.createDirectory(temp);
      assertInstanceOf(ThreadReadResult.Incomplete.class, sandbox.look(REF));
    } finally {
      Files.deleteIfExists(temp);
      Files.move(temp.resolveSibling("away"), temp);
    }
  }

  // Complete before routed.

  @Test
  void aThreadThatEndsItsLastLineIsCompleteAtOnce() {
    sandbox.fresh(sandbox.flat(RECEIVED, REF), thread(REF));

    assertInstanceOf(ThreadReadResult.Complete.class, sandbox.look(REF));
  }

  @Test
  void anOpenLastLineIsBelievedAfterASecond() {
    sandbox.fresh(sandbox.flat(RECEIVED, REF), thread(REF).stripTrailing());

    ThreadReadResult.Incomplete first =
        assertInstanceOf(ThreadReadResult.Incomplete.class, sandbox.look(REF));
    assertEquals(SECOND, first.lookAgainAfter());
    sandbox.pass(first.lookAgainAfter());
    assertInstanceOf(ThreadReadResult.Complete.class, sandbox.look(REF));
  }

  @Test
  @Conforms(289)
  void aFileThatGrowsInStepsIsCompleteOnlyAtTheEnd() {
    String whole = thread(REF) + status("ana", "claimed");
    int lastLine = whole.lastIndexOf('\n', whole.length() - 2) + 1;
    Path file = sandbox.flat(RECEIVED, REF);
    for (int end = 0; end < whole.length(); end += 7) {
      sandbox.fresh(file, whole.substring(0, end));
      ThreadReadResult result = sandbox.look(REF);
      if (result instanceof ThreadReadResult.Complete(LoadedThread thread)) {
        // Whole lines with a request may pass; half a line never does.
        assertTrue(whole.substring(0, end).endsWith("\n"), whole.substring(0, end));
        assertEquals("look", thread.thread().intent());
      } else {
        assertInstanceOf(ThreadReadResult.Incomplete.class, result);
      }
      assertTrue(
          end < lastLine || !(result instanceof ThreadReadResult.Complete) || end == lastLine);
    }
    sandbox.fresh(file, whole);
    assertEquals(2, sandbox.loaded(REF).thread().messages().size());
  }

  @Test
  void anEnvelopeAloneIsNoThreadYetAndAfterAMinuteAProblem() {
    sandbox.fresh(sandbox.flat(RECEIVED, REF), envelope(REF, "pending"));

    assertEquals(
        "it has no request with an intent",
        assertInstanceOf(ThreadReadResult.Incomplete.class, sandbox.look(REF)).reason());
    sandbox.pass(Duration.ofMinutes(1));
    assertEquals(
        "state=received/" + REF + ".messe-af.yaml: it has no request with an intent",
        assertInstanceOf(ThreadReadResult.Unreadable.class, sandbox.look(REF)).text());
  }

  @Test
  void waitingThreadsAreLookedAtMoreAndMoreRarely() {
    sandbox.fresh(sandbox.flat(RECEIVED, REF), envelope(REF, "pending"));
    int looks = 0;
    while (sandbox.look(REF) instanceof ThreadReadResult.Incomplete(String _, Duration again)) {
      sandbox.pass(again);
      looks++;
    }
    assertTrue(looks < 15, "looked " + looks + " times in a minute");
  }

  @Test
  void aLargeFreshThreadIsLookedAtTwice() {
    String large = thread(REF) + "# " + "x".repeat(300_000) + "\n";
    sandbox.fresh(sandbox.flat(RECEIVED, REF), large);

    ThreadReadResult.Incomplete first =
        assertInstanceOf(ThreadReadResult.Incomplete.class, sandbox.look(REF));
    sandbox.pass(first.lookAgainAfter());
    assertInstanceOf(ThreadReadResult.Complete.class, sandbox.look(REF));
  }

  @Test
  void aFileFromAnotherMachinesFutureIsBelievedAfterWeWatchedItForASecond() {
    sandbox.write(
        sandbox.flat(RECEIVED, REF),
        thread(REF).stripTrailing(),
        Sandbox.START.plus(Duration.ofHours(3)));

    assertInstanceOf(ThreadReadResult.Incomplete.class, sandbox.look(REF));
    sandbox.pass(SECOND);
    assertInstanceOf(ThreadReadResult.Complete.class, sandbox.look(REF));
  }

  @Test
  void aFolderThatWasJustMadeIsWaitedForAndNotCalledBroken() throws IOException {
    Files.createDirectories(sandbox.head(RECEIVED, REF).getParent());
    ThreadReadResult.Incomplete empty =
        assertInstanceOf(ThreadReadResult.Incomplete.class, sandbox.look(REF));
    assertEquals(CompletenessCheck.SHORT_WAIT, empty.lookAgainAfter());
  }

  @Test
  void aFolderWaitsForItsFirstFile() throws Exception {
    Path head = sandbox.head(RECEIVED, REF);
    Files.createDirectories(head.getParent());
    sandbox.fresh(head.resolveSibling("att-001-image-x.jpg"), "picture");

    assertEquals(
        "the folder has no 000-" + REF + ".messe-af.yaml",
        assertInstanceOf(ThreadReadResult.Incomplete.class, sandbox.look(REF)).reason());
    sandbox.fresh(head, thread(REF));
    assertInstanceOf(ThreadReadResult.Complete.class, sandbox.look(REF));
  }

  @Test
  void aFolderWaitsForTheFilesItsRequestNames() {
    Path head = sandbox.head(RECEIVED, REF);
    Path picture = head.resolveSibling("att-001-image-x.jpg");
    sandbox.fresh(head, envelope(REF, "pending") + requestWithFile("att-001-image-x.jpg", 7));

    assertInstanceOf(ThreadReadResult.Incomplete.class, sandbox.look(REF));
    sandbox.fresh(picture, "pict");
    assertEquals(
        "it names the file att-001-image-x.jpg, which is not there with its 7 bytes",
        assertInstanceOf(ThreadReadResult.Incomplete.class, sandbox.look(REF)).reason());
    sandbox.fresh(picture, "picture");
    assertInstanceOf(ThreadReadResult.Complete.class, sandbox.look(REF));
  }

  @Test
  void aLostPictureOfARequestIsAProblemButOneOfAnAnswerHoldsNothingUp() {
    String answer =
        """
        ---
        from: ana
        MESS:
          - response:
              content:
                - image: {file: att-002-image-y.jpg, mime: image/jpeg, size: 3}
        """;
    sandbox.old(sandbox.head(RECEIVED, REF), thread(REF) + answer);
    sandbox.old(
        sandbox.head(RECEIVED, "other"),
        envelope("other", "pending") + requestWithFile("a.jpg", 7));

    assertEquals(List.of("att-002-image-y.jpg"), sandbox.loaded(REF).missing());
    assertInstanceOf(ThreadReadResult.Unreadable.class, sandbox.look("other"));
  }

  @Test
  void whatIsNotUnderstoodIsAProblemWithItsLineOnceItIsStill() {
    sandbox.fresh(sandbox.flat(RECEIVED, REF), thread(REF) + "---\nMESS: [unclosed\n");

    assertInstanceOf(ThreadReadResult.Incomplete.class, sandbox.look(REF));
    sandbox.pass(SECOND);
    ThreadReadResult.Unreadable problem =
        assertInstanceOf(ThreadReadResult.Unreadable.class, sandbox.look(REF));
    assertEquals("state=received/" + REF + ".messe-af.yaml", problem.file());
    assertTrue(problem.line() >= 20, problem.text());
  }

  // Limits.

  @Test
  void aHugeFileIsRefusedUnread() {
    sandbox = new Sandbox(temp, ExchangeLimits.DEFAULT.withMaxFile(1000));
    sandbox.old(sandbox.flat(RECEIVED, REF), thread(REF) + "# " + "x".repeat(1000) + "\n");

    String problem =
        assertInstanceOf(ThreadReadResult.Unreadable.class, sandbox.look(REF)).reason();
    assertTrue(problem.contains("more than the 1000 that are read"), problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"outside.yaml", "exchange/.gateway/secret", "exchange/config.yaml"})
  void aLinkOutOfTheThreadsFoldersIsRefused(String target) throws Exception {
    sandbox = new Sandbox(temp.resolve("exchange"));
    Path secret = sandbox.old(temp.resolve(target), thread(REF));
    Files.createSymbolicLink(sandbox.flat(RECEIVED, REF), secret);
    Files.createDirectories(sandbox.head(RECEIVED, "b").getParent());
    Files.createSymbolicLink(sandbox.head(RECEIVED, "b"), secret);
    Files.createSymbolicLink(sandbox.top(RECEIVED).resolve("c"), secret.getParent());

    for (String ref : List.of(REF, "b", "c")) {
      ThreadReadResult.Unreadable problem =
          assertInstanceOf(ThreadReadResult.Unreadable.class, sandbox.look(ref), ref);
      assertTrue(problem.reason().contains("leads out of the exchange"), problem.text());
    }
  }

  @Test
  void aLinkInsideTheThreadsFoldersIsFollowed() throws Exception {
    sandbox.old(sandbox.flat(FINISHED, "target"), thread(REF));
    Files.createSymbolicLink(sandbox.flat(RECEIVED, REF), sandbox.flat(FINISHED, "target"));

    assertEquals("look", sandbox.loaded(REF).thread().intent());
  }

  @Test
  void linksThatLeadNowhereOrInCirclesAreRefused() throws Exception {
    Files.createSymbolicLink(sandbox.flat(RECEIVED, "a"), sandbox.root.resolve("nowhere"));
    Files.createSymbolicLink(sandbox.flat(RECEIVED, "b"), sandbox.flat(RECEIVED, "b"));

    assertInstanceOf(ThreadReadResult.Unreadable.class, sandbox.look("a"));
    assertInstanceOf(ThreadReadResult.Unreadable.class, sandbox.look("b"));
  }

  @Test
  void aPipeIsNeverOpened() throws Exception {
    Files.createDirectories(sandbox.head(RECEIVED, "b").getParent());
    makePipe(sandbox.flat(RECEIVED, REF));
    makePipe(sandbox.head(RECEIVED, "b"));

    for (String ref : List.of(REF, "b")) {
      ThreadReadResult.Unreadable problem =
          assertInstanceOf(ThreadReadResult.Unreadable.class, sandbox.look(ref));
      assertTrue(problem.reason().contains("is not a regular file"), problem.text());
    }
  }

  static void makePipe(Path path) throws Exception {
    try {
      assumeTrue(new ProcessBuilder("mkfifo", path.toString()).start().waitFor() == 0);
    } catch (IOException e) {
      assumeTrue(false, "no mkfifo here");
    }
  }

  @Test
  void aDirectoryNamedLikeAFileIsAProblemOfItsOwn() throws Exception {
    Files.createDirectories(sandbox.flat(RECEIVED, REF));
    Files.createDirectories(sandbox.head(RECEIVED, "b"));

    assertInstanceOf(ThreadReadResult.Unreadable.class, sandbox.look(REF));
    assertInstanceOf(ThreadReadResult.Unreadable.class, sandbox.look("b"));
  }

  @Test
  void whatThisUserMayNotReadIsSaid() throws Exception {
    Path file = sandbox.old(sandbox.flat(RECEIVED, REF), thread(REF));
    Files.setPosixFilePermissions(file, Set.of());
    assumeFalse(Files.isReadable(file), "root may read everything");

    String problem =
        assertInstanceOf(ThreadReadResult.Unreadable.class, sandbox.look(REF)).reason();
    assertTrue(problem.contains("give it read permission"), problem);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertInstanceOf(ThreadReadResult.Complete.class, sandbox.look(REF));
  }

  @Test
  void bytesThatAreNoTextAreAProblem() throws Exception {
    Path file = sandbox.old(sandbox.flat(RECEIVED, REF), "");
    Files.write(file, new byte[] {'r', 'e', 'f', ':', ' ', (byte) 0xff, (byte) 0xfe, 0, '\n'});
    Files.setLastModifiedTime(file, FileTime.from(Sandbox.START.minus(SECOND)));

    assertInstanceOf(ThreadReadResult.Unreadable.class, sandbox.look(REF));
  }

  // Two copies.

  @Test
  @Conforms(288)
  void ofTwoCopiesTheOneWithMoreMessagesIsTheThread() {
    sandbox.old(sandbox.flat(RECEIVED, REF), thread(REF) + status("ana", "claimed"));
    sandbox.fresh(sandbox.head(EXECUTING, REF), thread(REF, "claimed"));

    LoadedThread thread = sandbox.loaded(REF);
    assertEquals(ThreadLayout.FLAT, thread.location().layout());
    assertEquals(
        List.of("state=executing/" + REF),
        thread.otherCopies().stream().map(ThreadLocation::relative).toList());
  }

  @Test
  @Conforms(287)
  void theEnvelopeSaysTheStatusWhereverTheThreadLies() {
    sandbox.old(sandbox.head(RECEIVED, REF), thread(REF, "completed"));

    assertEquals(ThreadStatus.COMPLETED, sandbox.loaded(REF).thread().envelope().status());
    assertEquals(RECEIVED, sandbox.loaded(REF).location().stateFolder().folder());
  }

  @Test
  @Conforms({287, 288})
  void ofTwoLikeCopiesTheOneInTheFolderOfItsStatusIsTheThread() {
    sandbox.fresh(sandbox.head(RECEIVED, REF), thread(REF, "claimed"));
    sandbox.old(sandbox.head(EXECUTING, REF), thread(REF, "claimed"));

    assertEquals(EXECUTING, sandbox.loaded(REF).location().stateFolder().folder());
  }

  @Test
  void ofTwoCopiesThatBothFitTheLaterIsTheThread() {
    sandbox.old(sandbox.head(CANCELED, REF), thread(REF, "cancelled"));
    sandbox.fresh(sandbox.head(FINISHED, REF), thread(REF, "completed"));

    assertEquals(ThreadStatus.COMPLETED, sandbox.loaded(REF).thread().envelope().status());
  }

  @Test
  void aMoveThatIsHalfDoneLeavesTheOldCopyToCount() {
    sandbox.fresh(sandbox.head(RECEIVED, REF), thread(REF));
    sandbox.fresh(sandbox.head(EXECUTING, REF), thread(REF, "claimed").substring(0, 60));

    assertEquals(ThreadStatus.PENDING, sandbox.loaded(REF).thread().envelope().status());
  }

  @Test
  void neitherCopyIsTouched() {
    Path one = sandbox.old(sandbox.flat(RECEIVED, REF), thread(REF));
    Path two = sandbox.old(sandbox.head(EXECUTING, REF), thread(REF, "claimed"));

    sandbox.loaded(REF);

    assertTrue(Files.exists(one) && Files.exists(two));
  }

  // Fingerprints.

  @Test
  void everyChangeOfAThreadChangesItsFingerprint() throws Exception {
    Path head = sandbox.old(sandbox.head(RECEIVED, REF), thread(REF));
    Fingerprint before = sandbox.loaded(REF).fingerprint();
    assertEquals(before, sandbox.loaded(REF).fingerprint());

    Files.setLastModifiedTime(head, FileTime.from(Sandbox.START));
    Fingerprint touched = sandbox.loaded(REF).fingerprint();
    sandbox.old(head.resolveSibling("att-001-file-x.txt"), "");
    Fingerprint joined = sandbox.loaded(REF).fingerprint();
    Files.delete(head.resolveSibling("att-001-file-x.txt"));
    sandbox.arrive(head, Files.readString(head));
    Files.setLastModifiedTime(head, FileTime.from(Sandbox.START));
    Fingerprint replaced = sandbox.loaded(REF).fingerprint();

    assertEquals(4, Set.of(before, touched, joined, replaced).size());
  }

  @Test
  void requestsAreFoundWhereverTheyStand() {
    sandbox.old(
        sandbox.flat(RECEIVED, REF),
        envelope(REF, "pending") + status("exchange", "received") + request(""));

    assertEquals("look", sandbox.loaded(REF).thread().intent());
  }
}
