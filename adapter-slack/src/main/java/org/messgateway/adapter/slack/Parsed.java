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

/** JSON from outside, of which nothing is sure: what is not there or of another kind is empty. */
record Parsed(@Nullable JsonElement json) {

  /** Reads; what is no JSON is empty. */
  static Parsed of(byte[] json) {
    return of(new String(json, StandardCharsets.UTF_8));
  }

  /** Reads; what is no JSON is empty. */
  static Parsed of(String json) {
    try {
      return new Parsed(JsonParser.parseString(json));
    } catch (JsonParseException e) {
      return new Parsed(null);
    }
  }

  Parsed at(String name) {
    return new Parsed(json instanceof JsonObject object ? object.get(name) : null);
  }

  Parsed at(String name, String below) {
    return at(name).at(below);
  }

  Parsed first() {
    return all().findFirst().orElse(new Parsed(null));
  }

  Stream<Parsed> all() {
    return json != null && json.isJsonArray()
        ? StreamSupport.stream(json.getAsJsonArray().spliterator(), false).map(Parsed::new)
        : Stream.empty();
  }

  /** What an object holds, in its order. */
  List<Map.Entry<String, Parsed>> entries() {
    return json instanceof JsonObject object
        ? object.entrySet().stream()
            .map(entry -> Map.entry(entry.getKey(), new Parsed(entry.getValue())))
            .toList()
        : List.of();
  }

  String text() {
    return json != null && json.isJsonPrimitive() ? json.getAsString() : "";
  }

  /** This text, or that one where this is empty. */
  String textOr(Parsed other) {
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
