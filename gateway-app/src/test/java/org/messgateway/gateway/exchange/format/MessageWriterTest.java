package org.messgateway.gateway.exchange.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.Requirement;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.testkit.Conforms;

@SuppressWarnings("StringConcatToTextBlock") // line ends are what is looked at
class MessageWriterTest {

  private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

  @Test
  @Conforms({5, 13, 46, 85, 112, 113, 114, 117, 119, 126})
  void aThreadIsWrittenAsTheReferenceWritesIt() {
    NewRequest request = NewRequest.of("claude-agent", "cli", "check what's in the fridge");
    assertEquals(
        """
        ref: 2026-11-20-001
        requestor: claude-agent
        executor: null
        status: pending
        created: 2026-11-20T10:00:00.000Z
        updated: 2026-11-20T10:00:00.000Z
        intent: check what's in the fridge
        priority: normal
        history:
          - action: created
            at: 2026-11-20T10:00:00.000Z
            by: claude-agent
        ---
        from: claude-agent
        received: 2026-11-20T10:00:00.000Z
        channel: cli
        MESS:
          - v: "1.0.0"
          - request:
              intent: check what's in the fridge
        ---
        from: exchange
        received: 2026-11-20T10:00:00.000Z
        MESS:
          - ack:
              re: last
              ref: 2026-11-20-001
              received_at: 2026-11-20T10:00:00.000Z
        """,
        ThreadTexts.of(MessageWriter.thread("2026-11-20-001", request, NOW)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"last", "2026-11-20-001", "shop:042", "042", "yes", "a: b", "höher"})
  void anAcknowledgementIsWrittenLikeAnyMessage(String name) {
    Map<String, Object> ack = new LinkedHashMap<>();
    ack.put("re", name);
    ack.put("ref", name + "-1");
    ack.put("received_at", NOW);
    assertEquals(
        ThreadTexts.of(MessageWriter.message("exchange", NOW, null, List.of(Map.of("ack", ack)))),
        ThreadTexts.of(MessageWriter.acknowledgement(name, name + "-1", NOW)));
  }

  @Test
  @Conforms({12, 35, 41})
  void aFullRequestIsReadAsItWasMeant() throws Exception {
    NewRequest request =
        new NewRequest(
            "007",
            "cli",
            "intent: with a colon, # hash and \"quotes\"",
            "no",
            List.of("take-photo", "on"),
            List.of("22:00", "two\nlines\n", "data:image/png;base64,AAAA"),
            Priority.URGENT,
            "2h",
            NOW.plusSeconds(60),
            NOW.plusSeconds(30),
            List.of("2026-11-19-001"),
            List.of("image"));
    MessThread thread =
        ThreadTexts.thread(ThreadTexts.of(MessageWriter.thread("2026-11-20-001", request, NOW)))
            .thread();
    Payload.Request read = thread.request().orElseThrow();
    assertEquals(request.intent(), read.intent());
    assertEquals("no", read.id());
    assertEquals(List.of(new Requirement("take-photo"), new Requirement("on")), read.requires());
    assertEquals(new ContentEntry.Text("22:00"), read.context().get(0));
    assertEquals(new ContentEntry.Text("two\nlines\n"), read.context().get(1));
    assertTrue(((ContentEntry.Media) read.context().get(2)).inline());
    assertEquals(Priority.URGENT, read.priority());
    assertEquals("2h", read.constraints().expires());
    assertEquals(NOW.plusSeconds(30), read.constraints().notBefore());
    assertEquals(List.of("2026-11-19-001"), read.constraints().dependsOn());
    assertEquals("2026-11-20T10:01:00.000Z", read.neededBy());
    assertEquals("2026-11-20T10:01:00.000Z", thread.envelope().neededBy());
    assertEquals("no", thread.envelope().clientId());
    assertEquals("007", thread.envelope().requestor());
    assertEquals(ThreadStatus.PENDING, thread.envelope().status());
  }

  @Test
  void aRequestWithoutAnIntentIsNone() {
    assertThrows(IllegalArgumentException.class, () -> NewRequest.of("a", "cli", " "));
  }

  @Test
  void aKeyTooLongForItsColonIsStillAKey() throws Exception {
    String key = "k".repeat(1_100);
    Map<String, Object> deep = Map.of(key, Map.of("ä".repeat(600), List.of(Map.of(key, "v"), 1)));
    byte[] message = MessageWriter.message("ana", NOW, null, List.of(deep));
    assertEquals(List.of(deep), ThreadTexts.map(ThreadTexts.of(message)).get("MESS"));
    assertEquals(deep, ThreadTexts.map(YamlWriter.flow(deep) + "\n"));
  }

  @Test
  @Conforms({111, 296})
  void aMessageIsAppendedBehindASeparator() throws Exception {
    byte[] message =
        MessageWriter.message(
            "ana", NOW, null, List.of(Map.of("status", Map.of("code", "claimed"))));
    String file = ThreadTexts.of(MessageWriter.append("ref: a".getBytes(UTF_8), message));
    assertEquals(
        "ref: a\n---\nfrom: ana\nreceived: 2026-11-20T10:00:00.000Z\nMESS:\n"
            + "  - status:\n      code: claimed\n",
        file);
    assertEquals(1, ThreadTexts.thread(file).thread().messages().size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "one\ntwo", "one\ntwo\n", "one\ntwo\n\n", "\none", " one\ntwo", "one \ntwo",
            "one\n---\ntwo",
        "one\n\ttwo", "one\r\ntwo", "one\n\n\ntwo", "\n", "one\n", "a: |\n  b", "one\n  two\nthree",
        "# a\n# b", "- a\n- b", "one\u2028two\nthree", "one\n\u0000two", "...\nx", "🌵\nü"
      })
  void textsOfSeveralLinesComeBackAsTheyWere(String text) throws Exception {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("text", text);
    map.put("list", List.of(text, Map.of("a", text), List.of(text, text)));
    map.put("after", null);
    String yaml = YamlWriter.write(map);
    assertEquals(map, ThreadTexts.value(yaml), yaml);
    assertEquals(1, DocumentSplitter.split(ThreadTexts.file(yaml)).size(), yaml);
  }

  @Test
  void whateverIsWrittenIsReadAgain() throws Exception {
    Random random = new Random(20261120);
    for (int round = 0; round < 3000; round++) {
      Object value = Map.of("value", random(random, 4));
      String yaml = YamlWriter.write(value);
      assertEquals(value, ThreadTexts.value(yaml), yaml);
      assertEquals(1, DocumentSplitter.split(ThreadTexts.file(yaml)).size(), yaml);
      String flow = YamlWriter.flow((Map<?, ?>) value);
      assertEquals(value, ThreadTexts.value(flow), flow);
    }
  }

  private static Object random(Random random, int depth) {
    return switch (random.nextInt(depth > 0 ? 7 : 5)) {
      case 0, 1, 2 -> text(random);
      case 3 -> random.nextInt();
      case 4 -> random.nextBoolean();
      case 5 -> Arrays.asList(random(random, depth - 1), random(random, depth - 1), text(random));
      default -> Map.of(text(random) + 1, random(random, depth - 1), text(random) + 2, List.of());
    };
  }

  private static String text(Random random) {
    String characters = "ab \n\t:#-'\"\\{}[],&*!|>%@`?~=.0179eyno🌵ü\u0085\u2028";
    int[] points = characters.codePoints().toArray();
    StringBuilder text = new StringBuilder();
    for (int left = random.nextInt(12); left > 0; left--) {
      text.appendCodePoint(points[random.nextInt(points.length)]);
    }
    return text.toString();
  }
}
