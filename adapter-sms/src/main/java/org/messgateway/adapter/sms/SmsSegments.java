package org.messgateway.adapter.sms;

/**
 * The encoding and length of a text. Each segment is sent and charged as one message.
 *
 * <p>Sources: 3GPP TS 23.038 and 23.040; Twilio's limit for a whole body is 1,600 characters.
 *
 * @param smsEncoding the encoding that the text needs
 * @param units septets, or UTF-16 units
 * @param count the number of segments
 */
record SmsSegments(SmsEncoding smsEncoding, int units, int count) {

  /** An encoding, with the size of a single segment and of one of several. */
  enum SmsEncoding {
    GSM_7(160, 153),
    UCS_2(70, 67);

    private final int alone;
    private final int together;

    SmsEncoding(int alone, int together) {
      this.alone = alone;
      this.together = together;
    }
  }

  static SmsSegments of(String text) {
    SmsEncoding smsEncoding = Gsm7Alphabet.holds(text) ? SmsEncoding.GSM_7 : SmsEncoding.UCS_2;
    int units = text.codePoints().map(point -> units(smsEncoding, point)).sum();
    return new SmsSegments(
        smsEncoding, units, units <= smsEncoding.alone ? 1 : packed(smsEncoding, text));
  }

  private static int units(SmsEncoding smsEncoding, int point) {
    return smsEncoding == SmsEncoding.GSM_7
        ? Gsm7Alphabet.septets(point)
        : Character.charCount(point);
  }

  /**
   * The segments of a text. An escape and its character, or two surrogates, stay in one segment, so
   * a segment's rest may stay empty.
   */
  private static int packed(SmsEncoding smsEncoding, String text) {
    int count = 1;
    int used = 0;
    for (int point : text.codePoints().toArray()) {
      int needed = units(smsEncoding, point);
      if (used + needed > smsEncoding.together) {
        count++;
        used = 0;
      }
      used += needed;
    }
    return count;
  }
}
