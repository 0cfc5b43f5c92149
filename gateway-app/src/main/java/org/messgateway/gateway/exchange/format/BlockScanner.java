package org.messgateway.gateway.exchange.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Reads the YAML that programs write into threads: mappings and lists in block style, texts on one
 * line, {@code |} texts, {@code []} and <code>{}</code>. It costs a twentieth of the parser, whose
 * nodes it makes, without marks.
 *
 * <p>It gives up without a reason at everything else, and at every fault: comments, tabs, carriage
 * returns, anchors, tags, escapes, texts over several lines, a key that stands twice. The parser
 * reads such a document then, and finds the words for its faults. What both read is equal.
 *
 * <p>For one document and one thread.
 */
final class BlockScanner {

  /** Bytes; longer documents are rare, and would be held twice when it gives up at their end. */
  private static final int LONGEST = 1 << 20;

  /**
   * What was read.
   *
   * @param root its value, in the parser's nodes without marks
   * @param historyEnd offset in the file at which a further entry of the history goes; -1 where the
   *     document has none that is a list, or its last entry does not end plainly
   * @param historyColumn blanks before the dashes of the history
   */
  record ScannedDocument(Node root, int historyEnd, int historyColumn) {}

  private static final int DEEPEST = 32;
  private static final int MOST_KEYS = 64;
  private static final int LONGEST_KEY = 128;

  /** Events around the nodes: the stream's and the document's. */
  private static final int EVENTS_AROUND = 4;

  private final byte[] bytes;
  private final int end;

  /** The next byte; between nodes the first of a line that is not blank. */
  private int at;

  /** Where the line begins. */
  private int line;

  /** Blanks before the first byte of the line; -1 behind the last line. */
  private int indent;

  private int depth;
  private int events = EVENTS_AROUND;

  /** Behind the line of the last scalar; -1 where that was empty or a text of several lines. */
  private int lastEnd;

  private int historyEnd = -1;
  private int historyColumn;

  private BlockScanner(Document document) {
    bytes = document.file().content();
    at = document.offset();
    end = at + document.length();
  }

  /**
   * Reads a document.
   *
   * @param limits of the thread; what is beyond them is left to the parser
   * @return null when it gives up
   */
  static @Nullable ScannedDocument read(Document document, ParseLimits limits) {
    if (document.length() > LONGEST || !document.endsInNewline()) {
      return null;
    }
    BlockScanner scanner = new BlockScanner(document);
    scanner.nextLine();
    Node root = scanner.indent == 0 ? scanner.block(0) : null;
    return root != null && scanner.indent < 0 && limits.take(scanner.events)
        ? new ScannedDocument(root, scanner.historyEnd, scanner.historyColumn)
        : null;
  }

  /** Goes to the next line that is not blank. */
  private void nextLine() {
    while (at < end) {
      line = at;
      while (bytes[at] == ' ') {
        at++;
      }
      if (bytes[at] != '\n') {
        indent = at - line;
        return;
      }
      at++;
    }
    indent = -1;
  }

  private @Nullable Node block(int column) {
    if (isDash()) {
      return list(column);
    }
    ScalarNode key = key();
    return key == null ? null : mapping(column, key);
  }

  private boolean isDash() {
    return bytes[at] == '-' && bytes[at + 1] == ' ';
  }

  private @Nullable Node list(int column) {
    List<Node> elements = new ArrayList<>();
    events += 2;
    if (++depth > DEEPEST) {
      return null;
    }
    if (depth == 2 && historyEnd < 0) {
      historyColumn = column;
    }
    while (indent == column && isDash()) {
      at++;
      Node element = element(column);
      if (element == null) {
        return null;
      }
      elements.add(element);
    }
    depth--;
    return indent > column
        ? null
        : new SequenceNode(
            Tag.SEQ, true, elements, FlowStyle.BLOCK, Optional.empty(), Optional.empty());
  }

  /** What stands behind a dash: a scalar, or a mapping that begins in its line. */
  private @Nullable Node element(int column) {
    skipBlanks();
    int inner = at - line;
    ScalarNode key = key();
    return key == null ? scalar(column) : mapping(inner, key);
  }

  private @Nullable Node mapping(int column, ScalarNode first) {
    List<NodeTuple> entries = new ArrayList<>();
    events += 2;
    if (++depth > DEEPEST) {
      return null;
    }
    @Nullable ScalarNode key = first;
    do {
      if (key == null || !mayStand(key, entries)) {
        return null;
      }
      events++;
      Node value = value(column);
      if (value == null) {
        return null;
      }
      entries.add(new NodeTuple(key, value));
      if (depth == 1 && key.getValue().equals("history")) {
        historyEnd = listEnds(value) ? lastEnd : -1;
      }
      key = indent == column ? key() : null;
    } while (indent == column);
    depth--;
    return indent > column
        ? null
        : new MappingNode(
            Tag.MAP, true, entries, FlowStyle.BLOCK, Optional.empty(), Optional.empty());
  }

  /** Whether it is a list to whose end a further element can be put. */
  private static boolean listEnds(Node value) {
    return value instanceof SequenceNode list && list.getFlowStyle() == FlowStyle.BLOCK;
  }

  private static boolean mayStand(ScalarNode key, List<NodeTuple> entries) {
    for (NodeTuple entry : entries) {
      if (((ScalarNode) entry.getKeyNode()).getValue().equals(key.getValue())) {
        return false;
      }
    }
    return entries.size() < MOST_KEYS;
  }

  /** A plain key with its colon; null, and nothing read, where none stands. */
  private @Nullable ScalarNode key() {
    int colon = at;
    if (!isLetter(bytes[colon])) {
      return null;
    }
    while (isOfKey(bytes[colon])) {
      colon++;
    }
    int length = colon - at;
    if (bytes[colon] != ':' || !isBlank(bytes[colon + 1]) || length > LONGEST_KEY) {
      return null;
    }
    ScalarNode key = KnownKeys.of(bytes, at, length);
    if (key == null) {
      key = plain(new String(bytes, at, length, ISO_8859_1));
    }
    at = colon + 1;
    return key;
  }

  private static boolean isLetter(byte each) {
    return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || each == '_';
  }

  private static boolean isOfKey(byte each) {
    return isLetter(each) || (each >= '0' && each <= '9') || each == '-' || each == '.';
  }

  private static boolean isBlank(byte each) {
    return each == ' ' || each == '\n';
  }

  private void skipBlanks() {
    while (bytes[at] == ' ') {
      at++;
    }
  }

  /** The value of a key: in its line, or in those below. */
  private @Nullable Node value(int column) {
    skipBlanks();
    if (bytes[at] != '\n') {
      return scalar(column);
    }
    nextLine();
    if (indent > column) {
      return block(indent);
    }
    if (indent == column && isDash()) {
      return list(column);
    }
    events++;
    lastEnd = -1;
    return plain("");
  }

  /**
   * A scalar, or an empty collection; goes to the next line.
   *
   * @param column of the collection around it: what stands further in belongs to it
   */
  private @Nullable Node scalar(int column) {
    return switch (bytes[at]) {
      case '|' -> literal(column);
      case '"', '\'' -> quoted(bytes[at]);
      case '[', '{' -> empty();
      case '-', '?', ':', ',', ']', '}', '#', '&', '*', '!', '>', '%', '@', '`', '\n' -> null;
      default -> plain();
    };
  }

  private @Nullable Node plain() {
    int from = at;
    boolean ascii = true;
    byte before = ' ';
    byte each = bytes[at];
    while (each != '\n') {
      boolean ends = (each == ':' && isBlank(bytes[at + 1])) || (each == '#' && before == ' ');
      if (ends || ScannedText.isControl(each)) {
        return null;
      }
      ascii &= each > 0;
      before = each;
      each = bytes[++at];
    }
    int to = at;
    while (bytes[to - 1] == ' ') {
      to--;
    }
    String text = ScannedText.of(bytes, from, to - from, ascii);
    endLine();
    return text == null ? null : plain(text);
  }

  private ScalarNode plain(String text) {
    Tag tag = PlainSchema.INSTANCE.getScalarResolver().resolve(text, true);
    return scalar(tag, text, ScalarStyle.PLAIN);
  }

  private static ScalarNode scalar(Tag tag, String text, ScalarStyle style) {
    return new ScalarNode(tag, true, text, style, Optional.empty(), Optional.empty());
  }

  /** In quotes, without escapes. */
  private @Nullable Node quoted(byte quote) {
    int from = ++at;
    boolean ascii = true;
    while (bytes[at] != quote) {
      byte each = bytes[at++];
      if (ScannedText.isControl(each) || (each == '\\' && quote == '"')) {
        return null;
      }
      ascii &= each > 0;
    }
    String text = ScannedText.of(bytes, from, at - from, ascii);
    at++;
    skipBlanks();
    if (text == null || bytes[at] != '\n') {
      return null;
    }
    endLine();
    ScalarStyle style = quote == '"' ? ScalarStyle.DOUBLE_QUOTED : ScalarStyle.SINGLE_QUOTED;
    return scalar(Tag.STR, text, style);
  }

  private @Nullable Node empty() {
    boolean list = bytes[at] == '[';
    boolean closed = bytes[at + 1] == (list ? ']' : '}');
    at += 2;
    if (!closed || bytes[at] != '\n') {
      return null;
    }
    events++;
    endLine();
    return list
        ? new SequenceNode(
            Tag.SEQ, true, new ArrayList<>(), FlowStyle.FLOW, Optional.empty(), Optional.empty())
        : new MappingNode(
            Tag.MAP, true, new ArrayList<>(), FlowStyle.FLOW, Optional.empty(), Optional.empty());
  }

  /** Behind a scalar; the next byte is the newline. */
  private void endLine() {
    events++;
    at++;
    lastEnd = at;
    nextLine();
  }

  /** Lines that begin in the same column; the first is not blank. */
  private @Nullable Node literal(int column) {
    at++;
    byte chomping = bytes[at];
    if (chomping == '-' || chomping == '+') {
      at++;
    }
    if (bytes[at] != '\n') {
      return null;
    }
    at++;
    int from = at;
    while (at < end && bytes[at] == ' ') {
      at++;
    }
    int margin = at - from;
    if (margin <= column || bytes[at] == '\n') {
      return null;
    }
    at = ScannedText.literalEnd(bytes, from, end, margin);
    String text = ScannedText.literal(bytes, from, at, margin, chomping);
    events++;
    lastEnd = -1;
    nextLine();
    return text == null ? null : scalar(Tag.STR, text, ScalarStyle.LITERAL);
  }
}
