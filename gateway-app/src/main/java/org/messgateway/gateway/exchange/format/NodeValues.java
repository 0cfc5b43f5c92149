package org.messgateway.gateway.exchange.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
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
    return node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.NULL);
  }

  /** A scalar's text; empty for null and for what is no scalar. */
  static Optional<String> scalar(Node node) {
    return node instanceof ScalarNode scalar && !isNull(node)
        ? Optional.of(scalar.getValue())
        : Optional.empty();
  }

  /** A text for people, of any node; empty for null. */
  static Optional<String> text(Node node) {
    return switch (node) {
      case MappingNode mapping ->
          Optional.of(
              mapping.getValue().stream().map(NodeValues::pair).collect(Collectors.joining(", ")));
      case SequenceNode sequence ->
          Optional.of(
              sequence.getValue().stream()
                  .flatMap(element -> text(element).stream())
                  .collect(Collectors.joining(", ")));
      default -> scalar(node);
    };
  }

  private static String pair(NodeTuple entry) {
    String key = scalar(entry.getKeyNode()).orElse("~");
    return text(entry.getValueNode()).map(value -> key + ": " + value).orElse(key + ":");
  }

  /** The elements of a list; another node counts as a list of one, null as an empty list. */
  static List<Node> elements(Node node) {
    if (node instanceof SequenceNode sequence) {
      return sequence.getValue();
    }
    return isNull(node) ? List.of() : List.of(node);
  }

  /** All texts in a list, nested ones too; nulls are left out. */
  static List<String> texts(Node node) {
    List<String> texts = new ArrayList<>();
    for (Node element : elements(node)) {
      if (element instanceof SequenceNode) {
        texts.addAll(texts(element));
      } else {
        text(element).ifPresent(texts::add);
      }
    }
    return texts;
  }

  /** A truth value in any spelling; empty for other values. */
  static Optional<Boolean> truth(Node node) {
    return scalar(node).flatMap(NodeValues::truth);
  }

  private static Optional<Boolean> truth(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true", "yes", "on", "y" -> Optional.of(true);
      case "false", "no", "off", "n" -> Optional.of(false);
      default -> Optional.empty();
    };
  }
}
