package org.messgateway.gateway.exchange.format;

import java.util.Optional;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.CollectionNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Positions of nodes in their document's bytes. The parser counts code points; calls in the order
 * of the document cost one pass in all.
 */
public final class BytePositions {

  private final Document document;
  private int codePoint;
  private int index;

  public BytePositions(Document document) {
    this.document = document;
    restart();
  }

  private void restart() {
    codePoint = 0;
    index = document.markLength();
  }

  /** Index of a node's first byte, its anchor and tag included. */
  public int start(Node node) {
    return index(node.getStartMark());
  }

  /**
   * Index after a node's last byte. For collections in block style it is the end of the last entry;
   * the parser reports the start of the next node.
   */
  public int end(Node node) {
    Node last = node;
    while (isBlock(last) && !((CollectionNode<?>) last).getValue().isEmpty()) {
      last = lastChild(last);
    }
    return index(last.getEndMark());
  }

  private static boolean isBlock(Node node) {
    return node instanceof CollectionNode<?> collection
        && collection.getFlowStyle() == FlowStyle.BLOCK;
  }

  private static Node lastChild(Node node) {
    return switch (node) {
      case MappingNode mapping -> mapping.getValue().getLast().getValueNode();
      case SequenceNode sequence -> sequence.getValue().getLast();
      default -> throw new IllegalStateException("no collection: " + node.getNodeType());
    };
  }

  private int index(Optional<Mark> mark) {
    return index(
        mark.orElseThrow(() -> new IllegalStateException("read without marks")).getIndex());
  }

  private int index(int wanted) {
    if (wanted < codePoint) {
      restart();
    }
    while (codePoint < wanted && index < document.length()) {
      index++;
      if (index == document.length() || (document.byteAt(index) & 0xC0) != 0x80) {
        codePoint++;
      }
    }
    return index;
  }
}
