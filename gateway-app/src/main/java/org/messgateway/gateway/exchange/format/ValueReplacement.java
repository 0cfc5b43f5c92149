package org.messgateway.gateway.exchange.format;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Replaces some values of a document by small maps and keeps all other bytes.
 *
 * <p>The result is parsed again and must have exactly the wanted values; where it has not (a
 * replaced value held an anchor), the document is written again.
 */
public final class ValueReplacement {

  private record Range(int start, int end, Map<String, Object> replacement) {}

  private final YamlDocument document;
  private final IdentityHashMap<Node, Map<String, Object>> replacements = new IdentityHashMap<>();

  public ValueReplacement(YamlDocument document) {
    this.document = document;
  }

  public void replace(Node node, Map<String, Object> replacement) {
    replacements.put(node, replacement);
  }

  /** The document's value after the replacements. */
  public @Nullable Object value() {
    Node root = document.root();
    return root == null ? null : PlainValues.of(root, replacements::get);
  }

  /** The document's bytes after the replacements. */
  public byte[] bytes() {
    List<Range> ranges = document.located() ? inOrder() : List.of();
    if (document.located() && apart(ranges)) {
      byte[] bytes = document.source().bytes();
      for (Range range : ranges.reversed()) {
        bytes = put(bytes, range);
      }
      if (says(bytes)) {
        return bytes;
      }
    }
    return YamlWriter.write(value()).getBytes(StandardCharsets.UTF_8);
  }

  private List<Range> inOrder() {
    BytePositions positions = new BytePositions(document.source());
    return replacements.entrySet().stream()
        .sorted(Comparator.comparingInt(entry -> index(entry.getKey())))
        .map(entry -> range(positions, entry.getKey(), entry.getValue()))
        .toList();
  }

  /** With an alias inside, a node can end before its start, or lie within another. */
  private static boolean apart(List<Range> ranges) {
    int end = 0;
    for (Range range : ranges) {
      if (range.start() < end || range.end() < range.start()) {
        return false;
      }
      end = range.end();
    }
    return true;
  }

  private static int index(Node node) {
    return node.getStartMark().map(mark -> mark.getIndex()).orElse(0);
  }

  private static Range range(BytePositions positions, Node node, Map<String, Object> replacement) {
    return new Range(positions.start(node), positions.end(node), replacement);
  }

  private static byte[] put(byte[] bytes, Range range) {
    String text = YamlWriter.flow(range.replacement()) + lineEnd(bytes, range);
    byte[] replacement = text.getBytes(StandardCharsets.UTF_8);
    return ByteSplice.of(bytes, range.start(), range.end() - range.start(), replacement);
  }

  /** A block text includes its last line end, which is added again. */
  private static String lineEnd(byte[] bytes, Range range) {
    if (range.end() == range.start() || bytes[range.end() - 1] != '\n') {
      return "";
    }
    return range.end() > 1 && bytes[range.end() - 2] == '\r' ? "\r\n" : "\n";
  }

  private boolean says(byte[] bytes) {
    try {
      Document written = Document.whole(document.source().file().name(), bytes);
      return Objects.equals(YamlReader.meaning(written).value(), value());
    } catch (ThreadFormatException failure) {
      // The replacement broke the text: the caller writes the document again.
      return false;
    }
  }
}
