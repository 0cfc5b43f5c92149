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
 * @param inode of the file; 0 where it has none. Before an exchange of names its successor has the
 *     name, which has another
 * @param linked when the name was made, in milliseconds
 */
record ReplacedFileName(long size, boolean firstFile, long inode, Instant linked) {

  private static final int TIME_DIGITS = 12;
  private static final Pattern FORM =
      Pattern.compile(
          "(\\d{1,18})-(overflow-)?(?:([0-9a-f]{16})-)?([0-9a-f]{" + TIME_DIGITS + "})[0-9a-f]{8}");

  /** A unique name. */
  String text() {
    HexFormat hex = HexFormat.of();
    return size
        + (firstFile ? "-" : "-overflow-")
        + (inode == 0 ? "" : hex.toHexDigits(inode) + "-")
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
                form.group(3) == null ? 0 : HexFormat.fromHexDigitsToLong(form.group(3)),
                Instant.ofEpochMilli(HexFormat.fromHexDigitsToLong(form.group(4)))))
        : Optional.empty();
  }
}
