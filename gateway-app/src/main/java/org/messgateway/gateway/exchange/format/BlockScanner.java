package org.messgateway.gateway.exchange.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Reads the YAML that programs write into threads: mappings and lists in block style, or in
 * brackets in one line, texts that may go on in further lines, {@code |} texts, and {@code >} texts
 * of one paragraph. It costs a twentieth of the parser, whose nodes it makes, without marks.
 *
 * <p>It gives up without a reason at everything else, and at every fault: tabs, anchors, tags, rare
 * escapes, a key that stands twice. The parser reads such a document then, and finds the words for
 * its faults. What both read is equal.
 *
 * <p>For one document and one thread.
 */
final class BlockScanner {

  /** Bytes; longer documents are rare, and would be held twice when it gives up at their end. */
  private static final int LONGEST = 1 << 20;

  private static final int DEEPEST = 32;
  private static final int MOST_KEYS = 64;

  /** Events around the nodes: the stream's and the document's. */
  private static final int EVENTS_AROUND = 4;

  private final ScalarScanner in;
  private int depth;
  private int events = EVENTS_AROUND;
  private int historyEnd = -1;
  private int historyColumn;

  private BlockScanner(ScalarScanner in) {
    this.in = in;
  }

  /**
   * Reads a document.
   *
   * @param limits of the thread; what is beyond them is left to the parser
   * @return null when it gives up
   */
  static @Nullable YamlDocument read(Document document, ParseLimits limits) {
    if (document.length() > LONGEST) {
      return null;
    }
    boolean ends = document.endsInNewline();
    boolean asIs = ends && document.newline().length() == 1;
    BlockScanner scanner = new BlockScanner(new ScalarScanner(asIs ? document : plain(document)));
    Node root = scanner.in.indent() == 0 ? scanner.block(0) : null;
    if (root == null
        || scanner.in.indent() >= 0
        || (!ends && scanner.in.scalarEnd() < 0)
        || !limits.take(scanner.events)) {
      return null;
    }
    boolean placed = scanner.historyEnd >= 0 && asIs;
    return new YamlDocument(
        document,
        root,
        false,
        placed ? new HistoryPlace(scanner.historyEnd, scanner.historyColumn) : null);
  }

  /** With newlines in place of those of Windows, and with one at its end. */
  private static Document plain(Document document) {
    byte[] content = new byte[document.length() + 1];
    int length = 0;
    for (int at = 0; at < document.length(); at++) {
      if (!document.begins(at, "\r\n")) {
        content[length++] = document.byteAt(at);
      }
    }
    if (!document.endsInNewline()) {
      content[length++] = '\n';
    }
    return Document.whole(document.file().name(), Arrays.copyOf(content, length));
  }

  private @Nullable Node block(int column) {
    if (in.isDash()) {
      return list(column);
    }
    ScalarNode key = in.key();
    return key == null ? null : mapping(column, key);
  }

  private @Nullable Node list(int column) {
    List<Node> elements = new ArrayList<>(4);
    if (++depth > DEEPEST) {
      return null;
    }
    if (depth == 2 && historyEnd < 0) {
      historyColumn = column;
    }
    while (in.indent() == column && in.isDash()) {
      Node element = element(column);
      if (element == null) {
        return null;
      }
      elements.add(element);
    }
    depth--;
    return in.indent() > column ? null : list(elements, FlowStyle.BLOCK);
  }

  private Node list(List<Node> elements, FlowStyle style) {
    events += 2;
    return new SequenceNode(Tag.SEQ, true, elements, style, Optional.empty(), Optional.empty());
  }

  /** What stands behind a dash: a scalar, or a mapping that begins in its line. */
  private @Nullable Node element(int column) {
    in.skipDash();
    int inner = in.column();
    ScalarNode key = in.key();
    return key == null ? scalar(column) : mapping(inner, key);
  }

  private @Nullable Node mapping(int column, ScalarNode first) {
    List<NodeTuple> entries = new ArrayList<>(4);
    long hashes = 0;
    if (++depth > DEEPEST) {
      return null;
    }
    @Nullable ScalarNode key = first;
    do {
      if (key == null || entries.size() == MOST_KEYS) {
        return null;
      }
      long bit = 1L << key.getValue().hashCode();
      if ((hashes & bit) != 0 && stands(key.getValue(), entries)) {
        return null;
      }
      hashes |= bit;
      events++;
      Node value = value(column);
      if (value == null) {
        return null;
      }
      entries.add(new NodeTuple(key, value));
      if (depth == 1 && key.getValue().equals("history")) {
        boolean isList =
            value instanceof SequenceNode list && list.getFlowStyle() == FlowStyle.BLOCK;
        historyEnd = isList ? in.scalarEnd() : -1;
      }
      key = in.indent() == column ? in.key() : null;
    } while (in.indent() == column);
    depth--;
    return in.indent() > column ? null : mapping(entries, FlowStyle.BLOCK);
  }

  private Node mapping(List<NodeTuple> entries, FlowStyle style) {
    events += 2;
    return new MappingNode(Tag.MAP, true, entries, style, Optional.empty(), Optional.empty());
  }

  private static boolean stands(String key, List<NodeTuple> entries) {
    for (NodeTuple entry : entries) {
      if (MappingFields.key(entry).equals(key)) {
        return true;
      }
    }
    return false;
  }

  /** The value of a key: in its line, or in those below. */
  private @Nullable Node value(int column) {
    if (!in.skipToEnd()) {
      return scalar(column);
    }
    in.nextLine();
    if (in.indent() > column) {
      return block(in.indent());
    }
    if (in.indent() == column && in.isDash()) {
      return list(column);
    }
    events++;
    return in.empty();
  }

  /** A scalar, or a list or mapping in one line. */
  private @Nullable Node scalar(int column) {
    if (in.peek() == '[' || in.peek() == '{') {
      Node node = inBrackets();
      return node != null && in.skipRest() ? node : null;
    }
    events++;
    return in.scalar(column);
  }

  /** What stands behind it is next. */
  private @Nullable Node inBrackets() {
    if (in.peek() != '[' && in.peek() != '{') {
      events++;
      return in.scalarInBrackets();
    }
    if (++depth > DEEPEST) {
      return null;
    }
    Node node = in.skip('[') ? listInBrackets() : mappingInBraces();
    depth--;
    return node;
  }

  private @Nullable Node listInBrackets() {
    List<Node> elements = new ArrayList<>(4);
    in.skipBlanks();
    if (!in.skip(']')) {
      do {
        in.skipBlanks();
        Node element = inBrackets();
        if (element == null) {
          return null;
        }
        elements.add(element);
        in.skipBlanks();
      } while (in.skip(','));
      if (!in.skip(']')) {
        return null;
      }
    }
    return list(elements, FlowStyle.FLOW);
  }

  private @Nullable Node mappingInBraces() {
    List<NodeTuple> entries = new ArrayList<>(4);
    boolean _ = in.skip('{');
    in.skipBlanks();
    if (!in.skip('}')) {
      do {
        in.skipBlanks();
        ScalarNode key = in.key();
        if (key == null || entries.size() == MOST_KEYS || stands(key.getValue(), entries)) {
          return null;
        }
        events++;
        in.skipBlanks();
        Node value = inBrackets();
        if (value == null) {
          return null;
        }
        entries.add(new NodeTuple(key, value));
        in.skipBlanks();
      } while (in.skip(','));
      if (!in.skip('}')) {
        return null;
      }
    }
    return mapping(entries, FlowStyle.FLOW);
  }
}
