package org.messgateway.gateway.exchange.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.ContentEntry.Media;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.RequestConstraints;
import org.messgateway.api.mess.Requirement;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.testkit.Conforms;

class ThreadReaderTest {

  private static final String ENVELOPE = "ref: a\nstatus: pending\n---\n";

  @Test
  @Conforms({35, 36, 37, 38, 39, 42, 43, 45, 46, 47})
  void aRequestIsReadWithAllItsParts() throws Exception {
    Payload.Request request = shapes().request().orElseThrow();
    assertEquals("fridge-check", request.id());
    assertEquals("check what's in the fridge", request.intent());
    assertEquals("guided", request.precision());
    assertEquals(
        List.of(
            new Requirement("take-photo"),
            new Requirement("vacuum-floor", Map.of("level", "basic")),
            new Requirement("reach", Map.of("height_cm", 180)),
            new Requirement("home-access")),
        request.requires());
    assertEquals(
        new RequestConstraints(
            Map.of("lat", 37.97, "lng", -122.56, "radius_km", 1),
            Instant.parse("2026-01-31T15:00:00Z"),
            "PT2H",
            "soon",
            List.of("indoor"),
            List.of("get-onions", "2026-01-30-009")),
        request.constraints());
    assertEquals(
        List.of(
            new Payload.ResponseHint("text", "list the proteins"),
            new Payload.ResponseHint("image", null)),
        request.responseHint());
    assertEquals(Priority.URGENT, request.priority());
    assertEquals(Map.of("shells", 5, "note", "thanks"), request.compensation());
    assertEquals("2026-01-31T18:00:00Z", request.neededBy());
    assertTrue(request.confirmBefore());
  }

  @Test
  @Conforms({16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 31, 33, 285})
  void contextIsReadInEveryShapeThatIsWritten() throws Exception {
    assertEquals(
        List.of(
            new ContentEntry.Text("Planning dinner for 4"),
            new ContentEntry.Text("+14155550123"),
            new ContentEntry.Text("Kids like:\n  pasta\n\nrice\n"),
            media(
                Media.MediaKind.IMAGE,
                "data:image/png;base64,iVBORw0KGgo=",
                null,
                null,
                "image/png",
                8),
            media(Media.MediaKind.IMAGE, "https://example.com/fridge.jpg", null, null, null, -1),
            media(
                Media.MediaKind.IMAGE,
                null,
                "att-001-image-fridge.jpg",
                "fridge",
                "image/jpeg",
                1234),
            media(Media.MediaKind.IMAGE, "https://example.com/a.png", null, "shelf", null, -1),
            media(
                Media.MediaKind.AUDIO,
                "data:audio/webm;codecs=opus;base64,AAAA",
                null,
                null,
                "audio/webm",
                3),
            media(Media.MediaKind.VIDEO, "https://example.com/v.mp4", null, null, null, -1),
            media(
                Media.MediaKind.FILE,
                "data:text/plain;base64,aGVsbG8=",
                null,
                "list.txt",
                "text/plain",
                5),
            media(
                Media.MediaKind.FILE,
                null,
                "att-002-file-plan.pdf",
                "plan.pdf",
                "application/pdf",
                -1),
            media(Media.MediaKind.FILE, "file:///tmp/manual.pdf", null, null, null, -1),
            new ContentEntry.Link("https://example.com/recipes"),
            new ContentEntry.Structured(Map.of("people", 4)),
            new ContentEntry.Reference("2026-01-30-009"),
            new ContentEntry.Location(37.97, -122.56, Map.of("accuracy", 12)),
            new ContentEntry.UnknownEntry("location", "kitchen"),
            new ContentEntry.UnknownEntry("embedding", List.of(0.1, 0.2)),
            new ContentEntry.UnknownEntry("Note", "chicken expires tomorrow")),
        shapes().request().orElseThrow().context());
  }

  private static Media media(
      Media.MediaKind kind,
      @Nullable String uri,
      @Nullable String attachment,
      @Nullable String name,
      @Nullable String mime,
      long size) {
    return new Media(kind, uri, attachment, name, mime, size);
  }

  @Test
  @Conforms({1, 2, 27, 28, 29, 30, 53, 60, 79, 83})
  void everyOtherPayloadIsReadAndNoneIsDropped() throws Exception {
    List<List<Payload>> payloads =
        shapes().messages().stream().skip(1).map(ThreadMessage::payloads).toList();
    assertEquals(
        List.of(
            List.of(new Payload.Ack(List.of("last"), "2026-01-31-001")),
            List.of(
                new Payload.Status(
                    List.of("2026-01-31-001"),
                    "claimed",
                    ThreadStatus.CLAIMED,
                    null,
                    null,
                    Map.of("eta", "45m")),
                new Payload.Status(
                    List.of("2026-01-31-001"),
                    "needs-input",
                    ThreadStatus.NEEDS_INPUT,
                    "teague-phone",
                    "which shelf?",
                    Map.of(
                        "questions",
                        List.of(
                            Map.of(
                                "field",
                                "shelf",
                                "question",
                                "Which one?",
                                "options",
                                List.of("top", "bottom")))))),
            List.of(
                new Payload.Reply(
                    List.of("last"),
                    Map.of("shelf", "top", "count", 2),
                    true,
                    null,
                    "see above",
                    List.of()),
                answer(List.of(), "shelf", "bottom"),
                answer(List.of("last"), "answer", "both")),
            List.of(
                new Payload.Response(
                    List.of("last"),
                    List.of(
                        new ContentEntry.Text("chicken"),
                        new ContentEntry.Confirmation(true, null),
                        new ContentEntry.Confirmation(false, "none left"),
                        new ContentEntry.Confirmation(true, Map.of("units", 4)),
                        new ContentEntry.Structured(Map.of("eggs", 12)),
                        new ContentEntry.ErrorEntry("E1", "dark (no light)"),
                        media(
                            Media.MediaKind.IMAGE,
                            "data:image/jpeg;base64,/9j/4AAQ",
                            null,
                            null,
                            "image/jpeg",
                            6)),
                    null,
                    "done",
                    false),
                new Payload.Response(
                    List.of(), List.of(new ContentEntry.Text("Done!")), null, null, false),
                new Payload.UnknownPayload("hologram", Map.of("kept", 1))),
            List.of(
                new Payload.Cancel(List.of("a", "b"), null),
                new Payload.Cancel(List.of("c"), "rained off"),
                new Payload.UnknownPayload("query", Map.of("type", "status")),
                new Payload.UnknownPayload("suggestion", Map.of("id", "s1"))),
            List.of(),
            List.of(),
            List.of(bareRequest())),
        payloads);
  }

  @Test
  @Conforms(81)
  void aReplyIsReadWithAllItsParts() throws Exception {
    assertEquals(
        List.of(
            new Payload.Reply(
                List.of("s1"),
                Map.of("size", "small", "more", List.of("a", "b")),
                false,
                true,
                "too dear",
                List.of(
                    new ContentEntry.Text("as before"), new ContentEntry.Link("https://e.org")))),
        ThreadTexts.thread(
                ENVELOPE
                    + """
                    MESS:
                      - reply:
                          re: s1
                          answers: {size: small, more: [a, b]}
                          confirm: false
                          accept: true
                          reason: too dear
                          context: [as before, {url: https://e.org}]
                    """)
            .thread()
            .messages()
            .getFirst()
            .payloads());
  }

  private static Payload answer(List<String> re, String id, String value) {
    return new Payload.Reply(re, Map.of(id, value), null, null, null, List.of());
  }

  private static Payload bareRequest() {
    return new Payload.Request(
        null,
        "a bare list",
        null,
        List.of(new Requirement("home-access")),
        List.of(),
        RequestConstraints.NONE,
        List.of(),
        null,
        Map.of(),
        null,
        false);
  }

  @Test
  @Conforms({117, 118, 277})
  void messagesKnowTheirSenderChannelAndPlace() throws Exception {
    List<ThreadMessage> messages = shapes().messages();
    ThreadMessage third = messages.get(2);
    assertEquals(2, third.position());
    assertEquals("teague-phone", third.from());
    assertEquals("slack", third.channel());
    assertEquals(Instant.parse("2026-01-31T14:40:00Z"), third.received());
    assertEquals(List.of("2026-01-31-001", "fridge-check"), third.re());
    assertEquals("bob", messages.get(7).from());
  }

  @Test
  @Conforms(273)
  void aFolderIsOneThreadWhoseNameIsThatOfTheFolder() throws Exception {
    ParsedThread parsed = ThreadTexts.plants();
    assertEquals("2026-01-31-004", parsed.thread().ref());
    assertEquals("something-else", parsed.thread().envelope().ref());
    assertEquals(6, parsed.thread().messages().size());
    assertEquals(
        List.of(0, 1, 2, 3, 4, 5),
        parsed.thread().messages().stream().map(ThreadMessage::position).toList());
    assertEquals(
        "2026-01-31-004/001-2026-01-31-004.messe-af.yaml", parsed.messages().get(2).file().name());
    assertTrue(ThreadTexts.of(parsed.messages().get(2)).startsWith("from: bob\n"));
    assertEquals(7, parsed.documents().size());
  }

  static Stream<Arguments> requirements() {
    return Stream.of(
        Arguments.of("requires: take-photo", List.of("take-photo")),
        Arguments.of("requires: [a, b]", List.of("a", "b")),
        Arguments.of("requires: {a: {x: 1}, b: ~}", List.of("a", "b")),
        Arguments.of("requires: [{a: 1}, {capability: b}, {id: c}]", List.of("a", "b", "c")),
        Arguments.of("requires: {capability: a, level: 2}", List.of("a")),
        Arguments.of("requires: [{a: 1, b: 2}]", List.of("a", "b")),
        Arguments.of("requires: [[a], [b]]", List.of("a", "b")),
        Arguments.of("requires: [007, yes]", List.of("007", "yes")),
        Arguments.of("requires: [~]", List.of()),
        Arguments.of("requires:", List.of()),
        Arguments.of("required_capabilities: [a]", List.of("a")));
  }

  @ParameterizedTest
  @MethodSource("requirements")
  @Conforms({37, 102})
  void requirementsAreReadInEveryShape(String written, List<String> ids) throws Exception {
    Payload.Request request = request("intent: x, " + written.replace(":,", ": ~,"));
    assertEquals(ids, request.requires().stream().map(Requirement::id).toList());
  }

  static Stream<Arguments> contexts() {
    return Stream.of(
        Arguments.of("context: one text", List.of(new ContentEntry.Text("one text"))),
        Arguments.of("contexts: [one]", List.of(new ContentEntry.Text("one"))),
        Arguments.of("context: {text: one}", List.of(new ContentEntry.Text("one"))),
        Arguments.of("context: {type: text, text: one}", List.of(new ContentEntry.Text("one"))),
        Arguments.of("context: [[one], ~]", List.of(new ContentEntry.Text("one"))),
        Arguments.of(
            "context: {type: image, uri: 'https://e.org/x', mime: image/png}",
            List.of(media(Media.MediaKind.IMAGE, "https://e.org/x", null, null, "image/png", -1))),
        Arguments.of(
            "context: {image: 'https://e.org/x', name: a, size: 3}",
            List.of(media(Media.MediaKind.IMAGE, "https://e.org/x", null, "a", null, 3))),
        Arguments.of(
            "context: {image: att-003-image-x.png}",
            List.of(media(Media.MediaKind.IMAGE, null, "att-003-image-x.png", null, null, -1))),
        Arguments.of(
            "context: {file: {file: plan.pdf, mime: application/pdf, size: 9}}",
            List.of(media(Media.MediaKind.FILE, null, "plan.pdf", null, "application/pdf", 9))),
        Arguments.of(
            "context: {file: {file: '../../etc/passwd'}}",
            List.of(media(Media.MediaKind.FILE, "../../etc/passwd", null, null, null, -1))),
        Arguments.of(
            "context: {file: {name: a, mime: text/plain, data: aGVsbG8=}}",
            List.of(
                media(
                    Media.MediaKind.FILE,
                    "data:text/plain;base64,aGVsbG8=",
                    null,
                    "a",
                    "text/plain",
                    5))),
        Arguments.of(
            "context: {Price: 1.10}", List.of(new ContentEntry.UnknownEntry("Price", "1.10"))),
        Arguments.of("context: {Empty: }", List.of(new ContentEntry.UnknownEntry("Empty", null))));
  }

  @ParameterizedTest
  @MethodSource("contexts")
  void aSingleEntryIsAListOfItself(String written, List<ContentEntry> entries) throws Exception {
    assertEquals(entries, request("intent: x, " + written).context());
  }

  private static Payload.Request request(String inside) throws ThreadFormatException {
    return ThreadTexts.thread(ENVELOPE + "MESS:\n  - request: {" + inside + "}\n")
        .thread()
        .request()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"request: {}", "'request: {intent: }'", "'request: {intent: \" \"}'", "request: x"})
  @Conforms(34)
  void whatHasNoIntentAsksForNothing(String entry) throws Exception {
    MessThread thread = ThreadTexts.thread(ENVELOPE + "MESS:\n  - " + entry + "\n").thread();
    assertFalse(thread.request().isPresent());
    assertEquals(1, thread.messages().getFirst().payloads(Payload.UnknownPayload.class).size());
  }

  @Test
  void aMapOfPayloadsCountsAsAListOfThem() throws Exception {
    MessThread thread =
        ThreadTexts.thread(ENVELOPE + "MESS: {v: 1.0.0, request: {intent: x}, status: claimed}\n")
            .thread();
    assertEquals(2, thread.messages().getFirst().payloads().size());
  }

  @Test
  void aBatchIsAcknowledgedOneByOne() throws Exception {
    MessThread thread =
        ThreadTexts.thread(
                ENVELOPE + "MESS: [{ack: {requests: [{id: a, ref: r1}, {id: b, ref: r2}]}}]\n")
            .thread();
    assertEquals(
        List.of(new Payload.Ack(List.of("a"), "r1"), new Payload.Ack(List.of("b"), "r2")),
        thread.messages().getFirst().payloads());
  }

  @Test
  void aBrokenDocumentNamesItsFileAndLine() {
    List<ThreadFile> files =
        List.of(
            new ThreadFile("000-x", "ref: x\n".getBytes(java.nio.charset.StandardCharsets.UTF_8)),
            new ThreadFile(
                "001-x", "from: a\n---\nb: [\n".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    ThreadFormatException problem =
        assertThrows(ThreadFormatException.class, () -> ThreadReader.read("x", files));
    assertEquals("001-x", problem.file());
    assertTrue(problem.line() >= 3);
  }

  @Test
  void anEmptyFirstFileIsNoThreadWhateverFollows() {
    List<ThreadFile> files = List.of(ThreadTexts.file("\n"), ThreadTexts.file("ref: x\n"));
    assertThrows(ThreadFormatException.class, () -> ThreadReader.read("x", files));
    assertThrows(ThreadFormatException.class, () -> ThreadReader.read("x", List.of()));
  }

  private static MessThread shapes() throws ThreadFormatException {
    return ThreadReader.read(
            "2026-01-31-001", List.of(ThreadTexts.resource("shapes.messe-af.yaml")))
        .thread();
  }
}
