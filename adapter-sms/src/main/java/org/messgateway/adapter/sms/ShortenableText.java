package org.messgateway.adapter.sms;

import java.text.BreakIterator;
import java.util.Locale;

/**
 * A text whose middle part is shortened until the whole fits.
 *
 * @param before the start, never shortened
 * @param words the part that may lose its end
 * @param after the end, never shortened
 */
record ShortenableText(String before, String words, String after) {

  /** The least number of characters of an intent; a further segment is better than fewer. */
  private static final int FEWEST_SHOWN = 24;

  /** The longest message in characters, by advice of carriers. */
  private static final int LONGEST = 320;

  /** The number of UCS-2 segments within {@link #LONGEST}. */
  private static final int MOST_SEGMENTS = 4;

  private static final String DOTS = "...";

  /** The text in the least number of segments that shows enough. */
  String fitted() {
    String whole = Gsm7Alphabet.simplified(before + words + after);
    for (int segments = 1; segments <= MOST_SEGMENTS; segments++) {
      if (fits(whole, segments)) {
        return whole;
      }
      String cut = cutTo(segments);
      if (!cut.isEmpty()) {
        return cut;
      }
    }
    // A very long link goes whole, with as little of the words as makes sense.
    return words.length() <= FEWEST_SHOWN ? whole : with(FEWEST_SHOWN);
  }

  /** Whether nothing is shortened and one segment is enough. */
  boolean isWholeInOneSegment() {
    return fits(Gsm7Alphabet.simplified(before + words + after), 1);
  }

  private static boolean fits(String text, int segments) {
    return text.length() <= LONGEST && SmsSegments.of(text).count() <= segments;
  }

  /** The longest cut within this number of segments; empty when too little remains. */
  private String cutTo(int segments) {
    // Longer cuts cannot fit: the search stays short whatever somebody wrote.
    for (int end = Math.min(words.length() - 1, LONGEST); end >= FEWEST_SHOWN; end--) {
      String text = with(end);
      if (fits(text, segments)) {
        return text;
      }
    }
    return "";
  }

  /**
   * The text cut here, with dots in the same encoding, so that they do not turn the message into
   * UCS-2.
   */
  private String with(int end) {
    String shown = words.substring(0, boundary(words, end)).stripTrailing();
    String text = Gsm7Alphabet.simplified(before + shown + DOTS + after);
    return Gsm7Alphabet.holds(text) ? text : before + shown + "…" + after;
  }

  /** The end of the character at this index, with its accents; an emoji stays whole. */
  static int boundary(String words, int end) {
    BreakIterator characters = BreakIterator.getCharacterInstance(Locale.ROOT);
    // Looking at some more than is kept is enough to see where a character ends.
    String near = words.substring(0, Math.min(words.length(), end + 32));
    characters.setText(near);
    return characters.isBoundary(end) ? end : Math.max(0, characters.preceding(end));
  }
}
