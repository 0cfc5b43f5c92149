package org.messgateway.gateway.exchange.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What costs far more memory than it has bytes is refused before it is built. */
class ParseLimitsTest {

  private static final String ENVELOPE = "ref: r1\nstatus: pending\n";
  private static final int MIB = 1 << 20;

  /** A refusal costs less than the nodes of a legal document do. */
  private static final long MEMORY = 512L << 20;

  private static String filled(String start, String part, String end, int bytes) {
    return start + part.repeat(bytes / part.length()) + end;
  }

  private static Stream<Arguments> hostile() {
    String message = ENVELOPE + "---\nMESS:\n  - request: {intent: x}\n";
    return Stream.of(
        Arguments.of("maps", filled(message + "context: [", "{a: 1},", "]\n", 15 * MIB), "values"),
        Arguments.of("empty maps", filled(message + "c: [", "{},", "]\n", 4 * MIB), "values"),
        Arguments.of("nulls", filled(message + "c: [", "~,", "]\n", 2 * MIB), "values"),
        Arguments.of("JSON", filled("[", "[\"\"],", "0]", 8 * MIB), "values"),
        Arguments.of("block", filled(message + "c:\n", "- \n", "", 4 * MIB), "values"),
        Arguments.of("keys", keys(message, 300_000), "values"),
        Arguments.of("anchors", filled(message + "c: [", "&a b,", "]\n", 4 * MIB), "values"),
        Arguments.of("aliases", filled(message + "c: [&a b,", "*a ,", "]\n", 4 * MIB), "values"),
        Arguments.of(
            "history", filled(ENVELOPE + "history:\n", "- {action: a}\n", "", 4 * MIB), "values"),
        Arguments.of("documents", filled(ENVELOPE, "---\na\n", "", 8 * MIB), "documents"),
        Arguments.of("separators", filled("", "---\n", "", 20 * MIB), "nothing in this file"),
        Arguments.of("comments", filled(message, "#\n", "", 20 * MIB), "bytes of text"),
        Arguments.of("tabs", filled(message + "c: |\n  x", "\t", "\n", 20 * MIB), "bytes of text"),
        Arguments.of("blank lines", filled(message, "\n", "", 20 * MIB), "bytes of text"),
        Arguments.of("one word", filled(message + "c: ", ".", "\n", 20 * MIB), "bytes of text"),
        Arguments.of("directives", filled("", "%TAG !a! b\n", "a: 1\n", 8 * MIB), "directives"),
        Arguments.of("middling documents", middling(), "the thread has more than"),
        Arguments.of("aliases in many documents", bombs(), "aliases make this far larger"));
  }

  private static String keys(String start, int count) {
    StringBuilder keys = new StringBuilder(start);
    for (int i = 0; i < count; i++) {
      keys.append(i).append(":\n");
    }
    return keys.toString();
  }

  private static String middling() {
    return ENVELOPE + filled("---\nc: [", "1,", "]\n", 100_000).repeat(8);
  }

  private static String bombs() {
    String bomb =
        """
        ---
        a: &a [{},{},{},{},{},{},{},{},{},{}]
        b: &b [*a,*a,*a,*a,*a,*a,*a]
        c: &c [*b,*b,*b,*b,*b,*b,*b]
        d: [*c,*c,*c]
        """;
    return ENVELOPE + bomb.repeat(5_000);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("hostile")
  void itIsRefusedWithFileAndLineBeforeItIsBuilt(String name, String text, String why) {
    ThreadFile file = new ThreadFile("000-r1.messe-af.yaml", text.getBytes(UTF_8));
    ThreadMXBean memory = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    long before = memory.getCurrentThreadAllocatedBytes();
    ThreadFormatException refusal =
        assertThrows(ThreadFormatException.class, () -> ThreadReader.read("r1", List.of(file)));
    long used = memory.getCurrentThreadAllocatedBytes() - before;
    assertTrue(refusal.reason().contains(why), refusal.getMessage());
    assertEquals("000-r1.messe-af.yaml", refusal.file());
    assertTrue(refusal.line() >= 1 && refusal.getMessage().lines().count() == 1);
    assertNull(refusal.getCause(), "what the parser had read is forgotten");
    assertTrue(used < MEMORY, () -> name + " took " + (used >> 20) + " MiB");
  }

  @Test
  void aLargePictureAndALongConversationAreRead() throws Exception {
    String picture = "data:image/png;base64," + "iVBORw0KGgo".repeat(20 * MIB / 11);
    String text =
        ENVELOPE
            + "---\nMESS:\n  - request: {intent: x, context: [{image: \"%s\"}]}\n"
                .formatted(picture)
            + "---\nfrom: ana\nMESS:\n  - status: {code: claimed}\n".repeat(5_000);
    ParsedThread read = ThreadReader.read("r1", List.of(new ThreadFile("f", text.getBytes(UTF_8))));
    assertEquals(5_001, read.messages().size());
    assertTrue(read.values() > 20L * MIB, "what its values take is known");
  }

  @Test
  void aFaultBesideALargePictureIsFoundInItsLine() {
    String text = ENVELOPE + "picture: " + "A".repeat(30 * MIB) + "\nopen: [1, 2\nnext: 3\n";
    ThreadFile file = new ThreadFile("f", text.getBytes(UTF_8));
    ThreadFormatException refusal =
        assertThrows(ThreadFormatException.class, () -> ThreadReader.read("r1", List.of(file)));
    assertEquals(5, refusal.line(), refusal.getMessage());
  }

  @Test
  void anEnvelopeBesideALargePictureIsRewritten() throws Exception {
    String text = ENVELOPE + "picture: " + "A".repeat(20 * MIB) + "\n";
    EnvelopeEdit edit = EnvelopeEdit.NOTHING.executor("ana");
    byte[] after = EnvelopeEditor.apply(new ThreadFile("f", text.getBytes(UTF_8)), edit);
    ThreadFile written = new ThreadFile("f", after);
    assertEquals("ana", ThreadReader.envelope(written, true).orElseThrow().executor());
  }
}
