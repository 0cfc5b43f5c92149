package org.messgateway.gateway.exchange.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.testkit.Conforms;

@SuppressWarnings("StringConcatToTextBlock") // line ends are what is looked at
class EnvelopeEditorTest {

  private static final Instant NOW = Instant.parse("2026-11-20T10:00:00.123456Z");
  private static final String STAMP = "2026-11-20T10:00:00.123Z";

  private static final EnvelopeEdit CLAIM =
      EnvelopeEdit.NOTHING
          .status(ThreadStatus.CLAIMED)
          .executor("ana")
          .updated(NOW)
          .append(new HistoryEntry("claimed", NOW, "ana", null));

  private static final String ITEM = "- action: claimed\n    at: " + STAMP + "\n    by: ana\n";

  static Stream<Arguments> inPlace() {
    return Stream.of(
        Arguments.of(
            "as the reference writes it",
            "ref: a\nexecutor: null\nstatus: pending\nupdated: 2026-01-01T00:00:00Z\n"
                + "history:\n  - action: created\n    at: 2026-01-01T00:00:00Z\n    by: bob\n",
            "ref: a\nexecutor: ana\nstatus: claimed\nupdated: %s\n".formatted(STAMP)
                + "history:\n  - action: created\n    at: 2026-01-01T00:00:00Z\n    by: bob\n  "
                + ITEM),
        Arguments.of(
            "comments, quotes, blank lines and unknown keys",
            "# top\nref: a # id\n\"executor\": ''   # nobody\nstatus: \"pending\"\n\nx: {y: [1]}\n"
                + "updated: ~ # never\nhistory: # what happened\n  # first\n"
                + "  - {action: created} # one\n\n# end\n",
            "# top\n"
                + "ref: a # id\n"
                + "\"executor\": \"ana\"   # nobody\n"
                + "status: \"claimed\"\n\n"
                + "x: {y: [1]}\n"
                + "updated: %s # never\nhistory: # what happened\n  # first\n".formatted(STAMP)
                + "  - {action: created} # one\n  "
                + ITEM
                + "\n# end\n"),
        Arguments.of(
            "empty values",
            "ref: a\nexecutor:\nstatus:   # none\nupdated:\nhistory:\nz: 1\n",
            "ref: a\nexecutor: ana\nstatus: claimed   # none\nupdated: %s\nhistory:\n  "
                    .formatted(STAMP)
                + ITEM
                + "z: 1\n"),
        Arguments.of(
            "an empty list and a comment",
            "ref: a\nexecutor: x\nstatus: y\nupdated: z\nhistory: []   # none yet\n",
            "ref: a\nexecutor: ana\nstatus: claimed\nupdated: %s\nhistory:   # none yet\n  "
                    .formatted(STAMP)
                + ITEM),
        Arguments.of(
            "nothing there at all",
            "ref: a\n",
            "ref: a\nstatus: claimed\nexecutor: ana\nupdated: %s\nhistory:\n  ".formatted(STAMP)
                + ITEM),
        Arguments.of(
            "keys missing before a history",
            "ref: a\nhistory:\n- action: created\nneeded_by: x\n",
            "ref: a\nstatus: claimed\nexecutor: ana\nupdated: %s\nhistory:\n".formatted(STAMP)
                + "- action: created\n- action: claimed\n  at: %s\n  by: ana\nneeded_by: x\n"
                    .formatted(STAMP)),
        Arguments.of(
            "a history on one line",
            "ref: a\nexecutor: x\nstatus: y\nupdated: z\nhistory: [{action: created}, ] # so\n",
            "ref: a\nexecutor: ana\nstatus: claimed\nupdated: %1$s\nhistory: [{action: created}, {action: claimed, at: \"%1$s\", by: ana}, ] # so\n"
                .formatted(STAMP)),
        Arguments.of(
            "all on one line",
            "{ref: a, executor: null, status: pending}\n",
            "{ref: a, executor: ana, status: claimed, updated: \"%1$s\", history: [{action: claimed, at: \"%1$s\", by: ana}]}\n"
                .formatted(STAMP)),
        Arguments.of(
            "JSON",
            "{\"ref\":\"a\",\"executor\":null,\"status\":\"pending\",\"history\":[]}\n",
            "{\"ref\":\"a\",\"executor\":\"ana\",\"status\":\"claimed\",\"history\":[{\"action\": \"claimed\", \"at\": \"%1$s\", \"by\": \"ana\"}], \"updated\": \"%1$s\"}\n"
                .formatted(STAMP)),
        Arguments.of(
            "no newline at the end",
            "ref: a\nexecutor: x\nstatus: y\nupdated: z\nhistory:\n  - action: created",
            "ref: a\nexecutor: ana\nstatus: claimed\nupdated: %s\nhistory:\n  - action: created\n  "
                    .formatted(STAMP)
                + ITEM),
        Arguments.of(
            "other alphabets",
            "\uFEFFref: ü\n"
                + "intent: 🌵 кот\n"
                + "executor: 🌵\n"
                + "status: ждать\n"
                + "updated: z\n"
                + "history:\n"
                + "  - note: 🌵\n",
            "\uFEFFref: ü\nintent: 🌵 кот\nexecutor: ana\nstatus: claimed\nupdated: %s\nhistory:\n  - note: 🌵\n  "
                    .formatted(STAMP)
                + ITEM),
        Arguments.of(
            "an indented envelope",
            "  ref: a\n  executor: x\n  status: y\n  updated: z\n",
            "  ref: a\n  executor: ana\n  status: claimed\n  updated: %1$s\n  history:\n    - action: claimed\n      at: %1$s\n      by: ana\n"
                .formatted(STAMP)),
        Arguments.of(
            "a note of several lines last",
            "ref: a\n"
                + "executor: x\n"
                + "status: y\n"
                + "updated: z\n"
                + "history:\n"
                + "  - note: |\n"
                + "      one\n"
                + "      two\n",
            "ref: a\nexecutor: ana\nstatus: claimed\nupdated: %s\nhistory:\n  - note: |\n      one\n      two\n  "
                    .formatted(STAMP)
                + ITEM),
        Arguments.of(
            "an end mark",
            "ref: a\nexecutor: x\nstatus: y\nupdated: z\n...\n",
            "ref: a\nexecutor: ana\nstatus: claimed\nupdated: %s\nhistory:\n  ".formatted(STAMP)
                + ITEM
                + "...\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("inPlace")
  @Conforms(295)
  void onlyWhatChangesIsTouched(String name, String before, String after) throws Exception {
    String rest = "---\nfrom: x   # kept\nMESS: [ ]\n";
    assertEquals(
        after + (before.endsWith("\n") ? rest : ""), edited(withRest(before, rest), CLAIM));
  }

  private static String withRest(String envelope, String rest) {
    return envelope.endsWith("\n") ? envelope + rest : envelope;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("inPlace")
  void windowsLineEndsStayWindowsLineEnds(String name, String before, String after)
      throws Exception {
    String windows = after.replace("\n", "\r\n");
    String file = before.replace("\n", "\r\n");
    // A file of one line without an end does not say which line end it wants.
    assertEquals(windows, edited(file, CLAIM));
  }

  static Stream<Arguments> anew() {
    return Stream.of(
        Arguments.of("an alias as value", "ref: &a bob\nexecutor: *a\nstatus: pending\nx: *a\n"),
        Arguments.of("an anchor on a value", "ref: a\nexecutor: &a bob\nx: *a\n"),
        Arguments.of("a block text", "ref: a\nstatus: |\n  pending\nx: 1\n"),
        Arguments.of("a folded text", "ref: a\nexecutor: >-\n  bob\n  ana\nx: 1\n"),
        Arguments.of("a list as status", "ref: a\nstatus: [pending]\nx: 1\n"),
        Arguments.of("a history that is a text", "ref: a\nhistory: once upon a time\nx: 1\n"),
        Arguments.of("a history that is a map", "ref: a\nhistory:\n  action: created\nx: 1\n"),
        Arguments.of("a history that is an alias", "ref: a\nlog: &l [1]\nhistory: *l\nx: 1\n"),
        Arguments.of("an alias as last entry", "ref: a\nx: &l {a: 1}\nhistory: [*l]\n"),
        Arguments.of("explicit keys", "? ref\n: a\n? history\n: - action: created\n? x\n: 1\n"),
        Arguments.of("a kept block text last", "ref: a\nhistory:\n  - note: |+\n      one\n\n\n"),
        Arguments.of("odd keys", "ref: a\n12: {yes: no}\n\"a b\": [1.5, ~, true, []]\n'': {}\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("anew")
  void whatCannotBeChangedInPlaceIsWrittenAnewAndSaysTheSame(String name, String before)
      throws Exception {
    Map<?, ?> was = ThreadTexts.map(before);
    Map<?, ?> is = ThreadTexts.map(edited(before, CLAIM));
    assertEquals("claimed", is.get("status"));
    assertEquals("ana", is.get("executor"));
    assertEquals(STAMP, is.get("updated"));
    assertEquals(Map.of("action", "claimed", "at", STAMP, "by", "ana"), lastOfHistory(is));
    List<String> changed = List.of("status", "executor", "updated", "history");
    was.forEach(
        (key, value) -> assertEquals(changed.contains(key) ? is.get(key) : value, is.get(key)));
    List<Object> order = new ArrayList<>(is.keySet());
    order.retainAll(was.keySet());
    assertEquals(List.copyOf(was.keySet()), order);
  }

  @Test
  void anOldHistoryIsNeverLost() throws Exception {
    String text = edited("ref: a\nhistory: once upon a time\n", CLAIM);
    assertTrue(
        String.valueOf(ThreadTexts.map(text).get("history")).startsWith("[once upon a time, {"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "yes",
        "No",
        "null",
        "~",
        "",
        " ",
        "007",
        "1e3",
        "12:30:45",
        "0x1F",
        "2026-01-31",
        "1_000",
        ".inf",
        "NaN",
        "a: b",
        "a #b",
        "a:",
        "#a",
        "- a",
        "---",
        "...",
        "%YAML",
        "&a",
        "*a",
        "!a",
        "|",
        ">",
        "@a",
        "`a",
        "'a'",
        "\"a\"",
        "[a]",
        "{a}",
        "a,b",
        "a\nb",
        "a\n---\nb",
        "a\tb",
        "a\\b",
        "\u0007",
        "\u0085",
        "\u2028",
        "\uFEFF",
        "🌵",
        "кот",
        "household:ana",
        "=",
        "<<",
        "y",
        "on",
        "true",
        "-1",
        "+1",
        "?",
        "? a",
        "a ",
        "\uE000",
        "a]b",
        "a}b",
        "key: |"
      })
  void anyTextComesBackAsTheSameText(String text) throws Exception {
    for (String before :
        List.of(
            "ref: a\nexecutor: null\nhistory: []\n",
            "ref: a\nexecutor: 'x'\nhistory:\n- {}\n",
            "{ref: a, executor: null, history: [{}]}\n",
            "{\"ref\": \"a\"}\n")) {
      EnvelopeEdit edit =
          EnvelopeEdit.NOTHING.executor(text).append(new HistoryEntry(text, null, text, text));
      String after = edited(before, edit);
      Map<?, ?> map = ThreadTexts.map(after);
      assertEquals(text, map.get("executor"), after);
      assertEquals(Map.of("action", text, "by", text, "note", text), lastOfHistory(map), after);
      assertEquals(1, DocumentSplitter.split(ThreadTexts.file(after)).size(), after);
    }
  }

  @Test
  void theSameEditTwiceAppendsTwiceAndChangesNothingElse() throws Exception {
    String once = edited("ref: a\nstatus: pending # x\nhistory: []\nz: ~\n", CLAIM);
    String twice = edited(once, CLAIM);
    assertEquals(once.replace(ITEM, ITEM + "  " + ITEM), twice);
  }

  @Test
  void anEditOfNothingChangesNothing() throws Exception {
    String text = "# a\n---\nref:   a\n\n\n---\nb\n";
    assertEquals(text, edited(text, EnvelopeEdit.NOTHING));
  }

  @Test
  void givingBackLeavesNobodyAsExecutor() throws Exception {
    EnvelopeEdit edit = EnvelopeEdit.NOTHING.status(ThreadStatus.PENDING).executor(null);
    assertEquals(
        "executor: null\nstatus: pending\n", edited("executor: 'ana'\nstatus: claimed\n", edit));
  }

  @Test
  @Conforms(120)
  void everyByteOutsideTheEnvelopeStays() throws Exception {
    byte[] tail = new byte[256];
    for (int each = 0; each < tail.length; each++) {
      tail[each] = (byte) each;
    }
    byte[] head = "---\nref: a\nstatus: pending\n---\n".getBytes(UTF_8);
    byte[] file = ByteSplice.of(head, head.length, 0, tail);
    byte[] edited = EnvelopeEditor.apply(new ThreadFile("f", file), CLAIM);
    assertEquals(
        List.of(bytes(tail)),
        List.of(bytes(java.util.Arrays.copyOfRange(edited, edited.length - 256, edited.length))));
    assertTrue(ThreadTexts.of(edited).startsWith("---\nref: a\nstatus: claimed\n"));
  }

  private static Object lastOfHistory(Map<?, ?> envelope) {
    return ((List<?>) Objects.requireNonNull(envelope.get("history"))).getLast();
  }

  private static String bytes(byte[] bytes) {
    return java.util.HexFormat.of().formatHex(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "just text\n", "- a\n", "a: [\n", "a: 1\na: 2\n"})
  void whatIsNoEnvelopeIsLeftAlone(String text) {
    assertThrows(ThreadFormatException.class, () -> edited(text, CLAIM));
  }

  private static String edited(String file, EnvelopeEdit edit) throws ThreadFormatException {
    return ThreadTexts.of(EnvelopeEditor.apply(ThreadTexts.file(file), edit));
  }
}
