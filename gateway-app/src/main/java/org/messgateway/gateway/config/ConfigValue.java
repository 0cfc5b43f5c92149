package org.messgateway.gateway.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.Address;

/**
 * A node with its path. A question for another type than the node has reports the mistake and gives
 * an empty answer, so that reading goes on and finds all mistakes.
 */
record ConfigValue(String path, ConfigNode node, ReadContext reading) {

  /** Characters of a text that a message shows. */
  private static final int SHOWN = 60;

  SourcePosition at() {
    return node.at();
  }

  boolean isText() {
    return node instanceof ConfigNode.Scalar scalar && scalar.text() != null;
  }

  boolean isList() {
    return node instanceof ConfigNode.Sequence;
  }

  boolean isSection() {
    return node instanceof ConfigNode.Mapping;
  }

  /** The text with variables replaced, without white space around it; may be empty. */
  Optional<String> text() {
    return text("a text");
  }

  /** The same, for a message that says which kind of text is expected. */
  Optional<String> text(String wanted) {
    if (node instanceof ConfigNode.Scalar scalar && scalar.text() != null) {
      return reading.variableExpansion().expand(path, at(), scalar.text()).map(String::strip);
    }
    wrong(shown() + " stands where " + wanted + " is needed", "");
    return Optional.empty();
  }

  <T> Optional<T> as(TextPattern<T> textPattern) {
    Optional<String> text = text(textPattern.name());
    Optional<T> read = text.flatMap(textPattern.reading());
    if (text.isPresent() && read.isEmpty()) {
      wrong(shown() + " is not " + textPattern.name(), textPattern.right().apply(text.get()));
    }
    return read;
  }

  Optional<ConfigSection> section() {
    if (node instanceof ConfigNode.Mapping mapping) {
      return Optional.of(new ConfigSection(this, mapping));
    }
    wrong(
        shown() + " stands where a map of keys is needed",
        isList() ? "write each entry without its dash, under a name: NAME: {…}" : "");
    return Optional.empty();
  }

  /** The entries of a list; a single value counts as a list of one. */
  List<ConfigValue> items() {
    if (!(node instanceof ConfigNode.Sequence sequence)) {
      return List.of(this);
    }
    List<ConfigValue> items = new ArrayList<>();
    for (int i = 0; i < sequence.items().size(); i++) {
      items.add(new ConfigValue(path + "[" + i + "]", sequence.items().get(i), reading));
    }
    return items;
  }

  /** All texts of a list, or the one text. */
  List<String> texts() {
    return items().stream().flatMap(item -> item.text().stream()).toList();
  }

  void wrong(String what, String right) {
    reading.problems().error(path, at(), what, right);
  }

  void warn(String what, String right) {
    reading.problems().warn(path, at(), what, right);
  }

  /** The text as written, with variables not replaced, for messages. */
  String shown() {
    return switch (node) {
      case ConfigNode.Scalar scalar ->
          scalar.text() == null ? "nothing" : "`" + cut(scalar.text()) + "`";
      case ConfigNode.Sequence list -> "a list";
      case ConfigNode.Mapping map -> "a map";
    };
  }

  private static String cut(String text) {
    String line = text.replaceAll("\\p{Cntrl}", " ");
    return line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line;
  }

  /**
   * What all readers of one file share.
   *
   * @param origin of the addresses in this file
   */
  record ReadContext(
      ConfigProblems problems, VariableExpansion variableExpansion, Address.Origin origin) {}
}
