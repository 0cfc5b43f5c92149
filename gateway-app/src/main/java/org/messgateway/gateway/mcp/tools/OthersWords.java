package org.messgateway.gateway.mcp.tools;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.PlainText;

/**
 * Words that others wrote, as an agent's model may read them: without characters that are not seen
 * or that reorder a line, and not endless.
 */
final class OthersWords {

  /** Longest name or word of others. */
  static final int NAME = 120;

  /** Longest text of others, in characters. */
  static final int TEXT = 6_000;

  private static final Pattern PLAIN_ID = Pattern.compile("[A-Za-z0-9:._/-]{1,80}");
  private static final String CUT = "…";

  private OthersWords() {}

  /** A text of several lines. */
  static String text(String text) {
    return cut(PlainText.of(text), TEXT);
  }

  /** A text of any length. */
  static String plain(String text) {
    return PlainText.of(text);
  }

  /** A name, a code, a title: one line. */
  static String line(String text) {
    return cut(PlainText.line(text).strip(), NAME);
  }

  /** Whether an id says nothing more than an id, so that it may stand among the gateway's words. */
  static boolean isPlainId(String id) {
    return PLAIN_ID.matcher(id).matches();
  }

  /** The first so many characters. */
  static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    return text.substring(0, boundary(text, most)) + CUT;
  }

  /** The place where a text may be cut, at this one or before: not within a character. */
  static int boundary(String text, int at) {
    boolean within =
        at > 0
            && at < text.length()
            && Character.isSurrogatePair(text.charAt(at - 1), text.charAt(at));
    return within ? at - 1 : at;
  }

  /** A value of JSON whose texts and keys are so; times become texts. */
  static @Nullable Object value(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> map(map);
      case List<?> list -> list.stream().map(OthersWords::value).filter(Objects::nonNull).toList();
      case String text -> text(text);
      case Instant at -> at.toString();
      case Number number -> number;
      case Boolean truth -> truth;
      case null -> null;
      default -> text(value.toString());
    };
  }

  /** As {@link #value}; members that are null are left out. */
  static Map<String, Object> map(Map<?, ?> map) {
    Map<String, Object> copy = new LinkedHashMap<>();
    map.forEach((key, each) -> {
      Object value = value(each);
      if (value != null) {
        copy.put(line(String.valueOf(key)), value);
      }
    });
    return copy;
  }
}
