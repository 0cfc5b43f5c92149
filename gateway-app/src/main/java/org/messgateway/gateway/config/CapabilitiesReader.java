package org.messgateway.gateway.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Requirement;

/**
 * Reads capabilities in every shape the documents show: {@code check-door}, {@code take-photo:
 * {camera: rear}} and {@code {capability: take-photo, level: 2}}.
 */
final class CapabilitiesReader {

  private CapabilitiesReader() {}

  static List<Requirement> read(Section section, String key) {
    return section.find(key).map(CapabilitiesReader::read).orElse(List.of());
  }

  private static List<Requirement> read(Value value) {
    return value.items().stream().flatMap(item -> one(item).stream()).toList();
  }

  private static Optional<Requirement> one(Value item) {
    return item.node() instanceof ConfigNode.Mapping mapping
        ? map(item, mapping)
        : item.text("a capability").filter(id -> !id.isEmpty()).map(Requirement::new);
  }

  private static Optional<Requirement> map(Value item, ConfigNode.Mapping mapping) {
    Map<String, ConfigNode.Entry> entries = mapping.entries();
    ConfigNode.Entry named = entries.get("capability");
    if (named != null
        && named.value() instanceof ConfigNode.Scalar scalar
        && scalar.text() != null) {
      return Optional.of(new Requirement(scalar.text(), plain(mapping)));
    }
    if (entries.size() == 1) {
      Map.Entry<String, ConfigNode.Entry> only = entries.entrySet().iterator().next();
      return Optional.of(new Requirement(only.getKey(), plain(only.getValue().value())));
    }
    item.wrong(
        "a map stands where a capability is needed",
        "write its id, or its id with what belongs to it: take-photo: { camera: rear }");
    return Optional.empty();
  }

  /** Carried, not interpreted: texts stay as they were written. */
  private static @Nullable Object plain(ConfigNode node) {
    return switch (node) {
      case ConfigNode.Scalar scalar -> scalar.text();
      case ConfigNode.Sequence list ->
          list.items().stream().map(CapabilitiesReader::shown).toList();
      case ConfigNode.Mapping map -> {
        Map<String, Object> plain = new LinkedHashMap<>();
        map.entries().forEach((key, entry) -> plain.put(key, shown(entry.value())));
        yield plain;
      }
    };
  }

  private static Object shown(ConfigNode node) {
    Object plain = plain(node);
    return plain == null ? "" : plain;
  }
}
