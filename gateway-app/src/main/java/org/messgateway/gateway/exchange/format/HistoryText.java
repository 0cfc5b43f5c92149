package org.messgateway.gateway.exchange.format;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.messgateway.api.mess.HistoryEntry;

/** Writes history entries. */
final class HistoryText {

  private HistoryText() {}

  /** Keys and texts in the order of the reference, without absent values. */
  static Map<String, String> values(HistoryEntry entry) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("action", entry.action());
    if (entry.at() != null) {
      values.put("at", ScalarWriter.stamp(entry.at()));
    }
    if (entry.by() != null) {
      values.put("by", entry.by());
    }
    if (entry.note() != null) {
      values.put("note", entry.note());
    }
    return values;
  }

  /** Lines of a block list, each with its line end. */
  static void block(HistoryEntry entry, int indent, String newline, StringBuilder out) {
    line("- action: ", ScalarWriter.block(entry.action()), indent, newline, out);
    if (entry.at() != null) {
      // A stamp is left without quotes, like those the reference writes.
      line("  at: ", ScalarWriter.stamp(entry.at()), indent, newline, out);
    }
    if (entry.by() != null) {
      line("  by: ", ScalarWriter.block(entry.by()), indent, newline, out);
    }
    if (entry.note() != null) {
      line("  note: ", ScalarWriter.block(entry.note()), indent, newline, out);
    }
  }

  private static void line(
      String key, String value, int indent, String newline, StringBuilder out) {
    out.repeat(' ', indent).append(key).append(value).append(newline);
  }

  /** An element of a list in brackets; as JSON where the envelope is JSON. */
  static String flow(HistoryEntry entry, boolean json) {
    return values(entry).entrySet().stream()
        .map(each -> flowKey(each.getKey(), json) + ": " + flowValue(each.getValue(), json))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  static String flowKey(String key, boolean json) {
    return json ? ScalarWriter.quoted(key) : ScalarWriter.key(key);
  }

  static String flowValue(String value, boolean json) {
    return json ? ScalarWriter.quoted(value) : ScalarWriter.flow(value);
  }
}
