package org.messgateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/**
 * The destination of a notification on a channel.
 *
 * @param value a Slack user or channel id, a chat id, an E.164 number, a URL
 * @param settings the settings beside the address, as {@link AdapterDescription#addressSettings()}
 *     describes them
 * @param origin the source of the address, which decides what it may reach
 *     (docs/rules.md#where-it-may-go)
 */
public record Address(String value, Settings settings, Origin origin) {

  /**
   * The maximum length of an address in bytes of UTF-8. Addresses are part of an index, and
   * PostgreSQL accepts no index entry above a third of a page (about 2,700 bytes).
   */
  public static final int MAX_BYTES = 2_000;

  /** Tells two addresses of one host apart, and is too short for a secret. */
  private static final int LONGEST_SEGMENT = 12;

  /** The source of an address. */
  public enum Origin {
    /** The operator wrote it in {@code config.yaml}. */
    CONFIGURATION,
    /** An executor file, a message or the API; such an address reaches public networks only. */
    ELSEWHERE
  }

  // Each delivery asks. What a record has by itself is slow without the optimizing compiler.

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Address that
        && value.equals(that.value)
        && settings.equals(that.settings)
        && origin == that.origin;
  }

  /** Addresses that differ in their settings only are few. */
  @Override
  public int hashCode() {
    return value.hashCode();
  }

  /** An address of the configuration without settings. */
  public static Address configured(String value) {
    return new Address(value, Settings.none(), Origin.CONFIGURATION);
  }

  /**
   * An address as commands print it. Of a URL that is scheme, host, port and the beginning of its
   * path: user, path and query may hold a secret. Any other address is itself.
   */
  public static String shown(String value) {
    int authority = value.indexOf("://") + 3;
    if (authority < 3) {
      return value;
    }
    int end = firstOf(value, "/?#", authority);
    int user = value.lastIndexOf('@', end - 1);
    String host = value.substring(user < authority ? authority : user + 1, end);
    int path = end < value.length() && value.charAt(end) == '/' ? end + 1 : end;
    int segment = firstOf(value, "/?#", path);
    int cut = Math.min(segment, path + LONGEST_SEGMENT);
    String rest = cut < value.length() ? "…" : "";
    return value.substring(0, authority) + host + value.substring(end, cut) + rest;
  }

  private static int firstOf(String text, String ends, int from) {
    int at = from;
    while (at < text.length() && ends.indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return at;
  }

  /** Whether an address is longer than {@link #MAX_BYTES}. */
  public static boolean tooLong(String value) {
    return value.length() * 3L > MAX_BYTES && bytes(value) > MAX_BYTES;
  }

  /** The length of an address in bytes of UTF-8. */
  public static int bytes(String value) {
    return value.getBytes(UTF_8).length;
  }
}
