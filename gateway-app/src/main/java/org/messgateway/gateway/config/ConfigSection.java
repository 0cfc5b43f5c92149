package org.messgateway.gateway.config;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.messgateway.gateway.routing.SpellingHint;

/** A map of keys that notes which keys were read: the others are unknown keys. */
final class ConfigSection {

  private final ConfigValue value;
  private final Map<String, ConfigNode.Entry> entries;
  private final Set<String> asked = new LinkedHashSet<>();

  ConfigSection(ConfigValue value, ConfigNode.Mapping mapping) {
    this.value = value;
    this.entries = mapping.entries();
  }

  ConfigValue value() {
    return value;
  }

  /** The value of a key; empty when the key is missing or has no value. */
  Optional<ConfigValue> find(String key) {
    asked.add(key);
    return Optional.ofNullable(entries.get(key))
        .map(entry -> child(key, entry))
        .filter(
            child -> !(child.node() instanceof ConfigNode.Scalar scalar) || scalar.text() != null);
  }

  /** Whether a key is written, with or without a value. */
  boolean has(String key) {
    asked.add(key);
    return entries.containsKey(key);
  }

  /** All keys with their values, in written order: for sections whose keys are names. */
  List<ConfigValue> all() {
    asked.addAll(entries.keySet());
    return entries.entrySet().stream().map(e -> child(e.getKey(), e.getValue())).toList();
  }

  /** The keys, in written order. */
  Set<String> keys() {
    return entries.keySet();
  }

  Optional<String> text(String key) {
    return find(key).flatMap(ConfigValue::text).filter(text -> !text.isEmpty());
  }

  List<String> texts(String key) {
    return find(key).map(ConfigValue::texts).orElse(List.of());
  }

  <T> Optional<T> as(String key, TextPattern<T> textPattern) {
    return find(key).flatMap(found -> found.as(textPattern));
  }

  Optional<ConfigSection> section(String key) {
    return find(key).flatMap(ConfigValue::section);
  }

  /** Where a key stands. */
  SourcePosition keyAt(String key) {
    return java.util.Objects.requireNonNull(entries.get(key)).keyAt();
  }

  /** The value of a key, placed where its key stands. */
  ConfigValue under(String key) {
    return child(key, java.util.Objects.requireNonNull(entries.get(key)));
  }

  private ConfigValue child(String key, ConfigNode.Entry entry) {
    String path = value.path().isEmpty() ? key : value.path() + "." + key;
    ConfigNode node =
        entry.value() instanceof ConfigNode.Scalar scalar && scalar.text() == null
            ? new ConfigNode.Scalar(entry.keyAt(), null)
            : entry.value();
    return new ConfigValue(path, node, value.reading());
  }

  /** Reports the unknown keys. Must be called last. */
  void done() {
    unknown().forEach(key -> problem(key, true));
  }

  /** Ends reading without a report of unknown keys. */
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
        SpellingHint.of(key, asked)
            .map(near -> "did you mean `" + near + "`?")
            .orElse("known here: " + String.join(", ", asked));
    ConfigProblems problems = value.reading().problems();
    if (severe) {
      problems.error(path, entry.keyAt(), "unknown key `" + key + "`", right);
    } else {
      problems.warn(path, entry.keyAt(), "unknown key `" + key + "`, it is not used", "");
    }
  }
}
