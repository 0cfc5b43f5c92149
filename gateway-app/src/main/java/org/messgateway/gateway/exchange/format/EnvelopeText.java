package org.messgateway.gateway.exchange.format;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * The text of an envelope, for one edit in place. Methods return the edited document, or empty
 * where the envelope must be written again.
 */
final class EnvelopeText {

  private static final String HISTORY = "history";

  private final Document document;
  private final MappingNode root;
  private final BytePositions positions;
  private final String newline;

  /**
   * @param root parsed envelope
   */
  EnvelopeText(Document document, MappingNode root) {
    this.document = document;
    this.root = root;
    this.positions = new BytePositions(document);
    this.newline = document.newline();
  }

  static EnvelopeText of(Document document) throws ThreadFormatException {
    if (YamlReader.read(document).root() instanceof MappingNode root) {
      return new EnvelopeText(document, root);
    }
    throw document.problem(0, 0, "the first document is no envelope: it has no keys");
  }

  Optional<Document> set(String key, @Nullable String value) {
    Optional<NodeTuple> entry = entry(key);
    if (entry.isEmpty()) {
      return isFlow(root) ? addInFlow(flowEntry(key, value)) : addLine(key, value);
    }
    return stands(entry.get()) && entry.get().getValueNode() instanceof ScalarNode scalar
        ? replace(scalar, value)
        : Optional.empty();
  }

  Optional<Document> append(HistoryEntry added) {
    Optional<NodeTuple> entry = entry(HISTORY);
    if (isFlow(root)) {
      return entry.isPresent() ? appendInFlow(entry.get(), added) : addInFlow(flowHistory(added));
    }
    if (entry.isEmpty()) {
      return insert(
          lineEnd(positions.end(root)),
          " ".repeat(indent()) + HISTORY + ":" + newline + item(added, indent() + 2));
    }
    return stands(entry.get()) ? append(entry.get().getValueNode(), added) : Optional.empty();
  }

  // Values

  private Optional<Document> replace(ScalarNode scalar, @Nullable String value) {
    int start = positions.start(scalar);
    int end = positions.end(scalar);
    return switch (style(scalar)) {
      case PLAIN ->
          start == end ? insert(start, " " + written(value)) : put(start, end, written(value));
      case SINGLE_QUOTED, DOUBLE_QUOTED -> put(start, end, quoted(value));
      case LITERAL, FOLDED, JSON_SCALAR_STYLE -> Optional.empty();
    };
  }

  private static ScalarStyle style(ScalarNode scalar) {
    return scalar.getScalarStyle();
  }

  private String written(@Nullable String value) {
    if (value == null) {
      return "null";
    }
    if (isFlow(root)) {
      return HistoryText.flowValue(value, isJson());
    }
    return ScalarWriter.isStamp(value) ? value : ScalarWriter.block(value);
  }

  private static String quoted(@Nullable String value) {
    return value == null ? "null" : ScalarWriter.quoted(value);
  }

  private Optional<Document> addLine(String key, @Nullable String value) {
    String line = " ".repeat(indent()) + ScalarWriter.key(key) + ": " + written(value) + newline;
    Optional<NodeTuple> history = entry(HISTORY);
    if (history.isEmpty()) {
      return insert(lineEnd(positions.end(root)), line);
    }
    int start = positions.start(history.get().getKeyNode());
    int lineStart = lineStart(start);
    return isBlank(lineStart, start) ? insert(lineStart, line) : Optional.empty();
  }

  private Optional<Document> addInFlow(String entry) {
    return root.getValue().isEmpty() ? Optional.empty() : insert(endOfLast(), ", " + entry);
  }

  private int endOfLast() {
    return positions.end(root.getValue().getLast().getValueNode());
  }

  private String flowEntry(String key, @Nullable String value) {
    return HistoryText.flowKey(key, isJson()) + ": " + written(value);
  }

  // History

  private String flowHistory(HistoryEntry added) {
    String key = HistoryText.flowKey(HISTORY, isJson());
    return key + ": [" + HistoryText.flow(added, isJson()) + "]";
  }

  private Optional<Document> appendInFlow(NodeTuple entry, HistoryEntry added) {
    if (!stands(entry) || !(entry.getValueNode() instanceof SequenceNode sequence)) {
      return Optional.empty();
    }
    return appendInBrackets(sequence, added);
  }

  private Optional<Document> append(Node history, HistoryEntry added) {
    if (history instanceof SequenceNode sequence && !sequence.getValue().isEmpty()) {
      return isFlow(sequence)
          ? appendInBrackets(sequence, added)
          : insert(lineEnd(positions.end(sequence)), item(added, column(sequence)));
    }
    return history instanceof SequenceNode || NodeValues.isNull(history)
        ? startHistory(history, added)
        : Optional.empty();
  }

  private Optional<Document> appendInBrackets(SequenceNode sequence, HistoryEntry added) {
    String element = HistoryText.flow(added, isJson());
    return sequence.getValue().isEmpty()
        ? put(positions.start(sequence), positions.end(sequence), "[" + element + "]")
        : insert(positions.end(sequence.getValue().getLast()), ", " + element);
  }

  /** An empty history ({@code []}, {@code null}, nothing) makes room for a list in block style. */
  private Optional<Document> startHistory(Node empty, HistoryEntry added) {
    int end = positions.end(empty);
    int start = skipBlanksBack(positions.start(empty));
    int lineEnd = lineEnd(end);
    String restOfLine = text(end, lineEnd);
    return put(start, lineEnd, restOfLine + item(added, indent() + 2));
  }

  private String item(HistoryEntry added, int indent) {
    StringBuilder item = new StringBuilder();
    HistoryText.block(added, indent, newline, item);
    return item.toString();
  }

  // Places

  private Optional<NodeTuple> entry(String key) {
    return root.getValue().stream()
        .filter(each -> key.equals(NodeValues.scalar(each.getKeyNode())))
        .findFirst();
  }

  /** Whether the value stands behind its key; the value of an alias does not. */
  private boolean stands(NodeTuple entry) {
    return positions.start(entry.getValueNode()) >= positions.end(entry.getKeyNode());
  }

  private static boolean isFlow(Node node) {
    return switch (node) {
      case MappingNode mapping -> mapping.getFlowStyle() == FlowStyle.FLOW;
      case SequenceNode sequence -> sequence.getFlowStyle() == FlowStyle.FLOW;
      default -> false;
    };
  }

  private boolean isJson() {
    return isFlow(root)
        && root.getValue().getFirst().getKeyNode() instanceof ScalarNode key
        && key.getScalarStyle() == ScalarStyle.DOUBLE_QUOTED;
  }

  private int indent() {
    return column(root);
  }

  private static int column(Node node) {
    return node.getStartMark().map(Mark::getColumn).orElse(0);
  }

  private int lineStart(int at) {
    int start = at;
    while (start > document.markLength() && document.byteAt(start - 1) != '\n') {
      start--;
    }
    return start;
  }

  /** After the newline of the line in which the byte before {@code at} stands. */
  private int lineEnd(int at) {
    int end = at;
    if (end > 0 && document.byteAt(end - 1) == '\n') {
      return end;
    }
    while (end < document.length() && document.byteAt(end) != '\n') {
      end++;
    }
    return Math.min(end + 1, document.length());
  }

  private int skipBlanksBack(int at) {
    int start = at;
    while (start > 0 && document.byteAt(start - 1) == ' ') {
      start--;
    }
    return start;
  }

  private boolean isBlank(int start, int end) {
    return text(start, end).isBlank();
  }

  private String text(int start, int end) {
    return new String(document.bytes(), start, end - start, StandardCharsets.UTF_8);
  }

  private Optional<Document> insert(int at, String text) {
    return put(at, at, text);
  }

  private Optional<Document> put(int start, int end, String text) {
    byte[] changed =
        ByteSplice.of(document.bytes(), start, end - start, text.getBytes(StandardCharsets.UTF_8));
    return Optional.of(Document.whole(document.file().name(), changed));
  }
}
