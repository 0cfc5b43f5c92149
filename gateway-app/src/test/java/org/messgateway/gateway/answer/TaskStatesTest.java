package org.messgateway.gateway.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.testkit.Conforms;

/** The drawing of the protocol's state machine, walked along with an agent and an executor. */
class TaskStatesTest {

  @TempDir Path root;
  private AnswerScene scene;

  @BeforeEach
  void open() {
    scene = new AnswerScene(root);
    scene.thread();
  }

  @AfterEach
  void close() {
    scene.close();
  }

  @ParameterizedTest
  @CsvSource({"completed, FINISHED", "partial, FINISHED"})
  @Conforms({104, 108})
  void aTaskIsClaimedInterruptedInEveryWayAndDone(String end, ThreadFolder folder) {
    says("claimed");
    says("in_progress");
    says("needs_input, questions: [{field: size, question: Which?}]");
    hears("answers: {size: small}", "needs_input");
    says("in_progress");
    says("needs_confirmation, action: buy it");
    hears("confirm: true", "needs_confirmation");
    says("in_progress");
    says("waiting, waiting_for: {type: access, location: cellar}");
    says("in_progress");
    says("held, reason: lunch");
    says("in_progress");
    says(end);
    assertEquals(folder, scene.loaded().location().stateFolder().folder());
    assertEquals(
        List.of(
            "created claude-agent",
            "claimed ana",
            "in_progress ana",
            "needs_input ana",
            "replied claude-agent",
            "in_progress ana",
            "needs_confirmation ana",
            "replied claude-agent",
            "in_progress ana",
            "waiting ana",
            "in_progress ana",
            "held ana",
            "in_progress ana",
            end + " ana"),
        scene.history());
  }

  @Test
  @Conforms(121)
  void whatLeavesTheStatusLeavesTheEnvelopeAndIsAppended() {
    says("claimed");
    says("in_progress");
    String before = envelope();

    scene.say("ana", "again", "- status: {code: in_progress, progress_pct: 60}");
    scene.say("ana", "note", "- response: {partial: true, content: [two of three]}");

    assertEquals(before, envelope());
    assertEquals(5, scene.now().messages().size());
  }

  private String envelope() {
    String text = AnswerScene.text(scene.head(ThreadFolder.EXECUTING));
    return text.substring(0, text.indexOf("---\n"));
  }

  private void says(String status) {
    String entry = "- status: {code: %s}".formatted(status);
    assertInstanceOf(AnswerResult.Accepted.class, scene.sayWords("ana", entry), entry);
    assertEquals(status.replaceFirst(",.*", ""), scene.status());
    assertEquals("ana", scene.holder());
  }

  /** The agent's reply goes to who has the task; the status is the executor's. */
  private void hears(String reply, String status) {
    String entry = "- reply: {re: %s, %s}".formatted(AnswerScene.REF, reply);
    assertInstanceOf(
        AgentRequests.RequestResult.Stored.class,
        scene.requests().say(AnswerScene.fromAgent("claude-agent", entry, entry)));
    assertEquals(status, scene.status());
  }
}
