package org.messgateway.gateway.http;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A requested part of a file (RFC 9110, section 14). Only a single range of bytes is supported; any
 * other Range header gets the whole file, as the RFC allows.
 *
 * @param first first byte, 0 for the file's
 * @param last last byte, included
 */
record FileRange(long first, long last) {

  private static final Pattern SINGLE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

  /** The range lies outside the file. */
  static final class UnsatisfiableException extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /**
   * The range that a Range header requests of a file of this size.
   *
   * @return empty when the whole file is to be sent
   */
  static Optional<FileRange> of(String header, long size) throws UnsatisfiableException {
    Matcher matcher = SINGLE.matcher(header.strip());
    if (!matcher.matches() || (matcher.group(1) + matcher.group(2)).isEmpty()) {
      return Optional.empty();
    }
    boolean suffix = matcher.group(1).isEmpty();
    long first =
        suffix
            ? Math.max(0, size - Long.parseLong(matcher.group(2)))
            : Long.parseLong(matcher.group(1));
    long last =
        suffix || matcher.group(2).isEmpty()
            ? size - 1
            : Math.min(size - 1, Long.parseLong(matcher.group(2)));
    boolean backwards =
        !suffix && !matcher.group(2).isEmpty() && Long.parseLong(matcher.group(2)) < first;
    if (backwards) {
      return Optional.empty();
    }
    if (first >= size) {
      throw new UnsatisfiableException();
    }
    return Optional.of(new FileRange(first, last));
  }

  long length() {
    return last - first + 1;
  }

  String contentRange(long size) {
    return "bytes " + first + "-" + last + "/" + size;
  }
}
