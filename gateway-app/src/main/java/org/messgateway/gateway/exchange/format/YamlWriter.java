package org.messgateway.gateway.exchange.format;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes plain values as YAML in block style, the way the reference does.
 *
 * <p>The text is one document for every reader of YAML 1.1 and 1.2: no directives, no end marks, no
 * line that could be taken for a separator, long lines are not folded.
 */
public final class YamlWriter {

  private static final int STEP = 2;

  /** YAML 1.2 §7.4.2: what stands before a colon without a question mark has at most 1,024. */
  private static final int LONGEST_PLAIN_KEY = 1000;

  private final StringBuilder out = new StringBuilder();

  private YamlWriter() {}

  /** A document of this value; ends in a newline. */
  public static String write(@Nullable Object value) {
    YamlWriter writer = new YamlWriter();
    writer.element(value, 0);
    return writer.out.toString();
  }

  /** A value on one line, in braces or brackets, its texts in double quotes. */
  public static String flow(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> flowMap(map);
      case List<?> list ->
          list.stream().map(YamlWriter::flow).collect(Collectors.joining(", ", "[", "]"));
      case String text -> ScalarWriter.quoted(text);
      case null, default -> ScalarWriter.block(value);
    };
  }

  private static String flowMap(Map<?, ?> map) {
    return map.entrySet().stream()
        .map(entry -> flowKey(String.valueOf(entry.getKey())) + ": " + flow(entry.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String flowKey(String key) {
    String written = ScalarWriter.key(key);
    return written.length() > LONGEST_PLAIN_KEY ? "? " + written + " " : written;
  }

  /** The first entry stands where the text ends now, the others are indented. */
  private void map(Map<?, ?> map, int indent) {
    Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<?, ?> entry = entries.next();
      key(String.valueOf(entry.getKey()), indent);
      valueOfKey(entry.getValue(), indent);
      if (entries.hasNext()) {
        out.repeat(' ', indent);
      }
    }
  }

  private void key(String key, int indent) {
    String written = ScalarWriter.key(key);
    if (written.length() > LONGEST_PLAIN_KEY) {
      out.append("? ").append(written).append('\n').repeat(' ', indent).append(':');
    } else {
      out.append(written).append(':');
    }
  }

  private void valueOfKey(@Nullable Object value, int indent) {
    if (value instanceof Map<?, ?> map && !map.isEmpty()) {
      out.append('\n').repeat(' ', indent + STEP);
      map(map, indent + STEP);
    } else if (value instanceof List<?> list && !list.isEmpty()) {
      out.append('\n').repeat(' ', indent + STEP);
      list(list, indent + STEP);
    } else {
      out.append(' ');
      simple(value, indent);
    }
  }

  private void list(List<?> list, int indent) {
    Iterator<?> elements = list.iterator();
    while (elements.hasNext()) {
      out.append("- ");
      element(elements.next(), indent + STEP);
      if (elements.hasNext()) {
        out.repeat(' ', indent);
      }
    }
  }

  private void element(@Nullable Object element, int indent) {
    if (element instanceof Map<?, ?> map && !map.isEmpty()) {
      map(map, indent);
    } else if (element instanceof List<?> list && !list.isEmpty()) {
      list(list, indent);
    } else {
      simple(element, indent - STEP);
    }
  }

  private void simple(@Nullable Object value, int indent) {
    switch (value) {
      case Map<?, ?> _ -> out.append("{}\n");
      case List<?> _ -> out.append("[]\n");
      case String text when LiteralBlock.fits(text) ->
          out.append(LiteralBlock.of(text, indent + STEP));
      case null, default -> out.append(ScalarWriter.block(value)).append('\n');
    }
  }

  /**
   * Texts of several lines as {@code |} blocks, which people can read; only where that is exact.
   */
  static final class LiteralBlock {

    private LiteralBlock() {}

    /**
     * Whether the text survives: it has lines, at most one newline at its end, and nothing at the
     * edges of lines that indentation or careless editors would change.
     */
    static boolean fits(String text) {
      return text.stripTrailing().indexOf('\n') > 0
          && !text.endsWith("\n\n")
          && text.codePoints().allMatch(each -> each == '\n' || ScalarWriter.isPrintable(each))
          && !text.startsWith(" ")
          && !text.startsWith("\n")
          && text.lines().noneMatch(line -> line.endsWith(" "));
    }

    /** The block from its {@code |} to its last newline. */
    static String of(String text, int indent) {
      StringBuilder out = new StringBuilder(text.endsWith("\n") ? "|\n" : "|-\n");
      text.lines()
          .forEach(line -> {
            out.repeat(' ', line.isEmpty() ? 0 : indent).append(line).append('\n');
          });
      return out.toString();
    }
  }
}
