package org.messgateway.gateway.exchange.format;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * What the composer leaves unchecked: keys are texts that stand once, nothing contains itself, and
 * aliases do not blow a small document up.
 *
 * <p>A node that several aliases name is looked at once and weighed as often as it is named.
 */
final class NodeCheck {

  /** What aliases may add to a document of any size, in characters and nodes. */
  private static final long SPARE_WEIGHT = 1 << 20;

  private static final int WEIGHT_OF_A_NODE = 4;

  private final Document document;
  private final long limit;
  private final IdentityHashMap<Node, Long> weights = new IdentityHashMap<>();
  private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());

  private NodeCheck(Document document) {
    this.document = document;
    this.limit = 8L * document.length() + SPARE_WEIGHT;
  }

  static void check(Node root, Document document) throws ThreadFormatException {
    new NodeCheck(document).weigh(root);
  }

  private long weigh(Node node) throws ThreadFormatException {
    if (node instanceof ScalarNode scalar) {
      return WEIGHT_OF_A_NODE + (long) scalar.getValue().length();
    }
    Long known = weights.get(node);
    if (known != null) {
      return known;
    }
    if (!open.add(node)) {
      throw problem(node, "this contains itself by an alias");
    }
    long weight = weighInside(node);
    open.remove(node);
    weights.put(node, weight);
    return weight;
  }

  private long weighInside(Node node) throws ThreadFormatException {
    long weight = WEIGHT_OF_A_NODE;
    if (node instanceof SequenceNode sequence) {
      for (Node element : sequence.getValue()) {
        weight = bounded(weight + weigh(element), element);
      }
    } else if (node instanceof MappingNode mapping) {
      Set<String> keys = new HashSet<>();
      for (NodeTuple entry : mapping.getValue()) {
        weight = bounded(weight + weighKey(entry.getKeyNode(), keys), entry.getKeyNode());
        weight = bounded(weight + weigh(entry.getValueNode()), entry.getValueNode());
      }
    }
    return weight;
  }

  private long weighKey(Node key, Set<String> keys) throws ThreadFormatException {
    if (!(key instanceof ScalarNode scalar)) {
      throw problem(key, "a key must be a plain text");
    }
    if (!keys.add(scalar.getValue())) {
      throw problem(key, "the key " + shown(scalar.getValue()) + " stands here a second time");
    }
    return weigh(key);
  }

  private long bounded(long weight, Node node) throws ThreadFormatException {
    if (weight > limit) {
      throw problem(node, "aliases make this far larger than the file");
    }
    return weight;
  }

  private static String shown(String key) {
    String start = key.length() > 40 ? key.substring(0, 40) + "…" : key;
    return '"' + start.replaceAll("\\p{Cntrl}", "?") + '"';
  }

  private ThreadFormatException problem(Node node, String reason) {
    return document.problem(
        node.getStartMark().map(Mark::getLine).orElse(0),
        node.getStartMark().map(Mark::getColumn).orElse(0),
        reason);
  }
}
