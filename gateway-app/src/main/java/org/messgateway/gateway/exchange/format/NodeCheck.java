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
 * Checks that the composer leaves out: keys are unique texts, no node contains itself, and aliases
 * do not enlarge a small document.
 *
 * <p>A node with several aliases is checked once, and its size counts for each alias. The unit is a
 * byte: a character of a scalar has one, and a node what its plain value takes.
 */
final class NodeCheck {

  private static final int COLLECTION = 64;
  private static final int SCALAR = 16;

  private final Document document;
  private final ParseLimits limits;
  private final IdentityHashMap<Node, Long> weights = new IdentityHashMap<>();
  private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Weight of all nodes that were visited, each counted once. */
  private long own;

  private NodeCheck(Document document, ParseLimits limits) {
    this.document = document;
    this.limits = limits;
  }

  static void check(Node root, Document document, ParseLimits limits) throws ThreadFormatException {
    NodeCheck check = new NodeCheck(document, limits);
    limits.add(check.weigh(root) - check.own);
  }

  private long weigh(Node node) throws ThreadFormatException {
    return node instanceof ScalarNode scalar ? weigh(scalar) : weighOnce(node);
  }

  private long weigh(ScalarNode scalar) {
    long weight = SCALAR + (long) scalar.getValue().length();
    boolean first = scalar.getAnchor().isEmpty() || weights.put(scalar, weight) == null;
    own += first ? weight : 0;
    return weight;
  }

  private long weighOnce(Node node) throws ThreadFormatException {
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
    long weight = COLLECTION;
    own += COLLECTION;
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
    if (!limits.mayAdd(weight - own)) {
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
