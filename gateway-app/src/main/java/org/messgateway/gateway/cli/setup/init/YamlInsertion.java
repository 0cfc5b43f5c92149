package org.messgateway.gateway.cli.setup.init;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.CollectionNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Adds entries to mappings of a YAML text. Characters are added and none is changed, so comments,
 * order and style stay. Values are texts, {@code true} or {@code false}, lists of texts, and maps
 * of these.
 */
final class YamlInsertion {

  private static final Pattern PLAIN_KEY = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");
  private static final LoadSettings YAML =
      LoadSettings.builder().setUseMarks(true).setAllowDuplicateKeys(true).build();

  private final String text;
  private final int[] points;
  private final String end;

  private YamlInsertion(String text) {
    this.text = text;
    this.points = text.codePoints().toArray();
    this.end = text.contains("\r\n") ? "\r\n" : "\n";
  }

  /**
   * The text with one more entry.
   *
   * @param path keys of the mapping; those that are missing are made
   * @param key of the new entry
   * @return empty when the text is written in a way that nothing can be added to
   */
  static Optional<String> into(String text, List<String> path, String key, Object value) {
    try {
      String added = new YamlInsertion(text).with(path, key, value);
      return adds(text, added, path, key, value) ? Optional.of(added) : Optional.empty();
    } catch (YamlEngineException | IllegalArgumentException notOfThisForm) {
      return Optional.empty();
    }
  }

  /** The entry as lines for a person to add by hand. */
  static String lines(List<String> path, String key, Object value) {
    Object whole = value;
    List<String> names = new ArrayList<>(path);
    names.add(key);
    for (String name : names.subList(1, names.size()).reversed()) {
      whole = Map.of(name, whole);
    }
    return block(names.getFirst(), whole, 0, "\n");
  }

  private String with(List<String> path, String key, Object value) {
    Node at = new Compose(YAML).composeString(text).orElse(null);
    if (at == null) {
      return behind(text, points.length, entry(path, key, value), 0);
    }
    Node keyNode = null;
    boolean root = true;
    int column = 0;
    List<String> missing = new ArrayList<>(path);
    while (at instanceof MappingNode mapping) {
      Optional<NodeTuple> next =
          missing.isEmpty() ? Optional.empty() : child(mapping, missing.getFirst());
      if (next.isEmpty()) {
        return into(mapping, entry(missing, key, value), root);
      }
      missing.removeFirst();
      root = false;
      keyNode = next.get().getKeyNode();
      column = start(keyNode).getColumn();
      at = next.get().getValueNode();
    }
    if (at instanceof ScalarNode scalar && scalar.getValue().isEmpty() && keyNode != null) {
      return behind(text, last(keyNode), entry(missing, key, value), column + 2);
    }
    throw new IllegalArgumentException("no mapping");
  }

  private record Entry(String key, Object value) {}

  /** The entry below keys that are not there yet. */
  private static Entry entry(List<String> missing, String key, Object value) {
    Entry entry = new Entry(key, value);
    for (String name : missing.reversed()) {
      entry = new Entry(name, Map.of(entry.key(), entry.value()));
    }
    return entry;
  }

  private static Optional<NodeTuple> child(MappingNode mapping, String name) {
    return mapping.getValue().stream()
        .filter(each -> each.getKeyNode() instanceof ScalarNode key && key.getValue().equals(name))
        .findFirst();
  }

  private String into(MappingNode mapping, Entry entry, boolean root) {
    if (mapping.getFlowStyle() == FlowStyle.FLOW) {
      return inBraces(mapping, entry);
    }
    int column = start(mapping.getValue().getFirst().getKeyNode()).getColumn();
    return behind(text, root ? points.length : last(mapping), entry, column);
  }

  private String inBraces(MappingNode mapping, Entry entry) {
    int brace = end(mapping).getIndex() - 1;
    int at = brace;
    while (at > 0 && Character.isWhitespace(points[at - 1])) {
      at--;
    }
    String before = mapping.getValue().isEmpty() ? " " : ", ";
    String after = at == brace ? " " : "";
    return from(0, at)
        + before
        + key(entry.key())
        + ": "
        + flow(entry.value())
        + after
        + from(at, points.length);
  }

  /** Behind the line on which something ends. */
  private String behind(String whole, int from, Entry entry, int column) {
    int at = from;
    while (at > 0 && Character.isWhitespace(points[at - 1])) {
      at--;
    }
    while (at < points.length && points[at] != '\n') {
      at++;
    }
    boolean ended = at < points.length;
    boolean section = from == points.length && column == 0;
    int cut = section ? points.length : ended ? at + 1 : at;
    String before = from(0, cut);
    String gap = before.isEmpty() || before.endsWith("\n") ? "" : end;
    String space = section && !whole.isBlank() ? end : "";
    return before
        + gap
        + space
        + block(entry.key(), entry.value(), column, end)
        + from(cut, points.length);
  }

  /** Where the last character of a node stands, comments not counted. */
  private static int last(Node node) {
    if (node instanceof CollectionNode<?> flow && flow.getFlowStyle() == FlowStyle.FLOW) {
      return end(node).getIndex();
    }
    return switch (node) {
      case MappingNode mapping -> {
        NodeTuple tuple = mapping.getValue().getLast();
        yield Math.max(last(tuple.getKeyNode()), last(tuple.getValueNode()));
      }
      case SequenceNode sequence -> last(sequence.getValue().getLast());
      default -> end(node).getIndex();
    };
  }

  private static Mark start(Node node) {
    return node.getStartMark().orElseThrow();
  }

  private static Mark end(Node node) {
    return node.getEndMark().orElseThrow();
  }

  private String from(int begin, int until) {
    return new String(points, begin, until - begin);
  }

  private static String block(String key, Object value, int column, String end) {
    String indent = " ".repeat(column);
    if (value instanceof Map<?, ?> map
        && map.values().stream()
            .anyMatch(each -> !(each instanceof String || each instanceof Boolean))) {
      return indent
          + key(key)
          + ":"
          + end
          + map.entrySet().stream()
              .map(each -> block(String.valueOf(each.getKey()), each.getValue(), column + 2, end))
              .collect(Collectors.joining());
    }
    return indent + key(key) + ": " + flow(value) + end;
  }

  private static String flow(Object value) {
    return switch (value) {
      case Map<?, ?> map when map.isEmpty() -> "{}";
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(each -> key(String.valueOf(each.getKey())) + ": " + flow(each.getValue()))
              .collect(Collectors.joining(", ", "{ ", " }"));
      case List<?> list ->
          list.stream().map(each -> flow(each)).collect(Collectors.joining(", ", "[", "]"));
      case Boolean truth -> truth.toString();
      default -> quoted(value.toString());
    };
  }

  private static String key(String key) {
    return PLAIN_KEY.matcher(key).matches() ? key : quoted(key);
  }

  /** In double quotes, in which a control character has an escape of its own. */
  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints()
        .forEach(point -> {
          if (point == '"' || point == '\\') {
            quoted.append('\\').appendCodePoint(point);
          } else if (Character.isISOControl(point)) {
            quoted.append("\\x%02x".formatted(point));
          } else {
            quoted.appendCodePoint(point);
          }
        });
    return quoted.append('"').toString();
  }

  /** Whether a text says what another says, and the entry. */
  private static boolean adds(
      String before, String after, List<String> path, String key, Object value) {
    Object expected = new Load(YAML).loadFromString(before);
    Map<Object, Object> root = expected == null ? new LinkedHashMap<>() : mapping(expected);
    Map<Object, Object> at = root;
    for (String name : path) {
      Object below = at.get(name);
      Map<Object, Object> next = below == null ? new LinkedHashMap<>() : mapping(below);
      at.put(name, next);
      at = next;
    }
    return at.put(key, value) == null && root.equals(new Load(YAML).loadFromString(after));
  }

  private static Map<Object, Object> mapping(Object read) {
    if (read instanceof Map<?, ?> map) {
      return new LinkedHashMap<>(map);
    }
    throw new IllegalArgumentException("no mapping");
  }
}
