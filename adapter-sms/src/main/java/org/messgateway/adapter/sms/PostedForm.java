package org.messgateway.adapter.sms;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The fields of a posted form, repeated ones included.
 *
 * @param fields the values by name, sorted by name
 */
record PostedForm(SortedMap<String, List<String>> fields) {

  PostedForm {
    fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
  }

  /** Parses {@code application/x-www-form-urlencoded}; a malformed part stays unchanged. */
  static PostedForm parse(byte[] raw) {
    SortedMap<String, List<String>> fields = new TreeMap<>();
    for (String pair : new String(raw, UTF_8).split("&", -1)) {
      if (!pair.isEmpty()) {
        int equals = pair.indexOf('=');
        String name = equals < 0 ? pair : pair.substring(0, equals);
        String value = equals < 0 ? "" : pair.substring(equals + 1);
        fields.computeIfAbsent(decoded(name), _ -> new ArrayList<>()).add(decoded(value));
      }
    }
    return new PostedForm(fields);
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return text;
    }
  }

  /** The first value; empty when there is none. */
  String text(String name) {
    return fields.getOrDefault(name, List.of("")).getFirst();
  }

  /** A number of at least 0; 0 when the value is none. */
  int number(String name) {
    String text = text(name);
    return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
  }

  /** The form with one field added or replaced. */
  PostedForm with(String name, String value) {
    SortedMap<String, List<String>> more = new TreeMap<>(fields);
    more.put(name, List.of(value));
    return new PostedForm(more);
  }

  /** The encoded form, which {@link #parse} reads. */
  byte[] bytes() {
    List<String> pairs = new ArrayList<>();
    fields.forEach((name, values) ->
        values.forEach(value ->
            pairs.add(URLEncoder.encode(name, UTF_8) + "=" + URLEncoder.encode(value, UTF_8))));
    return String.join("&", pairs).getBytes(UTF_8);
  }

  /** The names alone, because values hold people's texts. */
  @Override
  public String toString() {
    return "Form" + fields.keySet();
  }
}
