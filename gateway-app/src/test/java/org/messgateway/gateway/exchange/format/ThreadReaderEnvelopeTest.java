package org.messgateway.gateway.exchange.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.testkit.Conforms;

class ThreadReaderEnvelopeTest {

  @Test
  @Conforms({112, 113, 279, 294})
  void anEnvelopeSaysWhereItsThreadStands() throws Exception {
    Envelope envelope =
        ThreadReader.envelope(ThreadTexts.resource("shapes.messe-af.yaml"), true).orElseThrow();
    Instant noon = Instant.parse("2026-01-31T14:30:00Z");
    assertEquals(
        new Envelope(
            "2026-01-31-001",
            "claude-agent",
            null,
            ThreadStatus.NEEDS_INPUT,
            noon,
            noon,
            "check what's in the fridge",
            Priority.ELEVATED,
            "fridge-check",
            "2h",
            "2026-01-31T18:00:00Z",
            true,
            List.of(
                new HistoryEntry("created", noon, "claude-agent", null),
                new HistoryEntry("dispatched", noon, "exchange", "notified teague-phone"),
                new HistoryEntry("claimed", null, "teague-phone", null))),
        envelope);
  }

  @ParameterizedTest
  @CsvSource({
    "pending, PENDING",
    "in-progress, IN_PROGRESS",
    "in_progress, IN_PROGRESS",
    "needs-input, NEEDS_INPUT",
    "canceled, CANCELLED",
    "rejected, DECLINED",
    "received, PENDING",
    "never-heard-of, PENDING",
    "~, PENDING"
  })
  @Conforms({146, 286})
  void spellingsOfAStatusAreResolved(String written, ThreadStatus meant) throws Exception {
    assertEquals(meant, read("ref: a\nstatus: " + written + "\n").status());
  }

  @Test
  @Conforms(127)
  void onlyTheEnvelopeIsLookedAt() throws Exception {
    ThreadFile file = ThreadTexts.file("ref: a\nstatus: claimed\n---\nfrom: 'never closed\n\0");
    assertEquals(ThreadStatus.CLAIMED, ThreadReader.envelope(file, true).orElseThrow().status());
  }

  @Test
  void aPrefixIsEnoughOnceTheEnvelopeEndsInIt() throws Exception {
    byte[] file = "ref: a\nstatus: claimed\n---\nfrom: b\n".getBytes(UTF_8);
    assertEquals(
        Optional.empty(),
        ThreadReader.envelope(new ThreadFile("f", Arrays.copyOf(file, 24)), false));
    assertTrue(
        ThreadReader.envelope(new ThreadFile("f", Arrays.copyOf(file, 27)), false).isPresent());
    assertTrue(
        ThreadReader.envelope(new ThreadFile("f", Arrays.copyOf(file, 23)), true).isPresent());
  }

  @Test
  void aSeparatorWithoutALineEndAtTheEndOfTheFileIsNoPartOfTheEnvelope() throws Exception {
    ThreadFile file = ThreadTexts.file("ref: a\nstatus: claimed\n---");
    assertEquals(ThreadStatus.CLAIMED, ThreadReader.envelope(file, true).orElseThrow().status());
    byte[] edited = EnvelopeEditor.apply(file, EnvelopeEdit.NOTHING.status(ThreadStatus.COMPLETED));
    assertEquals("ref: a\nstatus: completed\n---", new String(edited, UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'from: bob\nMESS:\n  - v: 1\n' | is a message",
        "'executor_id: bob\n' | neither ref nor status",
        "'- a\n- b\n' | no keys",
        "'just text\n' | no keys",
        "'' | nothing in this file",
        "'---\n---\n' | nothing in this file"
      })
  void whatIsNoThreadIsSaidToBeNone(String text, String words) {
    ThreadFormatException problem =
        assertThrows(
            ThreadFormatException.class, () -> ThreadReader.envelope(ThreadTexts.file(text), true));
    assertTrue(problem.reason().contains(words), problem.reason());
  }

  @Test
  @Conforms(113)
  void historyIsReadInEveryShape() throws Exception {
    assertEquals(List.of(), read("ref: a\nhistory: []\n").history());
    assertEquals(List.of(), read("ref: a\nhistory:\n").history());
    assertEquals(
        List.of(new HistoryEntry("odd", null, null, null)),
        read("ref: a\nhistory: odd\n").history());
    assertEquals(
        List.of(new HistoryEntry("replied", Instant.ofEpochSecond(1769869800), "007", "a: b")),
        read("ref: a\nhistory: [{action: replied, at: 1769869800, by: 007, note: {a: b}}]\n")
            .history());
  }

  private static Envelope read(String text) throws ThreadFormatException {
    return ThreadReader.envelope(ThreadTexts.file(text), true).orElseThrow();
  }
}
