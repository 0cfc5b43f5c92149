package org.messgateway.gateway.exchange.format;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** The entries of a mapping by key, in order; empty for other nodes. */
final class MappingFields {

  private final Map<String, Node> entries;

  private MappingFields(Map<String, Node> entries) {
    this.entries = entries;
  }

  static MappingFields of(@Nullable Node node) {
    Map<String, Node> entries = new LinkedHashMap<>();
    if (node instanceof MappingNode mapping) {
      for (NodeTuple entry : mapping.getValue()) {
        entries.put(((ScalarNode) entry.getKeyNode()).getValue(), entry.getValueNode());
      }
    }
    return new MappingFields(entries);
  }

  Map<String, Node> entries() {
    return entries;
  }

  boolean has(String key) {
    return entries.containsKey(key);
  }

  /** Value of the first of these keys that exists and is not null. */
  Optional<Node> node(String... keys) {
    for (String key : keys) {
      Node node = entries.get(key);
      if (node != null && !NodeValues.isNull(node)) {
        return Optional.of(node);
      }
    }
    return Optional.empty();
  }

  Optional<MappingFields> map(String key) {
    return node(key).filter(MappingNode.class::isInstance).map(MappingFields::of);
  }

  /** A text for people. */
  Optional<String> text(String... keys) {
    return node(keys).flatMap(NodeValues::text);
  }

  /** A name: scalars only. */
  Optional<String> scalar(String... keys) {
    return node(keys).flatMap(NodeValues::scalar);
  }

  List<String> texts(String... keys) {
    return node(keys).map(NodeValues::texts).orElse(List.of());
  }

  Optional<Boolean> truth(String key) {
    return node(key).flatMap(NodeValues::truth);
  }

  Optional<Double> number(String key) {
    return scalar(key).flatMap(MappingFields::parse);
  }

  private static Optional<Double> parse(String text) {
    try {
      return Optional.of(Double.valueOf(text.strip()));
    } catch (NumberFormatException none) {
      return Optional.empty();
    }
  }

  /** All values but those at these keys; nulls are left out. */
  Map<String, Object> valuesExcept(Set<String> keys) {
    Map<String, Object> values = new LinkedHashMap<>();
    entries.forEach((key, node) -> {
      Object value = keys.contains(key) ? null : PlainValues.of(node);
      if (value != null) {
        values.put(key, value);
      }
    });
    return values;
  }
}
