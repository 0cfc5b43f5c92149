package org.messgateway.gateway.config.people;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.config.people.LocatedYaml.LocatedText;

/** The file while it is changed: lists of small maps by name. Unknown keys stay. */
final class PeopleTree {

  private final ObjectNode root;
  private boolean changed;

  PeopleTree(ObjectNode root) {
    this.root = root;
  }

  ObjectNode root() {
    return root;
  }

  /** Whether the tree was changed. */
  boolean changed() {
    return changed;
  }

  /** Entries of a list; empty when there is none. */
  List<Entry> entries(String list) {
    JsonNode node = root.get(list);
    if (node == null || node.isNull()) {
      return List.of();
    }
    if (!(node instanceof ArrayNode array)) {
      throw new Malformed("has something else than a list under '" + list + "'");
    }
    List<Entry> entries = new ArrayList<>();
    array.forEach(entry -> entries.add(new Entry(list, entry)));
    return entries;
  }

  void add(String list, Map<String, String> values) {
    entries(list);
    ArrayNode array = root.get(list) instanceof ArrayNode present ? present : root.putArray(list);
    ObjectNode entry = array.addObject();
    values.forEach(entry::put);
    changed = true;
  }

  /** Whether something was taken out. */
  boolean remove(String list, Predicate<Entry> which) {
    boolean found = false;
    List<Entry> entries = entries(list);
    for (int i = entries.size() - 1; i >= 0; i--) {
      if (which.test(entries.get(i)) && root.get(list) instanceof ArrayNode array) {
        array.remove(i);
        found = true;
      }
    }
    changed |= found;
    return found;
  }

  /** Sets one key of a map. */
  void put(String map, String key, String value) {
    ObjectNode node = root.get(map) instanceof ObjectNode present ? present : root.putObject(map);
    node.put(key, value);
    changed = true;
  }

  /** Drops one key of a map; false when it is not there. */
  boolean drop(String map, String key) {
    boolean found = root.get(map) instanceof ObjectNode node && node.remove(key) != null;
    changed |= found;
    return found;
  }

  /** Drops the keys of a map whose time is over. */
  void dropPast(String map, Instant now) {
    if (root.get(map) instanceof ObjectNode node) {
      changed |= node.properties().removeIf(each -> past(each.getValue(), now));
    }
  }

  private static boolean past(JsonNode until, Instant now) {
    return !Instant.parse(until.asText()).isAfter(now);
  }

  /** One entry of a list. */
  record Entry(String list, JsonNode node) {

    /** Empty when it is not there. */
    String text(String key) {
      return node.path(key).asText("");
    }

    /** A required key of an entry. */
    String required(String key) {
      String text = text(key);
      if (text.isEmpty()) {
        throw new Malformed("has an entry under '" + list + "' without " + key);
      }
      return text;
    }

    @Nullable String optional(String key) {
      String text = text(key);
      return text.isEmpty() ? null : text;
    }

    /** In words; empty where nobody has written it down yet. */
    String line(String key) {
      return node.path(key) instanceof LocatedText text ? ", line " + text.line() : "";
    }

    boolean isAt(String channel, String address) {
      return text("channel").equals(channel) && text("address").equals(address);
    }
  }

  /** What is wrong with it, as it follows the file's name. */
  static final class Malformed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Malformed(String what) {
      super(what);
    }
  }
}
