package org.messgateway.gateway.exchange;

import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The exchange's id of a thread, also the name of its file or folder: opaque, and checked before it
 * can become a path.
 *
 * @param value {@value #MAX_LENGTH} characters at most; no separator, no {@code ..}, no control
 *     character, no leading dot
 */
public record Ref(String value) implements Comparable<Ref> {

  public static final int MAX_LENGTH = 200;

  /** Refs of one day have three digits and, from the thousandth on, more. */
  private static final Pattern NUMBERED =
      Pattern.compile("(\\d{4}-\\d\\d-\\d\\d-)(\\d{3,9})(\\D.*)?");

  /**
   * Order in which threads were created, by their refs: by date, by number, by what follows. Refs
   * of other forms are compared as text.
   */
  public static final Comparator<String> CREATION_ORDER =
      Comparator.comparing(Ref::padded).thenComparing(Comparator.naturalOrder());

  /**
   * @throws IllegalArgumentException when the text cannot be a ref; says why
   */
  public Ref {
    String problem = problem(value);
    if (problem != null) {
      throw new IllegalArgumentException("\"" + shown(value) + "\" is no ref: it " + problem);
    }
  }

  /** The ref of that text; empty when it cannot be one. */
  public static Optional<Ref> of(String text) {
    return problem(text) == null ? Optional.of(new Ref(text)) : Optional.empty();
  }

  private static String padded(String ref) {
    Matcher numbered = NUMBERED.matcher(ref);
    return numbered.matches()
        ? "%s%09d%s"
            .formatted(
                numbered.group(1),
                Integer.parseInt(numbered.group(2)),
                Objects.requireNonNullElse(numbered.group(3), ""))
        : ref;
  }

  private static @Nullable String problem(String text) {
    if (text.length() <= MAX_LENGTH && isPlain(text)) {
      return null;
    }
    if (text.isBlank()) {
      return "is empty";
    }
    if (text.length() > MAX_LENGTH) {
      return "has more than " + MAX_LENGTH + " characters";
    }
    if (text.startsWith(".")) {
      return "starts with a dot";
    }
    if (text.contains("..") || text.contains("/") || text.contains("\\")) {
      return "contains \"..\", \"/\" or \"\\\"";
    }
    for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
      if (unfit(text.codePointAt(at))) {
        return "contains control characters";
      }
    }
    return null;
  }

  /** Letters, digits and dashes of ASCII, as nearly all refs are. */
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      boolean letter = (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z');
      if (!letter && (each < '0' || each > '9') && each != '-' && each != '_') {
        return false;
      }
    }
    return !text.isEmpty();
  }

  /** Whether a character must not or cannot stand in a file name. */
  public static boolean unfit(int character) {
    // A lone surrogate is a code point of its own here: no file name can hold it.
    return Character.isISOControl(character) || Character.getType(character) == Character.SURROGATE;
  }

  private static String shown(String text) {
    String head = text.length() > 40 ? text.substring(0, 40) + "…" : text;
    return head.replaceAll("\\p{Cntrl}", "?");
  }

  /** Written out: compared in every step of a delivery. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Ref that && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public int compareTo(Ref other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
