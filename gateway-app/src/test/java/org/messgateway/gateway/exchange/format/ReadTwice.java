package org.messgateway.gateway.exchange.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads documents with the scanner and with the parser: what the scanner reads must be equal. */
final class ReadTwice {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  private static final EnvelopeEdit LONGER =
      EnvelopeEdit.NOTHING
          .append(new HistoryEntry("dispatched", NOW, "exchange", "notified: ana"))
          .append(new HistoryEntry("claimed", NOW, "ana", null));

  private ReadTwice() {}

  /** Whether the scanner reads the document; false where it leaves it to the parser. */
  static boolean scans(Document document) {
    ParseLimits scanning = new ParseLimits();
    YamlDocument scanned = scanned(document, scanning);
    if (scanned == null) {
      return false;
    }
    assertEquals(shown(parsed(document)), shown(Objects.requireNonNull(scanned.root())));
    assertEquals(weighed(document), scanning.values(), "what its values take");
    assertTakesHistory(document);
    return true;
  }

  static boolean scans(String text) {
    return scans(Document.whole("test", text.getBytes(UTF_8)));
  }

  /** What the scanner reads; null where it leaves the document to the parser. */
  static @Nullable YamlDocument scanned(Document document) {
    return scanned(document, new ParseLimits());
  }

  private static @Nullable YamlDocument scanned(Document document, ParseLimits limits) {
    try {
      limits.begin(document, document.length());
      return BlockScanner.read(document, limits);
    } catch (ThreadFormatException beyond) {
      return null;
    }
  }

  private static Node parsed(Document document) {
    try {
      Node root = YamlReader.read(document).root();
      assertNotNull(root);
      return root;
    } catch (ThreadFormatException failure) {
      throw new AssertionError("only the scanner reads it", failure);
    }
  }

  /** Of a text that the scanner leaves to the parser, with as many bytes and events. */
  private static long weighed(Document document) {
    byte[] bytes = document.bytes();
    byte[] longer = ByteSplice.of(bytes, bytes.length, 0, "#\t\n".getBytes(UTF_8));
    ParseLimits limits = new ParseLimits();
    Document left = Document.whole("test", longer);
    try {
      assertEquals(null, BlockScanner.read(left, limits));
      YamlReader.meaning(left, limits);
    } catch (ThreadFormatException failure) {
      throw new AssertionError(failure);
    }
    return limits.values() - 3;
  }

  private static void assertTakesHistory(Document document) {
    try {
      byte[] parsed = EnvelopeEditor.parsedAndEdited(document, LONGER);
      assertArrayEquals(
          parsed,
          EnvelopeEditor.apply(document, LONGER),
          () -> ThreadTexts.of(document) + "\nbecomes\n" + ThreadTexts.of(parsed));
      assertTakesHistory(document, parsed);
    } catch (ThreadFormatException noEnvelope) {
      // A list, or keys that are not texts.
    }
  }

  /** The same of a thread whose place of the history was kept when it was read. */
  private static void assertTakesHistory(Document document, byte[] parsed) {
    try {
      ThreadFile file = new ThreadFile("test", document.bytes());
      byte[] longer = EnvelopeEditor.longer(ThreadReader.read("r1", List.of(file)), LONGER);
      assertTrue(
          longer == null || Arrays.equals(parsed, longer),
          () -> ThreadTexts.of(document) + "\nbecomes\n" + new String(longer, UTF_8));
    } catch (ThreadFormatException noThread) {
      // It is no envelope of a thread.
    }
  }

  /** Tags, styles and texts of all nodes. */
  private static String shown(Node node) {
    StringBuilder out = new StringBuilder();
    show(node, out);
    return out.toString();
  }

  private static void show(Node node, StringBuilder out) {
    out.append(node.getTag()).append(node.isResolved());
    switch (node) {
      case ScalarNode scalar ->
          out.append(scalar.getScalarStyle()).append('«').append(scalar.getValue()).append('»');
      case SequenceNode list -> {
        out.append(list.getFlowStyle()).append('[');
        list.getValue().forEach(each -> show(each, out));
        out.append(']');
      }
      case MappingNode map -> {
        out.append(map.getFlowStyle()).append('{');
        map.getValue()
            .forEach(each -> {
              show(each.getKeyNode(), out);
              show(each.getValueNode(), out);
            });
        out.append('}');
      }
      default -> throw new AssertionError(node);
    }
    out.append('\n');
  }

  /** Documents of a file; none where it cannot be split. */
  static List<Document> documents(byte[] content) {
    try {
      return DocumentSplitter.split(new ThreadFile("f", content));
    } catch (ThreadFormatException tooMany) {
      return List.of();
    }
  }
}
