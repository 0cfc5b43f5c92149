package org.messgateway.gateway.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A node on its path, with what reading it needs. Asking for something that it is not reports the
 * mistake and answers with nothing: reading goes on, so that all mistakes are found.
 */
record Value(String path, ConfigNode node, Reading reading) {

  /** Longer texts are cut in messages. */
  private static final int SHOWN = 60;

  Position at() {
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

  /** The same, for a message that says what kind of text is missing here. */
  Optional<String> text(String wanted) {
    if (node instanceof ConfigNode.Scalar scalar && scalar.text() != null) {
      return reading.variables().expand(path, at(), scalar.text()).map(String::strip);
    }
    wrong(shown() + " stands where " + wanted + " is needed", "");
    return Optional.empty();
  }

  <T> Optional<T> as(Form<T> form) {
    Optional<String> text = text(form.name());
    Optional<T> read = text.flatMap(form.reading());
    if (text.isPresent() && read.isEmpty()) {
      wrong(shown() + " is not " + form.name(), form.right().apply(text.get()));
    }
    return read;
  }

  Optional<Section> section() {
    if (node instanceof ConfigNode.Mapping mapping) {
      return Optional.of(new Section(this, mapping));
    }
    wrong(shown() + " stands where a map of keys is needed", "");
    return Optional.empty();
  }

  /** The entries of a list; a single thing counts as a list of one. */
  List<Value> items() {
    if (!(node instanceof ConfigNode.Sequence sequence)) {
      return List.of(this);
    }
    List<Value> items = new ArrayList<>();
    for (int i = 0; i < sequence.items().size(); i++) {
      items.add(new Value(path + "[" + i + "]", sequence.items().get(i), reading));
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

  /** As it is written, variables and all, for messages. */
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
}
