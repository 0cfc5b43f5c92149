package org.messgateway.api;

import java.util.function.IntPredicate;

/**
 * Text that somebody else wrote, as people may be shown it. Characters that act on a terminal, end
 * or reorder a line, or are not seen at all, do not pass.
 *
 * <p>These are controls (C0, DEL, C1), separators of lines and paragraphs, marks, embeddings,
 * overrides and isolates of writing direction (Unicode Standard Annex 9), tags and all of plane 14,
 * blank fillers, halves of surrogate pairs, and code points that are not assigned. Letters of every
 * script, combining marks, and the joiners that emoji, Persian and Indic scripts need, stay.
 */
public final class PlainText {

  private static final int PLANE_14 = 0xE;

  /** Code points that show nothing although they count as letters or marks. */
  private static final String BLANKS = "\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0";

  private PlainText() {}

  /**
   * A text of several lines, for messages. Line breaks stay; a tab, and what ends a line in other
   * ways, becomes a blank; all else that is hidden is left out.
   */
  public static String of(String text) {
    return without(text, point -> point != '\n' && hidden(point), PlainText::gap);
  }

  /** One line, for terminals and logs: whatever is hidden, line breaks too, becomes a blank. */
  public static String line(String text) {
    return without(text, PlainText::hidden, _ -> true);
  }

  /** Whether a code point must not reach a terminal; so of a line break, too. */
  public static boolean hidden(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          true;
      case Character.FORMAT -> !joins(point) && !prints(point);
      default -> point >> 16 == PLANE_14 || BLANKS.indexOf(point) >= 0;
    };
  }

  /** Zero width joiner and non-joiner. */
  private static boolean joins(int point) {
    return point == 0x200C || point == 0x200D;
  }

  /** Signs of Arabic, Syriac and Kaithi that are seen, although they count as format characters. */
  private static boolean prints(int point) {
    return (point >= 0x0600 && point <= 0x0605)
        || point == 0x06DD
        || point == 0x070F
        || point == 0x0890
        || point == 0x0891
        || point == 0x08E2
        || point == 0x110BD
        || point == 0x110CD;
  }

  /** Words would run together without it. */
  private static boolean gap(int point) {
    return switch (point) {
      case '\t', 0x0B, 0x0C, 0x85, 0x2028, 0x2029 -> true;
      default -> false;
    };
  }

  private static String without(String text, IntPredicate unwanted, IntPredicate leavesABlank) {
    if (text.codePoints().noneMatch(unwanted)) {
      return text;
    }
    StringBuilder kept = new StringBuilder(text.length());
    text.codePoints()
        .map(point -> unwanted.test(point) && leavesABlank.test(point) ? ' ' : point)
        .filter(point -> !unwanted.test(point))
        .forEach(kept::appendCodePoint);
    return kept.toString();
  }
}
