package org.messgateway.gateway.exchange.view;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.DocumentSplitter;
import org.messgateway.gateway.exchange.format.ParsedThread;
import org.messgateway.gateway.exchange.format.ThreadFile;
import org.messgateway.gateway.exchange.format.ThreadReader;
import org.messgateway.gateway.exchange.format.ThreadTexts;
import org.messgateway.gateway.exchange.format.YamlReader;
import org.messgateway.testkit.Conforms;

@SuppressWarnings("StringConcatToTextBlock") // line ends are what is looked at
class ThreadViewTest {

  private static final int PLENTY = 1 << 20;
  private static final Viewer ANA = new Viewer("ana", false);
  private static final Viewer SEES_ALL = new Viewer("ana", true);

  private static final FileLinks LINKS =
      new FileLinks() {
        @Override
        public URI attachment(String fileName) {
          return URI.create("https://m.example/files/" + fileName + "?token=t");
        }

        @Override
        public URI inline(int document, int number) {
          return URI.create(
              "https://m.example/files/inline-" + document + "-" + number + "?token=t");
        }

        @Override
        public URI remote(int document, int number) {
          return URI.create("https://m.example/remote/" + document + "/" + number + "?token=t");
        }
      };

  static Stream<Arguments> sights() {
    List<Integer> all = List.of(0, 1, 2, 3, 4, 5);
    List<Integer> anas = List.of(0, 1, 3, 4);
    List<Integer> bobs = List.of(0, 1, 2, 4);
    return Stream.of(
        Arguments.of(NotificationKind.REQUEST, "ana", false, List.of(0, 1, 3, 4, 5)),
        Arguments.of(NotificationKind.REQUEST, "eve", false, List.of(0, 1, 4, 5)),
        Arguments.of(NotificationKind.REQUEST, "eve", true, all),
        Arguments.of(NotificationKind.TEST, "ana", false, all),
        Arguments.of(NotificationKind.CLAIMED, "ana", false, anas),
        Arguments.of(NotificationKind.REPLY, "ana", false, anas),
        Arguments.of(NotificationKind.REPLY, "bob", false, bobs),
        Arguments.of(NotificationKind.REMINDER, "ana", false, anas),
        Arguments.of(NotificationKind.REMINDER, "ana", true, all),
        Arguments.of(NotificationKind.TAKEN, "bob", false, List.of()),
        Arguments.of(NotificationKind.TAKEN, "bob", true, List.of()),
        Arguments.of(NotificationKind.CANCELLED, "bob", false, List.of()),
        Arguments.of(NotificationKind.CANCELLED, "ana", false, anas),
        Arguments.of(NotificationKind.EXPIRED, "bob", false, List.of()),
        Arguments.of(NotificationKind.EXPIRED, "ana", true, all),
        Arguments.of(NotificationKind.TROUBLE, "ana", false, List.of()));
  }

  @ParameterizedTest
  @MethodSource("sights")
  @Conforms(186)
  void anExecutorSeesWhatConcernsIt(
      NotificationKind kind, String executor, boolean seesThread, List<Integer> positions)
      throws Exception {
    ParsedThread thread = ThreadTexts.plants();
    // Its envelope names another ref than its file: the one in use goes out.
    StringBuilder expected =
        new StringBuilder(
            ThreadTexts.of(thread.envelope())
                .replace("ref: something-else", "ref: 2026-01-31-004"));
    positions.forEach(
        each -> expected.append("---\n").append(ThreadTexts.of(thread.messages().get(each))));
    ThreadView view = new ThreadView(thread, kind, new Viewer(executor, seesThread), null);
    assertEquals(expected.toString(), ThreadTexts.of(view.yaml(PLENTY)));
    assertEquals(positions.size(), json(view).get("messages").size());
  }

  @ParameterizedTest
  @EnumSource(NotificationKind.class)
  void anothersAnswerStaysHidden(NotificationKind kind) throws Exception {
    String body =
        ThreadTexts.of(new ThreadView(ThreadTexts.plants(), kind, ANA, LINKS).yaml(PLENTY));
    boolean asOnDisk = kind == NotificationKind.TEST;
    assertEquals(asOnDisk, body.contains("secret of bob"));
  }

  @Test
  void whatAnotherExecutorSaysInWordsNobodyKnowsStaysHiddenToo() throws Exception {
    String text =
        """
        ref: r1
        requestor: claude-agent
        status: pending
        ---
        from: claude-agent
        MESS:
          - request: {intent: look}
        ---
        from: bob
        MESS:
          - diary: {entry: secret of bob}
        """;
    ParsedThread thread =
        ThreadReader.read("r1", List.of(new ThreadFile("r1", text.getBytes(UTF_8))));
    ThreadView asked = new ThreadView(thread, NotificationKind.REQUEST, ANA, null);
    assertFalse(ThreadTexts.of(asked.yaml(PLENTY)).contains("secret of bob"));
  }

  @Test
  void anAttachmentBecomesALinkAndNothingElseChanges() throws Exception {
    ParsedThread thread = ThreadTexts.plants();
    String untouched = ThreadTexts.of(view(thread, null).yaml(PLENTY));
    String linked = ThreadTexts.of(view(thread, LINKS).yaml(PLENTY));
    String before =
        untouched.substring(untouched.indexOf("file: att"), untouched.indexOf("🌵") + 2);
    String link =
        "{uri: \"https://m.example/files/att-001-image-plant.jpg?token=t\", mime: \"image/jpeg\","
            + " size: 1234, name: \"ficus „groß“ 🌵\"}";
    assertEquals(untouched.replace(before, link), linked);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ref: 2026-01-30-042", "ref: ../../../evil"})
  void theEnvelopeCarriesTheRefInUse(String written) throws Exception {
    String text =
        written
            + """

            requestor: claude-agent
            status: pending   # kept
            ---
            from: claude-agent
            MESS:
              - request: {intent: look}
            """;
    ThreadView view = view(ThreadTexts.thread(text), null);
    String ref = ThreadTexts.thread(text).thread().ref();

    String body = ThreadTexts.of(view.yaml(PLENTY));
    String json = ThreadTexts.of(view.json(PLENTY));

    assertTrue(body.contains("ref: " + ref + "\n"), body);
    assertTrue(body.contains("# kept"), body);
    assertTrue(json.contains("\"ref\":\"" + ref + "\""), json);
    assertFalse((body + json).contains("evil") || body.contains("2026-01-30-042"), body);
  }

  @Test
  void theJsonFormSaysTheSame() throws Exception {
    JsonNode json = json(view(ThreadTexts.plants(), LINKS));
    assertEquals("ana", json.at("/envelope/executor").asText());
    JsonNode image = json.at("/messages/0/MESS/0/request/context/0/image");
    assertEquals(
        "{\"uri\":\"https://m.example/files/att-001-image-plant.jpg?token=t\","
            + "\"mime\":\"image/jpeg\",\"size\":1234,\"name\":\"ficus „groß“ 🌵\"}",
        image.toString());
    assertEquals("last", json.at("/messages/1/MESS/0/ack/re").asText());
  }

  private static final String HEAD =
      "ref: 2026-01-31-001\nrequestor: bob\nstatus: pending\n---\nfrom: bob # ü 🌵\nMESS:\n";

  static Stream<Arguments> shapes() {
    String big = "data:image/png;base64," + "iVBO".repeat(1000);
    String map =
        "{uri: \"https://m.example/files/inline-0-0?token=t\", mime: \"image/png\", size: 3000}";
    return Stream.of(
        shape(
            "  - request: {intent: x, context: [{image: '" + big + "'}]}\n", "'" + big + "'", map),
        shape(
            "  - request:\n      intent: x\n      context:\n        - image: " + big + "  # c\n",
            big,
            map),
        shape(
            "  - response:\n      content:\n        - \"" + big + "\"\n",
            '"' + big + '"',
            "{image: " + map + "}"),
        shape(
            "  - response:\n      content:\n        - image:\n            uri: '"
                + big
                + "'\n        - z\n",
            "uri: '" + big + "'",
            map),
        shape(
            "  - response:\n      content:\n        - audio: >-\n            "
                + big
                + "\n        - z\n",
            ">-\n            " + big,
            map),
        shape("  - hologram: {photo: \"" + big + "\", x: 1}\n", '"' + big + '"', map),
        shape(
            "  - response: {content: [{type: image, data: '" + big + "'}]}\n",
            "{type: image, data: '" + big + "'}",
            "{image: " + map + "}"));
  }

  private static Arguments shape(String entry, String before, String after) {
    return Arguments.of(HEAD + entry, before, after);
  }

  @ParameterizedTest(name = "{index}")
  @MethodSource("shapes")
  void dataThatIsTooLargeBecomesALinkWhereverItStands(String file, String before, String after)
      throws Exception {
    ParsedThread thread = ThreadTexts.thread(file);
    assertEquals(file, ThreadTexts.of(view(thread, LINKS).yaml(PLENTY)));
    assertEquals(file.replace(before, after), ThreadTexts.of(view(thread, LINKS).yaml(2000)));
    assertEquals(
        file.replace(before, after),
        ThreadTexts.of(view(ThreadTexts.thread(file.replace("\n", "\r\n")), LINKS).yaml(2000))
            .replace("\r\n", "\n"));
    String json = new String(view(thread, LINKS).json(2000), UTF_8);
    assertTrue(json.contains("inline-0-0?token=t"), json);
    assertTrue(json.length() < 2000, json);
  }

  @Test
  void theLargestGoesFirstAndOnlyAsMuchAsMust() throws Exception {
    String small = "data:image/png;base64," + "AAAA".repeat(500);
    String large = "data:image/png;base64," + "BBBB".repeat(2000);
    ParsedThread thread =
        ThreadTexts.thread(
            HEAD + "  - response: {content: ['" + small + "', x, '" + large + "']}\n");
    String body = ThreadTexts.of(view(thread, LINKS).yaml(4000));
    assertTrue(body.contains(small));
    assertFalse(body.contains("BBBB"));
    assertTrue(body.contains("inline-0-1"));
    String least = ThreadTexts.of(view(thread, LINKS).yaml(100));
    assertFalse(least.contains("AAAA"));
    assertTrue(least.contains("inline-0-0") && least.contains("inline-0-1"));
  }

  @Test
  void withoutALinkLargeDataIsLeftOutWithAWord() throws Exception {
    String large = "data:application/pdf;base64," + "BBBB".repeat(2000);
    ParsedThread thread =
        ThreadTexts.thread(
            HEAD + "  - response: {content: [{file: {name: a.pdf, data: '" + large + "'}}]}\n");
    assertTrue(ThreadTexts.of(view(thread, null).yaml(PLENTY)).contains(large));
    assertTrue(
        ThreadTexts.of(view(thread, null).yaml(1000))
            .endsWith(
                "{content: [{file: {omitted: true, reason: \"left out: the message would be too"
                    + " large\", mime: \"application/pdf\", size: 6000, name: \"a.pdf\"}}]}\n"));
  }

  @Test
  void dataThatAnAliasNamesIsReplacedEverywhere() throws Exception {
    String large = "data:image/png;base64," + "BBBB".repeat(2000);
    ParsedThread thread =
        ThreadTexts.thread(
            HEAD + "  - response: {content: [{image: &i '" + large + "'}, {image: *i}]}\n");
    byte[] body = view(thread, LINKS).yaml(1500);
    List<Document> documents = DocumentSplitter.split(new ThreadFile("f", body));
    String message = String.valueOf(YamlReader.read(documents.getLast()).value());
    assertEquals(2, message.split("inline-0-0", -1).length - 1, message);
  }

  @ParameterizedTest(name = "{index}")
  @ValueSource(
      strings = {
        "{uri: &d 'DATA', name: a}}, {photo: *d}",
        "{name: &n a, uri: 'DATA'}}, {text: *n}",
        "&m {uri: 'DATA'}}, {image: *m}, {x: *m}"
      })
  void aliasesIntoWhatIsReplacedDoNoHarm(String media) throws Exception {
    String large = "data:image/png;base64," + "BBBB".repeat(2000);
    String content = media.replace("DATA", large);
    ParsedThread thread =
        ThreadTexts.thread(HEAD + "  - response: {content: [{image: " + content + "]}\n");
    byte[] body = view(thread, LINKS).yaml(1500);
    assertFalse(ThreadTexts.of(body).contains("BBBB"));
    assertEquals(2, DocumentSplitter.split(new ThreadFile("f", body)).size());
    Document message = DocumentSplitter.split(new ThreadFile("f", body)).getLast();
    assertTrue(String.valueOf(YamlReader.read(message).value()).contains("inline-0-0"));
  }

  @Test
  void anAttachmentWhoseLastWordIsAnAliasIsReplaced() throws Exception {
    ParsedThread thread =
        ThreadTexts.thread(
            HEAD
                + "  - request:\n      intent: &i x\n      context:\n        - image:\n"
                + "            file: att-001-x.png\n            name: *i\n");
    String body = ThreadTexts.of(view(thread, LINKS).yaml(PLENTY));
    assertTrue(body.contains("files/att-001-x.png"), body);
    assertFalse(body.contains("file: att"), body);
  }

  @Test
  void whatCannotShrinkIsSentAsItIs() throws Exception {
    ParsedThread thread =
        ThreadTexts.thread(HEAD + "  - request: {intent: " + "x".repeat(5000) + "}\n");
    assertEquals(
        ThreadTexts.of(view(thread, LINKS).yaml(PLENTY)),
        ThreadTexts.of(view(thread, LINKS).yaml(100)));
  }

  @Test
  void everyDocumentEndsInANewlineAndStandsAlone() throws Exception {
    ParsedThread thread =
        ThreadTexts.thread("---\nref: 2026-01-31-001\nstatus: pending\n--- \nMESS: []");
    assertEquals(
        "ref: 2026-01-31-001\nstatus: pending\n---\nMESS: []\n",
        ThreadTexts.of(view(thread, LINKS).yaml(PLENTY)));
  }

  @Test
  void inlineDataIsFoundAgainByItsLink() throws Exception {
    ParsedThread thread =
        ThreadTexts.thread(
            HEAD
                + "  - response: {content: [{image: att-001-x.png}, 'data:image/png;base64,iVBO',\n"
                + "      {file: {data: 'data:text/plain,a%20b+c'}},"
                + " 'data:image/png;base64,!*']}\n");
    Document message = thread.messages().getFirst();
    InlineData png = InlineData.find(message, 0).orElseThrow();
    assertEquals("image/png", png.mime());
    assertArrayEquals(new byte[] {(byte) 0x89, 'P', 'N'}, png.bytes());
    assertEquals("a b+c", ThreadTexts.of(InlineData.find(message, 1).orElseThrow().bytes()));
    assertFalse(InlineData.find(message, 3).isPresent());
    assertFalse(InlineData.find(message, -1).isPresent());
  }

  @Test
  void megabytesInlineStillMakeASmallBody() throws Exception {
    String large = "data:image/png;base64," + "BBBB".repeat(4 << 18);
    ParsedThread thread =
        ThreadTexts.thread(HEAD + "  - response: {content: [{image: '" + large + "'}]}\n");
    assertTrue(view(thread, LINKS).yaml(256 << 10).length < 500);
    assertTrue(view(thread, LINKS).json(256 << 10).length < 500);
  }

  @Test
  void everyShapeOfAThreadCanBeShown() throws Exception {
    ParsedThread thread =
        org.messgateway.gateway.exchange.format.ThreadReader.read(
            "2026-01-31-001", List.of(ThreadTexts.resource("shapes.messe-af.yaml")));
    JsonNode json = json(view(thread, LINKS));
    assertEquals(9, json.get("messages").size());
    byte[] body = view(thread, LINKS).yaml(1);
    List<Object> values = new ArrayList<>();
    for (Document each : DocumentSplitter.split(new ThreadFile("f", body))) {
      values.add(String.valueOf(YamlReader.read(each).value()));
    }
    assertEquals(10, values.size());
    assertFalse(ThreadTexts.of(body).contains("file: att-"));
  }

  @Test
  @Conforms({15, 44})
  void tasksThatItNamesByTheirRequestorsIdsComeWithTheirRefs() throws Exception {
    String asked = HEAD + "  - request: {id: dinner, intent: look}\n";
    ParsedThread dinner =
        ThreadReader.read("2026-01-30-009", List.of(new ThreadFile("f", asked.getBytes(UTF_8))));
    ParsedThread rice =
        ThreadTexts.thread(
            HEAD
                + "  - request: {intent: cook, context: [{ref: dinner}],"
                + " constraints: {depends_on: [dinner, unknown]}}\n");
    EarlierThreads earlier =
        new EarlierThreads(
            ref ->
                ref.value().equals("2026-01-30-009")
                    ? Optional.of(dinner.thread())
                    : Optional.empty(),
            (_, id) -> id.equals("dinner") ? Optional.of("2026-01-30-009") : Optional.empty());

    JsonNode shown = json(view(rice, LINKS).naming(earlier));

    assertEquals("{\"dinner\":\"2026-01-30-009\"}", shown.at("/envelope/refs").toString());
    assertTrue(shown.at("/messages/0").toString().contains("\"ref\":\"dinner\""));
    assertTrue(json(view(dinner, LINKS).naming(earlier)).at("/envelope/refs").isMissingNode());
  }

  private static ThreadView view(ParsedThread thread, @Nullable FileLinks links) {
    return new ThreadView(thread, NotificationKind.REQUEST, SEES_ALL, links);
  }

  private static JsonNode json(ThreadView view) throws java.io.IOException {
    return new ObjectMapper().readTree(view.json(PLENTY));
  }
}
