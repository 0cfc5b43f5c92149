package org.messgateway.gateway.exchange;

import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the second name of a replaced file says, so that after a crash the next start can tell what
 * came late.
 *
 * @param size bytes it had when it was replaced
 * @param head whether it held the envelope
 * @param linked when it got this name, in milliseconds
 */
record KeptName(long size, boolean head, Instant linked) {

  private static final int TIME_DIGITS = 12;
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,18})-(overflow-)?([0-9a-f]{" + TIME_DIGITS + "})[0-9a-f]{8}");

  /** A name that nobody has. */
  String text() {
    HexFormat hex = HexFormat.of();
    return size
        + (head ? "-" : "-overflow-")
        + hex.toHexDigits(linked.toEpochMilli(), TIME_DIGITS)
        + hex.toHexDigits(ThreadLocalRandom.current().nextInt());
  }

  /** Empty for a name that is none of these. */
  static Optional<KeptName> of(String text) {
    Matcher form = FORM.matcher(text);
    return form.matches()
        ? Optional.of(
            new KeptName(
                Long.parseLong(form.group(1)),
                form.group(2) == null,
                Instant.ofEpochMilli(HexFormat.fromHexDigitsToLong(form.group(3)))))
        : Optional.empty();
  }
}
