package org.messgateway.adapter.sms;

/**
 * How a text travels: each segment is sent, and paid, as a message of its own.
 *
 * <p>Sources: 3GPP TS 23.038 and 23.040; Twilio's limit for a whole body is 1,600 characters.
 *
 * @param alphabet decided by its most demanding character
 * @param units septets, or UTF-16 units
 * @param count of segments
 */
record Segments(Alphabet alphabet, int units, int count) {

  /** How a segment is encoded, with what one alone and one of several holds. */
  enum Alphabet {
    GSM_7(160, 153),
    UCS_2(70, 67);

    private final int alone;
    private final int together;

    Alphabet(int alone, int together) {
      this.alone = alone;
      this.together = together;
    }
  }

  static Segments of(String text) {
    Alphabet alphabet = Gsm7.holds(text) ? Alphabet.GSM_7 : Alphabet.UCS_2;
    int units = text.codePoints().map(point -> units(alphabet, point)).sum();
    return new Segments(alphabet, units, units <= alphabet.alone ? 1 : packed(alphabet, text));
  }

  private static int units(Alphabet alphabet, int point) {
    return alphabet == Alphabet.GSM_7 ? Gsm7.septets(point) : Character.charCount(point);
  }

  /**
   * An escape and its character, or two surrogates, never part: the rest of a segment stays empty.
   */
  private static int packed(Alphabet alphabet, String text) {
    int count = 1;
    int used = 0;
    for (int point : text.codePoints().toArray()) {
      int needed = units(alphabet, point);
      if (used + needed > alphabet.together) {
        count++;
        used = 0;
      }
      used += needed;
    }
    return count;
  }
}
