package org.messgateway.gateway.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.Map;

/** What commands print: lines for people, or one JSON value for programs. */
final class Output {

  private final PrintWriter out;
  private final ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  Output(PrintWriter out) {
    this.out = out;
  }

  void line(String text) {
    out.println(text);
    out.flush();
  }

  /** Maps, lists and plain values. */
  void json(Object value) {
    try {
      line(json.writeValueAsString(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("maps, lists and plain values are JSON", e);
    }
  }

  /** A list of rows as JSON, or as lines with {@code nothing} in place of an empty list. */
  void rows(boolean asJson, Collection<Map<String, Object>> rows, RowText text, String nothing) {
    if (asJson) {
      json(rows);
    } else if (rows.isEmpty()) {
      line(nothing);
    } else {
      rows.forEach(row -> line(text.of(row)));
    }
  }

  /** How one row reads. */
  @FunctionalInterface
  interface RowText {
    String of(Map<String, Object> row);
  }
}
