package org.messgateway.gateway.http.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.http.page.TaskSheet.SheetEntry;
import org.messgateway.gateway.http.page.TaskSheet.SheetMessage;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.testkit.Conforms;

class TaskSheetFactoryTest {

  private static final Instant NOW = Instant.parse("2026-01-31T17:00:00Z");

  private final OneThread thread =
      new OneThread(
          new LinkTokens(LinkKey.of(new byte[32], Optional.empty()), () -> NOW),
          NOW,
          """
                  intent: check the fridge
                  context:
                    - secret recipe
                    - image: "data:image/png;base64,iVBORw0KGgo="
                    - image: https://example.com/x.png
          """);

  @Test
  void whoDoesNotHaveATakenTaskSeesNothingThatBelongsToIt() {
    thread.stands(ThreadStatus.CLAIMED, "ana");
    TaskSheet sheet = sheet("teague");
    assertEquals("taken", sheet.state());
    assertEquals("Ana", sheet.holder());
    assertEquals("check the fridge", sheet.intent());
    assertEquals(List.of(), sheet.context());
    assertEquals(List.of(), sheet.conversation());
    assertEquals("yours", sheet("ana").state());
  }

  @ParameterizedTest
  @EnumSource(names = {"PENDING", "CLAIMED"})
  void aClaimThatOnlyMessagesTellShowsTheTaskAsTheHolders(ThreadStatus envelope) {
    thread.stands(envelope, null);
    thread.hears("from: ana\nMESS:\n  - status: {code: claimed}\n");
    thread.hears("from: teague\nMESS:\n  - status: {code: claimed}\n");
    TaskSheet anas = sheet("ana");
    assertEquals("yours", anas.state());
    assertEquals("claimed", anas.status());
    TaskSheet teagues = sheet("teague");
    assertEquals("taken", teagues.state());
    assertEquals("Ana", teagues.holder());
    assertEquals(List.of(), teagues.context());
  }

  @Test
  void inlineDataAndPicturesOfTheWebAreFetchedFromHere() {
    List<SheetEntry> context = sheet("teague").context();
    assertEquals("secret recipe", context.get(0).text());
    String url = String.valueOf(context.get(1).url());
    assertEquals("/thread/" + OneThread.REF + "/files/inline-0-0", url.replaceAll("\\?.*", ""));
    String remote = String.valueOf(context.get(2).url());
    assertEquals("/thread/" + OneThread.REF + "/remote/0/0", remote.replaceAll("\\?.*", ""));
    assertEquals("https://example.com/x.png", context.get(2).text());
  }

  @Test
  void anAnswerStandsBesideItsQuestionAndOthersWordsAreNotShown() {
    thread.stands(ThreadStatus.NEEDS_INPUT, "teague");
    thread.hears(
        """
        from: teague
        MESS:
          - status: {code: needs_input, questions: [{field: q1, question: "Freezer too?"}]}
        """);
    thread.hears("from: ana\nMESS:\n  - response: {content: [private]}\n");
    thread.hears("from: claude-agent\nMESS:\n  - reply: {answers: {q1: true}}\n");
    List<SheetMessage> said = sheet("teague").conversation();
    assertEquals(List.of("needs_input", "reply"), said.stream().map(SheetMessage::kind).toList());
    assertEquals("Freezer too? Yes", said.get(1).text());
  }

  @Test
  @Conforms({278, 280, 284})
  void aQuestionMayHaveAnIdAndAnAnswerMayNameTheMessageThatAsked() {
    thread.stands(ThreadStatus.NEEDS_INPUT, "teague");
    thread.hears(
        """
        from: teague
        MESS:
          - status: {code: claimed, estimate: PT1H30M}
          - status: {code: needs_input, questions: [{id: q1, question: "Freezer too?"}]}
        """);
    thread.hears("from: claude-agent\nMESS:\n  - answer: {id: q1, value: true}\n");
    thread.hears(
        "from: claude-agent\nMESS:\n  - answer: {re: 2026-01-31-001/question-001-q1, value: no}\n");
    List<SheetMessage> said = sheet("teague").conversation();
    assertEquals("Expects to need: 1 h 30 min", said.getFirst().text());
    assertEquals("q1", said.get(1).questions().getFirst().field());
    assertEquals(
        List.of("Freezer too? Yes", "Freezer too? no"),
        said.stream().skip(2).map(SheetMessage::text).toList());
  }

  @Test
  @Conforms({26, 311})
  void whatOnlyMachinesCanUseIsNotShown() {
    thread.asks(
        """
                intent: look
                context:
                  - embedding: [0.125, 0.25]
                  - json: {shelf: {rows: [{item: milk}]}}
                  - json: {kilos: 2, colours: [red, green]}
        """);
    assertEquals(
        List.of("some data for machines", "Kilos: 2, Colours: red, green"),
        sheet("teague").context().stream().map(SheetEntry::text).toList());
  }

  private TaskSheet sheet(String executor) {
    return thread.sheet(thread.claims(executor, NOW.plusSeconds(3600))).orElseThrow();
  }
}
