package org.messgateway.gateway.exchange.late;

import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Name of the link to a replaced file: it holds what the next start needs to recognise a late text
 * after a crash.
 *
 * @param size bytes of the file when it was replaced
 * @param firstFile whether the file begins with the envelope
 * @param linked when the link was made, in milliseconds
 */
record ReplacedFileName(long size, boolean firstFile, Instant linked) {

  private static final int TIME_DIGITS = 12;
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,18})-(overflow-)?([0-9a-f]{" + TIME_DIGITS + "})[0-9a-f]{8}");

  /** A unique name. */
  String text() {
    HexFormat hex = HexFormat.of();
    return size
        + (firstFile ? "-" : "-overflow-")
        + hex.toHexDigits(linked.toEpochMilli(), TIME_DIGITS)
        + hex.toHexDigits(ThreadLocalRandom.current().nextInt());
  }

  /** Empty for any other name. */
  static Optional<ReplacedFileName> of(String text) {
    Matcher form = FORM.matcher(text);
    return form.matches()
        ? Optional.of(
            new ReplacedFileName(
                Long.parseLong(form.group(1)),
                form.group(2) == null,
                Instant.ofEpochMilli(HexFormat.fromHexDigitsToLong(form.group(3)))))
        : Optional.empty();
  }
}
