package org.messgateway.adapter.sms;

import java.text.BreakIterator;
import java.util.Locale;

/**
 * A text whose middle gives way so that the whole fits.
 *
 * @param before stands as it is
 * @param words may lose its end
 * @param after stands as it is
 */
record Fitted(String before, String words, String after) {

  /** Fewer characters of what is to be done say too little: rather pay for another segment. */
  private static final int FEWEST_SHOWN = 24;

  /** Carriers advise against longer messages. */
  private static final int LONGEST = 320;

  /** What {@link #LONGEST} comes to in UCS-2, rounded down. */
  private static final int MOST_SEGMENTS = 4;

  private static final String DOTS = "...";

  /** The text in as few segments as say enough. */
  String fitted() {
    String whole = Gsm7.simplified(before + words + after);
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

  private static boolean fits(String text, int segments) {
    return text.length() <= LONGEST && Segments.of(text).count() <= segments;
  }

  /** The longest cut that fits into so many segments; empty when too little would be left. */
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

  /** With dots as the alphabet has them, so that they are not what makes the message UCS-2. */
  private String with(int end) {
    String shown = words.substring(0, boundary(words, end)).stripTrailing();
    String text = Gsm7.simplified(before + shown + DOTS + after);
    return Gsm7.holds(text) ? text : before + shown + "…" + after;
  }

  /** Where the character ends that stands there: letters with their accents, whole emoji. */
  static int boundary(String words, int end) {
    BreakIterator characters = BreakIterator.getCharacterInstance(Locale.ROOT);
    // Looking at some more than is kept is enough to see where a character ends.
    String near = words.substring(0, Math.min(words.length(), end + 32));
    characters.setText(near);
    return characters.isBoundary(end) ? end : Math.max(0, characters.preceding(end));
  }
}
