package org.messgateway.gateway.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.testkit.Conforms;

/** Each status of the protocol, said by who has the task, in the protocol's own form. */
class StatusFieldsTest {

  /** Maps and lists within. */
  private static final Pattern INNER = Pattern.compile("\\{[^}]*}|\\[[^\\]]*]");

  private static final Pattern NAME = Pattern.compile("(\\w+): ");

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
  @CsvSource(
      delimiter = '|',
      value = {
        "in_progress | EXECUTING | progress_pct: 60, eta: 20m, partial: [milk]",
        "waiting | EXECUTING | waiting_for: {type: dependency, ref: [get-onions]}",
        "waiting | EXECUTING | waiting_for: {type: condition, condition: rain stops, eta: 2h15m}",
        "waiting | EXECUTING | waiting_for: {type: resource, resource: ladder, note: lent}",
        "waiting | EXECUTING | waiting_for: {type: access, location: cellar, note: locked}",
        "waiting | EXECUTING | waiting_for: {type: schedule, available_at: 2026-02-01T08:00:00Z}",
        "held | EXECUTING | reason: lunch, resume_eta: 45m",
        "needs_input | EXECUTING | questions: [{field: size, question: Which?, options: [a, b]}]",
        "needs_confirmation | EXECUTING | action: sell, consequences: it is gone, reversible:"
            + " false",
        "retrying | EXECUTING | attempt: 2, max_attempts: 3, next_attempt: 2026-02-01T08:00:00Z",
        "completed | FINISHED | message: done",
        "partial | FINISHED | completed: [shelf], remaining: [drawer], reason: dark",
        "failed | CANCELED | reason: no light, recoverable: false, suggestion: bring a lamp",
        "superseded | CANCELED | superseded_by: other, reason: replace",
        "delegated | CANCELED | delegated_to: ben, reason: nearer",
        "failed | CANCELED | reason: {type: power, detail: no light}, recoverable: false",
      })
  @Conforms({
    53, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 70, 71, 72, 73, 74, 75, 76, 77, 106, 115, 122, 124,
    131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 144, 145
  })
  void isKeptWithItsFieldsInTheFolderOfItsCode(String code, ThreadFolder folder, String fields) {
    assertInstanceOf(
        AnswerResult.Accepted.class, scene.say("ana", "- status: {code: claimed, eta: 45m}"));
    assertTrue(Files.exists(scene.head(ThreadFolder.EXECUTING)));
    assertEquals(Map.of("eta", "45m"), lastSaid().fields());

    assertInstanceOf(
        AnswerResult.Accepted.class,
        scene.say("ana", "- status: {code: %s, %s}".formatted(code, fields)));

    assertEquals(code, scene.status());
    assertEquals(code + " ana", scene.history().getLast());
    assertTrue(Files.exists(scene.head(folder)), () -> code + " lies in " + folder);
    Payload.Status kept = lastSaid();
    String flat = INNER.matcher(fields).replaceAll("");
    for (String name : NAME.matcher(flat).results().map(found -> found.group(1)).toList()) {
      assertTrue(
          name.equals("message") ? kept.message() != null : kept.fields().containsKey(name),
          () -> name + " in " + kept);
    }
  }

  private Payload.Status lastSaid() {
    return scene.now().messages().getLast().payloads(Payload.Status.class).getFirst();
  }
}
