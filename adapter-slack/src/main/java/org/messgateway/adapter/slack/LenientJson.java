package org.messgateway.adapter.slack;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** JSON from outside. A value that is missing or of another kind reads as empty. */
record LenientJson(@Nullable JsonElement json) {

  /** The parsed text; empty when it is not JSON. */
  static LenientJson of(byte[] json) {
    return of(new String(json, StandardCharsets.UTF_8));
  }

  /** The parsed text; empty when it is not JSON. */
  static LenientJson of(String json) {
    try {
      return new LenientJson(JsonParser.parseString(json));
    } catch (JsonParseException e) {
      return new LenientJson(null);
    }
  }

  LenientJson at(String name) {
    return new LenientJson(json instanceof JsonObject object ? object.get(name) : null);
  }

  LenientJson at(String name, String below) {
    return at(name).at(below);
  }

  LenientJson first() {
    return all().findFirst().orElse(new LenientJson(null));
  }

  Stream<LenientJson> all() {
    return json != null && json.isJsonArray()
        ? StreamSupport.stream(json.getAsJsonArray().spliterator(), false).map(LenientJson::new)
        : Stream.empty();
  }

  /** The members of an object in their order. */
  List<Map.Entry<String, LenientJson>> entries() {
    return json instanceof JsonObject object
        ? object.entrySet().stream()
            .map(entry -> Map.entry(entry.getKey(), new LenientJson(entry.getValue())))
            .toList()
        : List.of();
  }

  String text() {
    return json != null && json.isJsonPrimitive() ? json.getAsString() : "";
  }

  /** This text, or the other one where this is empty. */
  String textOr(LenientJson other) {
    return text().isEmpty() ? other.text() : text();
  }

  boolean yes() {
    return text().equals("true");
  }

  long number(long otherwise) {
    try {
      return Long.parseLong(text());
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }

  boolean isThere() {
    return json != null && !json.isJsonNull();
  }
}
