package org.messgateway.gateway.cli.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.util.List;
import org.messgateway.api.PlainText;

/** Output of commands: lines for people, or one JSON value for programs. */
public final class CommandOutput {

  private final TerminalWriter out;
  private final ObjectMapper json = new ObjectMapper();

  public CommandOutput(TerminalWriter out) {
    this.out = out;
  }

  /** Whether its reader has gone, as {@code head} does. */
  public boolean isClosed() {
    return out.checkError();
  }

  /** One line: a line break in the text would let its author write further ones, and is a blank. */
  public void line(String text) {
    out.println(PlainText.line(text));
  }

  /** A text of several lines of our own; values of others stand in it as one line each. */
  public void lines(String text) {
    text.lines().forEach(this::line);
  }

  /** Lines of our own with colours. */
  public void drawing(List<String> lines) {
    lines.forEach(out::drawing);
  }

  /** A table; {@code nothing} in place of an empty one. */
  public void table(Table table, String nothing) {
    if (table.isEmpty()) {
      line(nothing);
    } else {
      drawing(table.lines());
    }
  }

  /** Maps, lists and plain values. What is hidden is escaped, so that values stay exact. */
  public void json(Object value) {
    json(value, json.writerWithDefaultPrettyPrinter());
  }

  /** The same on one line. */
  public void jsonLine(Object value) {
    json(value, json.writer());
  }

  private void json(Object value, ObjectWriter writer) {
    try {
      lines(escaped(writer.writeValueAsString(value)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("maps, lists and plain values are JSON", e);
    }
  }

  /** Jackson escapes controls below the blank itself; those that are left are its line breaks. */
  private static String escaped(String json) {
    StringBuilder escaped = new StringBuilder(json.length());
    json.codePoints()
        .forEach(point -> {
          if (point < ' ' || !PlainText.hidden(point)) {
            escaped.appendCodePoint(point);
          } else {
            Character.toString(point)
                .chars()
                .forEach(unit -> escaped.append("\\u%04x".formatted(unit)));
          }
        });
    return escaped.toString();
  }
}
