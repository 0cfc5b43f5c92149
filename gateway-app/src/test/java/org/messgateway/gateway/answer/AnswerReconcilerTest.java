package org.messgateway.gateway.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Logged;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.queue.journal.AnswerJournal;

/** Answers that were taken and whose threads cannot be written now. */
class AnswerReconcilerTest {

  private static final String DONE = "- response: {content: [two onions]}";

  @TempDir private Path root;
  private AnswerScene scene;
  private AnswerReconciler reconciler;

  @BeforeEach
  void open() {
    scene = new AnswerScene(root);
    reconciler = scene.answers().reconciler();
  }

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void anAnswerThatWaitsIsSaidOnceAndWrittenSoonAfterItCanBe() {
    broken("sick");
    taken("sick");
    try (Logged log = new Logged(AnswerFailureLog.class)) {
      for (int second = 0; second < 60; second++) {
        turn(Duration.ofSeconds(1));
      }
      assertEquals(1, log.lines().size(), () -> String.join("\n", log.lines()));
    }
    whole("sick");
    turn(Duration.ofSeconds(10));
    assertEquals(List.of("claude-agent", "ana"), speakers("sick"));
  }

  @Test
  void threadsThatCannotBeWrittenHoldUpNoneBehindThem() {
    for (int i = 0; i < 5; i++) {
      broken("sick-" + i);
      taken("sick-" + i);
    }
    whole("well");
    taken("well");
    turn(Duration.ZERO);
    assertEquals(List.of("claude-agent"), speakers("well"), "three in a row: all may fail");
    turn(Duration.ZERO);
    assertEquals(List.of("claude-agent", "ana"), speakers("well"));
  }

  private void turn(Duration later) {
    scene.clock.advance(later);
    reconciler.turn();
  }

  private Path file(String ref) {
    return root.resolve("state=received").resolve(ref + ".messe-af.yaml");
  }

  private void broken(String ref) {
    scene.write(file(ref), "ref: [broken");
  }

  private void whole(String ref) {
    String thread = AnswerScene.envelope("pending") + AnswerScene.request("");
    scene.write(file(ref), thread.replaceFirst("ref: .*", "ref: " + ref));
  }

  /** As a crash leaves it right after it was taken. */
  private void taken(String ref) {
    byte[] message =
        MessageWriter.message("ana", scene.clock.instant(), "http", AnswerScene.mess(DONE));
    AnswerJournal.Put _ =
        scene
            .journal()
            .answers()
            .put(
                new AnswerJournal.Entry(
                    0,
                    scene.exchange.directory().id(),
                    ref,
                    "ana",
                    "given:" + ref,
                    scene.clock.instant(),
                    message,
                    null,
                    null));
  }

  private List<String> speakers(String ref) {
    LoadedThread thread = scene.exchange.loader().load(new Ref(ref)).complete().orElseThrow();
    return thread.thread().messages().stream()
        .map(message -> String.valueOf(message.from()))
        .toList();
  }
}
