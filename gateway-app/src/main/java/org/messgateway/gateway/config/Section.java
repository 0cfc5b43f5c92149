package org.messgateway.gateway.config;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A map of keys that remembers which ones were asked for: the others are nobody's. */
final class Section {

  private final Value value;
  private final Map<String, ConfigNode.Entry> entries;
  private final Set<String> asked = new LinkedHashSet<>();

  Section(Value value, ConfigNode.Mapping mapping) {
    this.value = value;
    this.entries = mapping.entries();
  }

  Value value() {
    return value;
  }

  /** What stands under a key; empty when it is not there or has nothing under it. */
  Optional<Value> find(String key) {
    asked.add(key);
    return Optional.ofNullable(entries.get(key))
        .map(entry -> child(key, entry))
        .filter(
            child -> !(child.node() instanceof ConfigNode.Scalar scalar) || scalar.text() != null);
  }

  /** Whether the key stands there, perhaps with nothing under it. */
  boolean has(String key) {
    asked.add(key);
    return entries.containsKey(key);
  }

  /** Every key with what stands under it, in written order: for sections whose keys are names. */
  List<Value> all() {
    asked.addAll(entries.keySet());
    return entries.entrySet().stream().map(e -> child(e.getKey(), e.getValue())).toList();
  }

  /** The keys, in written order. */
  Set<String> keys() {
    return entries.keySet();
  }

  Optional<String> text(String key) {
    return find(key).flatMap(Value::text).filter(text -> !text.isEmpty());
  }

  List<String> texts(String key) {
    return find(key).map(Value::texts).orElse(List.of());
  }

  <T> Optional<T> as(String key, Form<T> form) {
    return find(key).flatMap(found -> found.as(form));
  }

  Optional<Section> section(String key) {
    return find(key).flatMap(Value::section);
  }

  /** The value of a key, placed where its key stands. */
  Value under(String key) {
    return child(key, java.util.Objects.requireNonNull(entries.get(key)));
  }

  private Value child(String key, ConfigNode.Entry entry) {
    String path = value.path().isEmpty() ? key : value.path() + "." + key;
    ConfigNode node =
        entry.value() instanceof ConfigNode.Scalar scalar && scalar.text() == null
            ? new ConfigNode.Scalar(entry.keyAt(), null)
            : entry.value();
    return new Value(path, node, value.reading());
  }

  /** Reports the keys that nobody asked for. Call it last. */
  void done() {
    unknown().forEach(key -> problem(key, true));
  }

  /** The same, where unknown keys are none of our business. */
  void doneGently() {
    unknown().forEach(key -> problem(key, false));
  }

  private List<String> unknown() {
    return entries.keySet().stream()
        .filter(key -> !asked.contains(key) && !key.equals("<<"))
        .toList();
  }

  private void problem(String key, boolean severe) {
    ConfigNode.Entry entry = java.util.Objects.requireNonNull(entries.get(key));
    String path = value.path().isEmpty() ? key : value.path() + "." + key;
    String right =
        NearMatch.of(key, asked)
            .map(near -> "did you mean `" + near + "`?")
            .orElse("known here: " + String.join(", ", asked));
    Problems problems = value.reading().problems();
    if (severe) {
      problems.error(path, entry.keyAt(), "unknown key `" + key + "`", right);
    } else {
      problems.warn(path, entry.keyAt(), "unknown key `" + key + "`, it is not used", "");
    }
  }
}
