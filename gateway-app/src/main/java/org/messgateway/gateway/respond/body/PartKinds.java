package org.messgateway.gateway.respond.body;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ContentEntry.Media.Kind;

/** As what each file part is entered: as the message names it, else by its type. */
final class PartKinds {

  private final Map<String, Kind> named = new HashMap<>();

  PartKinds(List<Map<String, @Nullable Object>> mess) {
    mess.forEach(this::look);
  }

  Kind of(String part, String mime) {
    return named.getOrDefault(part, byType(mime));
  }

  private static Kind byType(String mime) {
    return switch (mime.replaceFirst("/.*", "")) {
      case "image" -> Kind.IMAGE;
      case "audio" -> Kind.AUDIO;
      case "video" -> Kind.VIDEO;
      default -> Kind.FILE;
    };
  }

  // The reader of the message bounds how deep it is.
  private void look(@Nullable Object value) {
    switch (value) {
      case Map<?, ?> map -> map.forEach(this::entry);
      case Collection<?> list -> list.forEach(this::look);
      case null, default -> {}
    }
  }

  private void entry(Object key, @Nullable Object value) {
    if (value instanceof Map<?, ?> map && map.get("part") instanceof String part) {
      for (Kind kind : Kind.values()) {
        if (kind.name().toLowerCase(Locale.ROOT).equals(key)) {
          named.putIfAbsent(part, kind);
        }
      }
    }
    look(value);
  }
}
