package org.messgateway.gateway.exchange.format;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** The entries of a mapping by key, in order; none for other nodes. */
final class MappingFields {

  static final MappingFields NONE = new MappingFields(List.of());

  private final List<NodeTuple> entries;

  private MappingFields(List<NodeTuple> entries) {
    this.entries = entries;
  }

  static MappingFields of(@Nullable Node node) {
    return node instanceof MappingNode mapping ? new MappingFields(mapping.getValue()) : NONE;
  }

  List<NodeTuple> entries() {
    return entries;
  }

  static String key(NodeTuple entry) {
    return ((ScalarNode) entry.getKeyNode()).getValue();
  }

  boolean has(String key) {
    return find(key) != null;
  }

  private @Nullable Node find(String key) {
    // Mappings are small, and most are asked for few keys: no map is made of them.
    for (int i = 0; i < entries.size(); i++) {
      NodeTuple entry = entries.get(i);
      if (key(entry).equals(key)) {
        return entry.getValueNode();
      }
    }
    return null;
  }

  /** The value of a key; null where it does not exist, and for null. */
  @Nullable Node node(String key) {
    Node node = find(key);
    return node == null || NodeValues.isNull(node) ? null : node;
  }

  /** Value of the first of these keys that exists and is not null. */
  @Nullable Node node(String first, String... others) {
    Node node = node(first);
    for (int i = 0; node == null && i < others.length; i++) {
      node = node(others[i]);
    }
    return node;
  }

  /** A text for people. */
  @Nullable String text(String key) {
    return NodeValues.text(find(key));
  }

  /** A name: scalars only. */
  @Nullable String scalar(String key) {
    return NodeValues.scalar(find(key));
  }

  List<String> texts(String key) {
    return NodeValues.texts(find(key));
  }

  @Nullable Boolean truth(String key) {
    return NodeValues.truth(find(key));
  }

  boolean isTrue(String key) {
    return Boolean.TRUE.equals(truth(key));
  }

  @Nullable Instant instant(String key) {
    return NodeValues.instant(find(key));
  }

  @Nullable Double number(String key) {
    String text = scalar(key);
    try {
      return text == null ? null : Double.valueOf(text.strip());
    } catch (NumberFormatException none) {
      return null;
    }
  }

  /** All values but those at these keys; nulls are left out. */
  Map<String, Object> valuesExcept(Set<String> keys) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (NodeTuple entry : entries) {
      Object value = keys.contains(key(entry)) ? null : PlainValues.of(entry.getValueNode());
      if (value != null) {
        values.put(key(entry), value);
      }
    }
    return values;
  }
}
