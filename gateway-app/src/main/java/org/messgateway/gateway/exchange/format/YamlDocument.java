package org.messgateway.gateway.exchange.format;

import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A parsed document.
 *
 * @param source its bytes
 * @param root null for an empty document
 * @param located whether the marks of its nodes are positions in the source
 * @param history of an envelope; null where it is not known
 */
public record YamlDocument(
    Document source, @Nullable Node root, boolean located, @Nullable HistoryPlace history) {

  /** Maps, lists, texts, numbers, booleans and nulls; key order is kept. */
  public @Nullable Object value() {
    return root == null ? null : PlainValues.of(root);
  }

  /**
   * The line of an element of a list: of the list at this key where there is one, else of the
   * document itself.
   *
   * @param index 0 for the first
   * @return 1 for the first line; 0 where it is not known
   */
  public int line(String key, int index) {
    Node list =
        root instanceof MappingNode map
            ? map.getValue().stream()
                .filter(each ->
                    each.getKeyNode() instanceof ScalarNode name && name.getValue().equals(key))
                .<Node>map(NodeTuple::getValueNode)
                .findFirst()
                .orElse(root)
            : root;
    Node element =
        list instanceof SequenceNode many && index < many.getValue().size()
            ? many.getValue().get(index)
            : list;
    return element == null || !located
        ? 0
        : element.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
  }
}
