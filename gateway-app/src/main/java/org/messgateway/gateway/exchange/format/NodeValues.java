package org.messgateway.gateway.exchange.format;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Timestamps;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Reads a text or a list from a node, leniently.
 *
 * <p>Texts keep their written form: {@code +14155550123} and {@code 1.10} stay texts, though YAML
 * reads them as numbers.
 */
final class NodeValues {

  private NodeValues() {}

  static boolean isNull(Node node) {
    return node instanceof ScalarNode && node.getTag().equals(Tag.NULL);
  }

  /** A scalar's text; null for null and for what is no scalar. */
  static @Nullable String scalar(@Nullable Node node) {
    return node instanceof ScalarNode scalar && !scalar.getTag().equals(Tag.NULL)
        ? scalar.getValue()
        : null;
  }

  /** A text for people, of any node; null for null. */
  static @Nullable String text(@Nullable Node node) {
    return switch (node) {
      case MappingNode mapping ->
          mapping.getValue().stream().map(NodeValues::pair).collect(Collectors.joining(", "));
      case SequenceNode sequence ->
          sequence.getValue().stream()
              .map(NodeValues::text)
              .filter(Objects::nonNull)
              .collect(Collectors.joining(", "));
      case null, default -> scalar(node);
    };
  }

  private static String pair(NodeTuple entry) {
    String key = scalar(entry.getKeyNode());
    String value = text(entry.getValueNode());
    return (key == null ? "~" : key) + (value == null ? ":" : ": " + value);
  }

  /** The elements of a list; another node counts as a list of one, null as an empty list. */
  static List<Node> elements(@Nullable Node node) {
    if (node instanceof SequenceNode sequence) {
      return sequence.getValue();
    }
    return node == null || isNull(node) ? List.of() : List.of(node);
  }

  /** All texts in a list, nested ones too; nulls are left out. */
  static List<String> texts(@Nullable Node node) {
    List<Node> elements = elements(node);
    if (elements.isEmpty()) {
      return List.of();
    }
    List<String> texts = new ArrayList<>(elements.size());
    for (Node element : elements) {
      if (element instanceof SequenceNode) {
        texts.addAll(texts(element));
        continue;
      }
      String text = text(element);
      if (text != null) {
        texts.add(text);
      }
    }
    return texts;
  }

  /** A truth value in any spelling; null for other values. */
  static @Nullable Boolean truth(@Nullable Node node) {
    String text = scalar(node);
    return text == null
        ? null
        : switch (text.strip().toLowerCase(Locale.ROOT)) {
          case "true", "yes", "on", "y" -> Boolean.TRUE;
          case "false", "no", "off", "n" -> Boolean.FALSE;
          default -> null;
        };
  }

  static @Nullable Instant instant(@Nullable Node node) {
    String text = scalar(node);
    return text == null ? null : Timestamps.parse(text).orElse(null);
  }
}
