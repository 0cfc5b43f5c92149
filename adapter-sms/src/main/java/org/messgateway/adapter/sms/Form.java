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
 * The fields of a form as they were posted, repeated ones kept.
 *
 * @param fields values by name, names in the order of their characters
 */
record Form(SortedMap<String, List<String>> fields) {

  Form {
    fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
  }

  /** Reads {@code application/x-www-form-urlencoded}; what is not well formed stands as it came. */
  static Form parse(byte[] raw) {
    SortedMap<String, List<String>> fields = new TreeMap<>();
    for (String pair : new String(raw, UTF_8).split("&", -1)) {
      if (!pair.isEmpty()) {
        int equals = pair.indexOf('=');
        String name = equals < 0 ? pair : pair.substring(0, equals);
        String value = equals < 0 ? "" : pair.substring(equals + 1);
        fields.computeIfAbsent(decoded(name), _ -> new ArrayList<>()).add(decoded(value));
      }
    }
    return new Form(fields);
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return text;
    }
  }

  /** The first value, empty when there is none. */
  String text(String name) {
    return fields.getOrDefault(name, List.of("")).getFirst();
  }

  /** A number that is not negative; 0 when it is none. */
  int number(String name) {
    String text = text(name);
    return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
  }

  /** The same with one field more, or another value in it. */
  Form with(String name, String value) {
    SortedMap<String, List<String>> more = new TreeMap<>(fields);
    more.put(name, List.of(value));
    return new Form(more);
  }

  /** As it can be parsed again. */
  byte[] bytes() {
    List<String> pairs = new ArrayList<>();
    fields.forEach((name, values) ->
        values.forEach(value ->
            pairs.add(URLEncoder.encode(name, UTF_8) + "=" + URLEncoder.encode(value, UTF_8))));
    return String.join("&", pairs).getBytes(UTF_8);
  }

  /** Names only: what people write is nobody's business in a log. */
  @Override
  public String toString() {
    return "Form" + fields.keySet();
  }
}
