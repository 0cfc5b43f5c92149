package org.messgateway.gateway.exchange.format;

import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes scalars so that readers of YAML 1.1 and 1.2 read the same text: texts that either reads as
 * a number, a date or a truth value are quoted.
 */
final class ScalarWriter {

  /**
   * What YAML 1.1 or 1.2 reads as null, a truth value or a number though it begins with a letter.
   */
  private static final Set<String> SPECIAL_WORDS =
      Set.of("null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "nan");

  private static final int LONGEST_WORD = "false".length();
  private static final int SECONDS_OF_DAY = 86_400;

  /** The ids of threads begin like a date and are none. */
  private static final Pattern REF =
      Pattern.compile("\\d{4}-\\d{2}-\\d{2}-[A-Za-z0-9-]*[A-Za-z0-9]");

  private static final Pattern PLAIN_KEY = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final Pattern STAMP_FORM =
      Pattern.compile("\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z");

  private ScalarWriter() {}

  /** As the reference writes instants: UTC, to the millisecond. */
  static String stamp(Instant instant) {
    long seconds = instant.getEpochSecond();
    LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(seconds, SECONDS_OF_DAY));
    if (date.getYear() < 0 || date.getYear() > 9999) {
      return STAMP.format(instant);
    }
    int second = Math.floorMod(seconds, SECONDS_OF_DAY);
    char[] text = "0000-00-00T00:00:00.000Z".toCharArray();
    digits(date.getYear(), 3, text);
    digits(date.getMonthValue(), 6, text);
    digits(date.getDayOfMonth(), 9, text);
    digits(second / 3600, 12, text);
    digits(second / 60 % 60, 15, text);
    digits(second % 60, 18, text);
    digits(instant.getNano() / 1_000_000, 22, text);
    return new String(text);
  }

  /** Writes a number so that its last digit stands there. */
  private static void digits(int number, int last, char[] text) {
    int at = last;
    for (int left = number; left > 0; left /= 10) {
      text[at--] += (char) (left % 10);
    }
  }

  /** Whether it is a stamp, which is written without quotes as the reference does. */
  static boolean isStamp(String text) {
    return STAMP_FORM.matcher(text).matches();
  }

  /** A value on the line of its key in block style. */
  static String block(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case Boolean truth -> truth.toString();
      case Integer number -> number.toString();
      case Long number -> number.toString();
      case BigInteger number -> number.toString();
      case Double number -> real(number);
      case Instant instant -> stamp(instant);
      default -> text(value.toString());
    };
  }

  private static String real(double number) {
    if (Double.isNaN(number)) {
      return ".nan";
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? ".inf" : "-.inf";
    }
    return Double.toString(number);
  }

  private static String text(String text) {
    return isPlain(text) ? text : quoted(text);
  }

  /** A text inside {@code [ ]} or <code>{ }</code>, where plain texts must hold no indicators. */
  static String flow(String text) {
    return isPlain(text) && PLAIN_KEY.matcher(text).matches() ? text : quoted(text);
  }

  static String key(String key) {
    return PLAIN_KEY.matcher(key).matches() && isPlain(key) ? key : quoted(key);
  }

  /** In double quotes, valid as JSON too. */
  static String quoted(String text) {
    StringBuilder out = new StringBuilder(text.length() + 2).append('"');
    text.codePoints().forEach(each -> escape(each, out));
    return out.append('"').toString();
  }

  private static void escape(int character, StringBuilder out) {
    switch (character) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        if (isPrintable(character)) {
          out.appendCodePoint(character);
        } else {
          // Half of a surrogate pair has no UTF-8 form.
          boolean half = character >= 0xD800 && character <= 0xDFFF;
          int shown = half ? 0xFFFD : character;
          out.append(shown > 0xFFFF ? "\\U%08X".formatted(shown) : "\\u%04X".formatted(shown));
        }
      }
    }
  }

  /** Whether no reader trips over it: controls, line ends of YAML 1.1, marks and halves are out. */
  static boolean isPrintable(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.PRIVATE_USE ->
          false;
      default -> character != 0xFEFF;
    };
  }

  private static boolean isPlain(String text) {
    if (!beginsWithLetter(text) && !REF.matcher(text).matches()) {
      return false;
    }
    char before = 'a';
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      boolean ascii = each >= ' ' && each <= '~';
      boolean ends = (each == ' ' && before == ':') || (each == '#' && before == ' ');
      if (ends || (!ascii && !isPrintable(text.codePointAt(i)))) {
        return false;
      }
      i += !ascii && Character.isSupplementaryCodePoint(text.codePointAt(i)) ? 1 : 0;
      before = each;
    }
    return before != ':'
        && before != ' '
        && (text.length() > LONGEST_WORD || !SPECIAL_WORDS.contains(text.toLowerCase(Locale.ROOT)));
  }

  private static boolean beginsWithLetter(String text) {
    return !text.isEmpty() && Character.isLetter(text.codePointAt(0));
  }
}
