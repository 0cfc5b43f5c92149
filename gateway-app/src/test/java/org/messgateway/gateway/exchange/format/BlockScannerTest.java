package org.messgateway.gateway.exchange.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the scanner reads, it reads as the parser does; whatever is odd, it leaves to it. */
class BlockScannerTest {

  private static final String THREAD =
      """
      ref: 2026-11-20-001
      client_id: fridge-check
      requestor: claude-agent
      executor: null
      status: pending
      created: 2026-11-20T10:23:39.276Z
      updated: 1763634219
      intent: "Prüfe, was im Kühlschrank ist: 你好，🍎"
      priority:

      history:
        - action: created
          at: 2026-11-20T10:23:39.276Z
          by: claude-agent
        - action: dispatched
          note: 'to the phone, and "more" #'
      confirm_before: true
      ---
      from: claude-agent
      received: 2026-11-20T10:23:39Z
      MESS:
      - v: 1.0.0
      - request:
          intent: check what's in the fridge
          requires:
          - take-photo
          -   capability: reach
              height_cm: 180
              ratio: 1.50
          context:
            - Planning dinner for 4
            - https://example.com/a#b
            - |
              Kids like:
                pasta  # and more

              rice

            - |-
              no end
            - |+
              all ends


          constraints:
            environment: [ home/kitchen, "a, b", 'it''s', Küche 2 , 7]
            compensation: {}
          prefer: []
          response_hint:
          - text
          - >-
            one line
            of a paragraph
          - >
            another
          note: it goes on
            in the next line, - and a#b in
              the third
          question: "Is \\"it\\" a \\\\
            or not?\\n"
          answer: 'It''s
            not   '
      """;

  @Test
  void itReadsWhatProgramsWrite() {
    List<Document> documents = ReadTwice.documents(THREAD.getBytes(UTF_8));
    assertEquals(2, documents.size());
    documents.forEach(each -> assertTrue(ReadTwice.scans(each), each::toString));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "null",
        "Null",
        "NULL",
        "~",
        "nul",
        "true",
        "True",
        "TRUE",
        "tRUE",
        "yes",
        "false",
        "False",
        "FALSE",
        "n",
        "N",
        "t",
        "F",
        "0",
        "00",
        "007",
        "-1",
        "+1",
        "1.5",
        "1.",
        ".5",
        "1e3",
        "1.5E-7",
        "0x1F",
        "0o17",
        "0b1",
        "1_000",
        ".inf",
        "-.inf",
        ".nan",
        ".NaN",
        "...",
        "1:30",
        "1234-5",
        "1e12-3",
        "12:30:45",
        "2026-01-31",
        "2026-01-31T14:30:00Z",
        "<<",
        "=",
        "${A}",
        "a:b",
        "a#b",
        "a, b",
        "a [b]",
        "$5",
        "(x)",
        "100%",
        "a ",
        "ä",
        "null ",
        "x'y",
        "x\"y",
        "''",
        "\"\"",
        "' '",
        "\"a: b # c\"",
        "'a' ",
        "\"ä\"",
        "[]",
        "{}",
        "1.0.0",
        "[a]",
        "[ a , b ]",
        "[1, true, null]",
        "[\"a\", 'b']",
        "[ä, 2026-01-31, a/b]",
        "'it''s'",
        "''''",
        "\"\\\"\\\\\\n\"",
        "\\n",
        "^",
        ";",
        "/a",
        "\"K\\xFCche \\u4F60\\U0001F34E\\t\\r \"",
        "{a: b}",
        "{ a: 'b' , c: 1 }  # d",
        "{at: 2026-01-31T14:30:00Z, note: a b}",
        "[{capability: take-photo}, [a#b, [c:d]], {x: {}, y: []}]",
        "a # b",
        "'a' # b ä",
        "[a] # b",
        "a #"
      })
  void aValueIsWhatTheParserSays(String value) {
    ReadTwice.scans("key: " + value + "\n");
    ReadTwice.scans("- " + value + "\n");
    ReadTwice.scans("history:\n- action: " + value + "\nnext: 1\n");
    boolean scanned = ReadTwice.scans("list:\n  - key:   " + value + "\n    next: x\n");
    assertEquals(!"-1".equals(value) && !"-.inf".equals(value), scanned);
  }

  /** Programs break long texts at 80 characters, and each library does it in its own way. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\n    b",
        "a  \n        - b\n    &c",
        "1\n    2",
        "'a''\n    b'",
        "'a  \n      b  '",
        "'\n    '",
        "\"a \\\" \n    b\"",
        ">\n    a\n    b",
        ">-\n    a\n    b\n",
        ">-\n    a",
        "'a\n\n    b\n\n\n    '",
        "\"a\n\n    b\"",
        "\"a  \\\n    \\ b\"",
        "\"a\\\n\n    b\"",
        "\"a\\ \n    b\"",
        "a\n    b # c",
        "'a\n    b' # c"
      })
  void aTextOverSeveralLinesIsWhatTheParserSays(String value) {
    assertTrue(ReadTwice.scans("key: " + value + "\n"));
    assertTrue(ReadTwice.scans("list:\n  - " + value + "\n  - x\n"));
    assertTrue(ReadTwice.scans("history:\n- action: " + value + "\n- by: " + value + "\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# c\na: b\n",
        "\n  # ä\n# c\na: b\n#\n",
        "a: # c\n  b: c\n  # d\n",
        "a:  # c\n# d\n- b # e\n  # f\n- c\n # g\n",
        "a: |\n  b\n  # text\n # c\nd: e\n",
        "history: # a\n"
            + "  # b\n"
            + "  - action: c # d\n"
            + "  # e\n"
            + "    # f\n"
            + "  - {action: g} # h\n"
            + "# i\n"
            + "next: j\n",
        "\uFEFFhistory:\n- action: b\n",
        "a: b",
        "a: b # c",
        "a:\n- 'b'",
        "a: [b]",
        "history:\n- action: a",
        "a: b\r\n",
        "history:\r\n- action: 'a\r\n\r\n    b'\r\n- by: |\r\n    c\r\n    d\r\n# e\r\nf: g",
        "a: b\r\nc: d\n"
      })
  void commentsMarksAndOtherEndsOfLinesAreReadOver(String text) {
    assertTrue(ReadTwice.scans(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "true", "y", "a.b-c_d", "_", "False", "history", "N", "status"})
  void aKeyIsWhatTheParserSays(String key) {
    assertTrue(ReadTwice.scans(key + ": 1\n"));
    assertTrue(ReadTwice.scans("- " + key + ":\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "#\n",
        "a",
        "a\n",
        "a: b\r\n\r\r\n",
        "a: b\rc\n",
        "a:\tb\n",
        "a: &b c\n",
        "a: !b c\n",
        "a: *b\n",
        "a: |1\n  b\n",
        "a: >\n  b\n\n  c\n",
        "a: >\n  b\n    c\n",
        "a: >1\n b\n",
        "a: b\n\n  c\n",
        "a: b\n  c: d\n",
        "a: b\n  c #d\n  e\n",
        "a: b # c\n  d\n",
        "a: b\n# c\n  d\n",
        "a: 'b' # \u0085\n",
        "a: b # \t\n",
        "# \uFFFD\na: b\n",
        "a: |\n  b",
        "a: >-\n  b",
        "a:",
        "a: \"\\ud83c\\udf4e\"\n",
        "a: \"\\xG0\"\n",
        "a: \"\\x\u0663\u0663\"\n",
        "a: \"\\U00110000\"\n",
        "a: \"\\u00e\"\n",
        "a: \"\\/\"\n",
        "a: {b: c}d\n",
        "a: {b:c}\n",
        "a: {b: }\n",
        "a: {b: c,}\n",
        "a: {b: c, b: d}\n",
        "a: {b}\n",
        "a: {b: c: d}\n",
        "a: {b: c\n  }\n",
        "a: {\"b\": c}\n",
        "a: [b #c]\n",
        "a: [b, #c]\n",
        "a: [b:]\n",
        "- a\n b\n- c\n d: e\n",
        "a: \"b\nc\"\n",
        "a: \"b\n",
        "a: \"\\'\"\n",
        "a: 'it''s\n",
        "a: 'it' 's'\n",
        "a: [b\n",
        "a: [b,\n  c]\n",
        "a: [b,]\n",
        "a: [,b]\n",
        "a: [b,,c]\n",
        "a: [b: c]\n",
        "a: [\"b\": c]\n",
        "a: [\"b\n  c\"]\n",
        "a: [b [c]]\n",
        "a: [-1]\n",
        "a: [&b c]\n",
        "a: [b #c]\n",
        "a: [b]c\n",
        "[a]: b\n",
        "a: 1\na: 2\n",
        "a: 1\n b: 2\n",
        " a: 1\n",
        "a: b: c\n",
        "a: b:\n",
        "a: - b\n",
        "- - a\n",
        "-\n",
        "- a\nb: c\n",
        "a: b\n- c\n",
        "? a\n",
        "\"a\": b\n",
        "a b: c\n",
        "a : b\n",
        "ä: b\n",
        "%TAG ! b\na: b\n",
        "--- a\n",
        "a: b\n...\n",
        "a: |\nb: c\n",
        "a: |\n\n  b\n",
        "a: @b\n",
        "a: `b\n",
        "a: %b\n",
        "a: ,b\n",
        "a:b\n",
        "a: \u0085\n",
        "a: \u007F\n",
        "a: \u0000\n",
        "a: b\u2028c\n",
        "a: \uFFFD\n",
        "a: |\n  b\tc\n",
        "a: |\n  b\n c: d\n",
        "a:\n  b\n",
        "a:\n    b: c\n  d: e\n",
        "- a: b\n c: d\n",
        "a: {\n",
        "a: '\n"
      })
  void whatIsOddIsLeftToTheParser(String text) {
    assertFalse(ReadTwice.scans(text), text);
  }

  @Test
  void whatIsDeepLongOrWideIsLeftToTheParser() {
    StringBuilder deep = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      deep.repeat(' ', i).append("a:\n");
    }
    assertFalse(ReadTwice.scans(deep.toString()));
    assertFalse(ReadTwice.scans("a: " + "b".repeat(1 << 20) + "\n"));
    assertFalse(ReadTwice.scans("k".repeat(200) + ": a\n"));
    assertFalse(ReadTwice.scans("- a\n".repeat(ParseLimits.EVENTS)));
    assertTrue(ReadTwice.scans("- a\n".repeat(1_000)));
  }

  @Test
  void bytesThatAreNoTextAreLeftToTheParser() {
    byte[] text = "a: b\n".getBytes(UTF_8);
    text[3] = (byte) 0xC3;
    assertFalse(ReadTwice.scans(Document.whole("test", text)));
  }

  @Test
  void aThreadThatIsChangedAtRandomIsReadAsTheParserDoes() {
    Random random = new Random(7);
    byte[] odd = " \n\t\r-:#'\"|>[]{}&*!%@`,?.0~\\aäé\0\u007F".getBytes(UTF_8);
    int scanned = 0;
    for (int i = 0; i < 3_000; i++) {
      byte[] text = THREAD.getBytes(UTF_8);
      for (int change = random.nextInt(3); change >= 0; change--) {
        int at = random.nextInt(text.length);
        byte[] put = {odd[random.nextInt(odd.length)]};
        text = ByteSplice.of(text, at, random.nextInt(2), random.nextBoolean() ? put : new byte[0]);
      }
      for (Document each : ReadTwice.documents(text)) {
        scanned += ReadTwice.scans(each) ? 1 : 0;
      }
    }
    assertTrue(scanned > 1_000, () -> "a test of too little");
  }
}
