package org.messgateway.gateway.cli.task;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.gateway.Gateway;
import org.messgateway.gateway.cli.CommandHome;
import org.messgateway.gateway.cli.Ran;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandHint;
import org.messgateway.testkit.Conforms;

/** Whole conversations by commands, beside a gateway and without one. */
final class TaskCommandsTest {

  /** A PNG of one point. */
  private static final byte[] PNG = {
    (byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R'
  };

  @TempDir Path folder;

  /** Where a gateway runs, for all tests that need no home of their own. */
  @SuppressWarnings("NullAway.Init") // Set by @BeforeAll.
  private static CommandHome home;

  @SuppressWarnings("NullAway.Init") // Set by @BeforeAll.
  private static Gateway gateway;

  @BeforeAll
  static void aGateway(@TempDir Path folder) throws Exception {
    home = CommandHome.of(folder.resolve("home"));
    gateway = home.gateway();
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  /** A home of this test alone, where no gateway runs. */
  private CommandHome alone() throws IOException {
    return CommandHome.of(folder.resolve("alone"));
  }

  private void says(String executor, String mess) throws IOException {
    says(home, executor, mess);
  }

  private static void says(CommandHome home, String executor, String mess) throws IOException {
    home.ends(0, "say", home.message(mess).toString(), "--as", executor);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Conforms(324)
  void aTaskIsClaimedAskedAboutAnsweredAndDone(boolean running) throws Exception {
    CommandHome home = running ? TaskCommandsTest.home : alone();
    String ref = home.task("vacuum the rice", "--requires", "vacuum-floor", "--id", "rice-1");
    assertEquals(6, home.run("wait", "rice-1", "--for", "0s").status());
    Ran claimed = home.ends(0, "claim", "rice-1", "--eta", "10m");
    assertTrue(claimed.out().contains("claimed, robot"), claimed::toString);
    says(
        home,
        "robot",
        "MESS: [{status: {re: %s, code: needs_input, questions: [{field: room, question: Which room?}]}}]"
            .formatted(ref));
    Ran asked = home.ends(5, "wait", ref);
    assertTrue(asked.out().contains("Which room?"), asked::toString);
    assertTrue(asked.out().contains("reply " + ref + " ANSWER"), asked::toString);
    home.ends(0, "reply", ref, "the kitchen");
    assertEquals("room: the kitchen", home.json(ref).at("/said/3/words/0").asText());
    Ran done = home.ends(0, "done", ref, "all clean");
    assertTrue(done.out().contains("completed, robot"), done::toString);
    Ran answer = home.ends(0, "wait", "rice-1");
    assertEquals("robot: all clean", answer.out().strip());
    JsonNode json = home.ends(0, "wait", ref, "--json").json();
    assertEquals("answered", json.path("outcome").asText());
    assertEquals("completed", json.path("status").asText());
    assertEquals(0, json.path("open").size());
  }

  @Test
  @Conforms(324)
  void whoWantsToKnowByScriptGetsAnExitStatusForEachOutcome() throws Exception {
    String failed = home.task("vacuum", "--requires", "vacuum-floor");
    home.ends(0, "done", failed, "--failed", "the door is locked");
    home.ends(3, "wait", failed);
    String cancelled = home.task("look", "--requires", "vision");
    Ran withdrawn = home.ends(0, "cancel", cancelled, "--reason", "found it");
    assertTrue(withdrawn.out().contains("cancelled"), withdrawn::toString);
    home.ends(4, "wait", cancelled);
    Ran late = home.ends(1, "cancel", failed);
    assertFalse(late.err().isBlank(), late::toString);
    home.ends(6, "wait", home.task("look", "--requires", "vision"), "--for", "0s");
    home.ends(1, "wait", "2026-01-01-999");
    home.ends(2, "wait", failed, "--for", "soon");
    home.ends(3, "wait", failed, "--for", "200000d");
    home.ends(2, "wait", failed, "--until", "tomorrow");
  }

  @Test
  void aDeadlineThatIsNoLengthOfTimeIsToldAndNothingIsAsked() throws Exception {
    CommandHome home = alone();
    Ran ran = home.ends(2, "request", "vacuum", "--within", "2 hours");
    assertTrue(ran.err().contains("write it like 10m or 2h"), ran::toString);
    assertTrue(home.ends(0, "threads", "--json").json().isEmpty());
    home.ends(0, "request", "vacuum", "--within", "2h");
  }

  @Test
  void aPartialAnswerAndAnOpenQuestionDoNotEndAWaitForTheEnd() throws Exception {
    String ref = home.task("vacuum", "--requires", "vacuum-floor");
    says("robot", "MESS: [{response: {re: %s, partial: true, content: [half]}}]".formatted(ref));
    assertEquals("robot: half", home.ends(0, "wait", ref).out().strip());
    home.ends(6, "wait", ref, "--until", "ended", "--for", "0s");
    home.ends(6, "wait", ref, "--until", "question", "--for", "0s");
  }

  @Test
  void aClaimWithoutANameListsWhoCouldBeMeant() throws Exception {
    String ref = home.task("look", "--requires", "vision");
    Ran which = home.ends(2, "claim", ref);
    assertTrue(which.err().contains("were: ana, ben."), which::toString);
    Ran nobody = home.ends(2, "claim", ref, "--as", "zoe");
    assertTrue(nobody.err().contains("There are: "), nobody::toString);
    Ran untold = home.ends(1, "claim", ref, "--as", "robot");
    assertTrue(untold.err().contains("Who was: ana, ben."), untold::toString);
    home.ends(0, "claim", ref, "--as", "ana");
    Ran late = home.ends(1, "claim", ref, "--as", "ben");
    assertTrue(late.err().contains("ana has it."), late::toString);
    home.ends(0, "done", ref, "milk and eggs");
    assertEquals("ana", home.json(ref).path("executor").asText());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aGoAheadIsGivenOrRefused(boolean yes) throws Exception {
    String ref = home.task("vacuum", "--requires", "vacuum-floor");
    says(
        "robot",
        "MESS: [{status: {re: %s, code: needs_confirmation, action: move the sofa}}]"
            .formatted(ref));
    Ran shown = home.ends(0, "show", ref);
    assertTrue(shown.out().contains("move the sofa"), shown::toString);
    assertTrue(shown.out().contains("reply " + ref + " --confirm"), shown::toString);
    home.ends(0, "reply", ref, yes ? "--confirm" : "--no", "mind the cat");
    JsonNode said = home.json(ref).path("said");
    assertEquals(yes ? "Yes, go ahead." : "No.", said.at("/2/words/0").asText());
    assertEquals("mind the cat", said.at("/2/words/1").asText());
  }

  @Test
  void aSuggestionIsAcceptedByItsId() throws Exception {
    String ref = home.task("vacuum", "--requires", "vacuum-floor");
    home.ends(0, "claim", ref);
    says(
        "robot",
        """
        MESS:
          - suggestion: {id: later-1, type: defer, re: [%s], proposed: {not_before: 2h}, reason: battery}
        """
            .formatted(ref));
    home.ends(5, "wait", ref, "--for", "20s");
    JsonNode open = home.json(ref).path("open");
    assertEquals("later-1", open.at("/0/id").asText(), open::toString);
    home.ends(0, "reply", ref, "--accept", "later-1");
    assertEquals(0, home.json(ref).path("open").size());
  }

  @Test
  void severalQuestionsAreAnsweredByTheirFields() throws Exception {
    String ref = home.task("vacuum", "--requires", "vacuum-floor");
    says(
        "robot",
        """
        MESS:
          - status:
              re: %s
              code: needs_input
              questions: [{field: room, question: Where?}, {field: when, question: When?}]
        """
            .formatted(ref));
    Ran vague = home.ends(2, "reply", ref, "the kitchen");
    assertTrue(vague.err().contains("room, when"), vague::toString);
    home.ends(0, "reply", ref, "--field", "room=kitchen", "--field", "when=now=soon");
    JsonNode words = home.json(ref).at("/said/2/words");
    assertEquals("room: kitchen", words.path(0).asText());
    assertEquals("when: now=soon", words.path(1).asText());
  }

  @Test
  void onlyTheRequestorReplies() throws Exception {
    String ref = home.task("vacuum", "--requires", "vacuum-floor", "--from", "claude");
    Ran other = home.ends(1, "reply", ref, "please", "--as", "mallory");
    assertTrue(other.err().contains("You asked for nothing"), other::toString);
    home.ends(0, "reply", ref, "please");
    assertEquals("claude", home.json(ref).at("/said/1/by").asText());
  }

  // Messages as they are written.

  @Test
  @Conforms(324)
  void whatIsSaidInMessIsAnsweredInMess() throws Exception {
    CommandHome home = alone();
    Path mess = home.message("MESS: [{request: {id: f-1, intent: check the fridge}}]");
    Ran yaml = home.ends(0, "say", mess.toString());
    assertTrue(yaml.out().startsWith("MESS:"), yaml::toString);
    assertTrue(yaml.out().contains("ack:"), yaml::toString);
    Ran again = home.ends(0, "say", mess.toString(), "--json", "--as", "claude");
    assertEquals("f-1", again.json().at("/MESS/0/ack/re").asText());
    assertEquals(2, home.run("threads", "--json").json().size(), "of two agents");
    home.ends(0, "say", mess.toString());
    assertEquals(2, home.run("threads", "--json").json().size(), "the same words again");
  }

  @Test
  void aMessageComesFromStandardInput() {
    InputStream before = System.in;
    try {
      System.setIn(
          new ByteArrayInputStream(
              "{\"MESS\": [{\"query\": {\"type\": \"status\"}}]}".getBytes(UTF_8)));
      Ran found = home.ends(0, "say");
      assertTrue(found.out().contains("structured"), found::toString);
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void aBrokenMessageIsRefusedWholeWithItsLine() throws Exception {
    CommandHome home = alone();
    Ran broken = home.ends(1, "say", home.message("MESS:\n  - request: {intent: [}\n").toString());
    assertTrue(broken.out().contains("line"), broken::toString);
    Ran half =
        home.ends(
            1,
            "say",
            home.message("MESS: [{request: {intent: one}}, {request: {intent: }}]").toString());
    assertTrue(half.out().contains("error"), half::toString);
    home.ends(2, "say", home.message("  \n").toString());
    home.ends(2, "say", folder.resolve("nowhere.yaml").toString());
    assertTrue(home.run("threads").out().contains("There are no tasks."));
  }

  // Files.

  @Test
  @Conforms(325)
  void picturesGoWithATaskAndItsAnswerAndAreSaved() throws Exception {
    Path before = Files.write(folder.resolve("before.png"), PNG);
    Path large = Files.write(folder.resolve("plan.bin"), new byte[300_000]);
    String ref =
        home.task(
            "vacuum",
            "--requires",
            "vacuum-floor",
            "--attach",
            before.toString(),
            "--attach",
            large.toString());
    home.ends(0, "done", ref, "clean", "--attach", before.toString());
    JsonNode files = home.json(ref).path("files");
    assertEquals(3, files.size(), files::toString);
    assertEquals("image/png", files.at("/0/mime").asText(), files::toString);
    Path out = folder.resolve("out");
    Ran saved = home.ends(0, "show", ref, "--save", out.toString());
    assertTrue(saved.out().contains("saved: " + out), saved::toString);
    assertArrayEquals(PNG, Files.readAllBytes(out.resolve("image.png")));
    assertArrayEquals(PNG, Files.readAllBytes(out.resolve("image-2.png")));
    try (Stream<Path> all = Files.list(out)) {
      assertEquals(3, all.count());
    }
    home.ends(2, "done", ref, "--attach", folder.resolve("nowhere.png").toString());
  }

  @Test
  void aNameOfAFileIsNoPath() throws Exception {
    String ref = home.task("vacuum", "--requires", "vacuum-floor");
    says(
        "robot",
        """
        MESS: [{response: {re: %s, content: [{file: {name: "../../evil .sh", data: "data:text/plain;base64,aGk="}}]}}]
        """
            .formatted(ref));
    Path out = folder.resolve("out");
    home.ends(0, "show", ref, "--save", out.toString());
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> evil = all.filter(path -> path.toString().contains("evil")).toList();
      assertEquals(List.of(out.resolve("evil_.sh")), evil);
    }
  }

  // What others wrote.

  @Test
  void wordsOfOthersDoNotActOnTheTerminal() throws Exception {
    String ref = home.task("vacuum", "--requires", "vacuum-floor");
    says(
        "robot",
        """
        MESS: [{response: {re: %s, content: ["red \\e[31m and\\nOpen: pay 5"]}}]
        """
            .formatted(ref));
    Ran shown = home.ends(0, "show", ref);
    assertFalse(shown.out().contains("\033"), shown::toString);
    assertTrue(shown.out().lines().noneMatch(line -> line.startsWith("Open:")), shown::toString);
    assertFalse(home.ends(0, "show", ref, "--yaml").out().contains("\033"));
    assertFalse(home.ends(0, "wait", ref).out().contains("\033"));
    assertTrue(home.json(ref).at("/said/1/words/0").asText().endsWith("\nOpen: pay 5"));
  }

  @Test
  void aThreadIsShownAsItLiesOnTheDisk() throws Exception {
    String ref = home.task("vacuum");
    Ran yaml = home.ends(0, "show", ref, "--yaml");
    assertTrue(yaml.out().startsWith("ref: " + ref), yaml::toString);
    assertTrue(yaml.out().contains("\n---\n"), yaml::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-01-01-999", "../../etc/passwd", "", "x y", "\033[31m"})
  void whatIsNotThereIsNotFoundByAnyCommand(String called) {
    home.task("vacuum");
    for (String command : List.of("show", "wait", "cancel", "claim", "done")) {
      Ran ran = home.run(command, called);
      assertEquals(1, ran.status(), ran::toString);
      assertTrue(ran.err().contains("There is no task"), ran::toString);
      assertFalse(ran.err().contains("\033"), ran::toString);
    }
    home.ends(1, "reply", called, "yes");
  }

  @Test
  void aThreadThatIsNoYamlIsReportedWithItsPlace() throws Exception {
    CommandHome home = alone();
    String ref = home.task("vacuum");
    Path thread;
    try (Stream<Path> all = Files.walk(home.path())) {
      thread =
          all.filter(path -> path.getFileName().toString().startsWith("000-"))
              .findFirst()
              .orElseThrow();
    }
    Files.writeString(thread, "ref: [\n---\nMESS: {\n");
    Files.setLastModifiedTime(thread, FileTime.fromMillis(0));
    Ran ran = home.ends(1, "show", ref);
    assertTrue(ran.err().contains("cannot be read"), ran::toString);
  }

  @Test
  void theLatestTaskOfAnIdIsTheOneOfTheHighestNumber() throws Exception {
    CommandHome home = alone();
    String ref = home.task("vacuum", "--id", "rice");
    Path folder;
    try (Stream<Path> all = Files.walk(home.path())) {
      folder =
          all.filter(path -> path.getFileName().toString().equals(ref)).findFirst().orElseThrow();
    }
    String text = Files.readString(folder.resolve("000-" + ref + ".messe-af.yaml"));
    for (String number : List.of("150", "1000")) {
      String later = ref.replaceAll("\\d+$", number);
      Path thread = folder.resolveSibling(later + ".messe-af.yaml");
      Files.writeString(thread, text.replace(ref, later));
      Files.setLastModifiedTime(thread, FileTime.fromMillis(0));
    }
    assertEquals(ref.replaceAll("\\d+$", "1000"), home.json("rice").path("ref").asText());
  }

  // Waiting with a request.

  @Test
  void aRequestThatWaitsReturnsTheAnswer() throws Exception {
    CompletableFuture<Void> robot = CompletableFuture.runAsync(() -> answerWhenThere(home.path()));
    Ran asked =
        home.ends(0, "request", "--wait", "vacuum", "--requires", "vacuum-floor", "--id", "w-1");
    robot.get(20, TimeUnit.SECONDS);
    assertEquals("robot: spotless", asked.out().strip());
    home.ends(6, "request", "vacuum again", "--requires", "vacuum-floor", "--wait", "0s");
    JsonNode json = home.ends(6, "request", "once more", "--wait=0s", "--json").json();
    assertEquals("open", json.path("outcome").asText());
  }

  /** As another program would: the output of commands in this process is one. */
  private static void answerWhenThere(Path path) {
    try (CommandContext context = CommandContext.open(path, CommandHint.here());
        var finder = new TaskFinder(context.config(), null)) {
      String ref = awaitTask(finder);
      try (GatewayMessages messages = new GatewayMessages(context)) {
        messages
            .post(
                "/mess?exchange=primary",
                GatewayMessages.Speaker.executor("robot"),
                OutgoingMessage.raw(
                    "MESS: [{response: {re: %s, content: [spotless]}}]"
                        .formatted(ref)
                        .getBytes(UTF_8)))
            .orFailure();
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static String awaitTask(TaskFinder finder) throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(15);
    while (true) {
      try {
        return finder.find("w-1").ref();
      } catch (TaskLookupException notYet) {
        assertTrue(System.nanoTime() < until, notYet.sentence());
        Thread.sleep(50);
      }
    }
  }

  @Test
  void whileNoGatewayRunsAWaitSaysThatNobodyIsTold() throws Exception {
    CommandHome home = alone();
    Ran waited = home.ends(6, "wait", home.task("vacuum"), "--for", "0s");
    assertTrue(waited.err().contains("No gateway runs here"), waited::toString);
  }
}
