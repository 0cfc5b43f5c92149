package org.messgateway.gateway.exchange.format;

import java.util.ArrayList;
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
 * Reads the YAML that programs write into threads: mappings and lists in block style, texts that
 * may go on in further lines, {@code |} texts, {@code >} texts of one paragraph, lists of words in
 * brackets and <code>{}</code>. It costs a twentieth of the parser, whose nodes it makes, without
 * marks.
 *
 * <p>It gives up without a reason at everything else, and at every fault: comments, tabs, carriage
 * returns, anchors, tags, rare escapes, a key that stands twice. The parser reads such a document
 * then, and finds the words for its faults. What both read is equal.
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
    if (document.length() > LONGEST || !document.endsInNewline()) {
      return null;
    }
    BlockScanner scanner = new BlockScanner(new ScalarScanner(document));
    Node root = scanner.in.indent() == 0 ? scanner.block(0) : null;
    if (root == null || scanner.in.indent() >= 0 || !limits.take(scanner.events)) {
      return null;
    }
    HistoryPlace history =
        scanner.historyEnd < 0 ? null : new HistoryPlace(scanner.historyEnd, scanner.historyColumn);
    return new YamlDocument(document, root, false, history);
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
    in.skipBlanks();
    if (in.peek() != '\n') {
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

  /** A scalar, a list of scalars in one line, or an empty mapping. */
  private @Nullable Node scalar(int column) {
    if (in.skip('[')) {
      return bracketed();
    }
    if (in.skip('{')) {
      return in.skip('}') && in.skipRest() ? mapping(new ArrayList<>(0), FlowStyle.FLOW) : null;
    }
    events++;
    return in.scalar(column);
  }

  private @Nullable Node bracketed() {
    List<Node> elements = new ArrayList<>(4);
    in.skipBlanks();
    if (!in.skip(']')) {
      do {
        in.skipBlanks();
        Node element = in.scalarInBrackets();
        if (element == null) {
          return null;
        }
        elements.add(element);
        events++;
        in.skipBlanks();
      } while (in.skip(','));
      if (!in.skip(']')) {
        return null;
      }
    }
    return in.skipRest() ? list(elements, FlowStyle.FLOW) : null;
  }
}
