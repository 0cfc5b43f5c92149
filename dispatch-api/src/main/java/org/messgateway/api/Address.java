package org.messgateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Where on a channel somebody is reached.
 *
 * @param value a Slack user or channel id, a chat id, an E.164 number, a URL
 * @param settings what stands beside it: the {@code addressSettings} of the description
 * @param origin where it was written, which decides what it may reach
 */
public record Address(String value, Settings settings, Origin origin) {

  /**
   * Bytes in UTF-8 of the longest address: what waits for it is found by it, and an index of
   * PostgreSQL takes no entry above a third of its page (about 2,700 bytes).
   */
  public static final int LONGEST = 2_000;

  /** Who vouches for an address. */
  public enum Origin {
    /** Typed by the operator in {@code config.yaml}. */
    CONFIGURATION,
    /** From an executor file, a message or the API: reaches public addresses only. */
    ELSEWHERE
  }

  public static Address configured(String value) {
    return new Address(value, Settings.none(), Origin.CONFIGURATION);
  }

  /** Whether this is longer than any address may be. */
  public static boolean tooLong(String value) {
    return value.length() * 3L > LONGEST && bytes(value) > LONGEST;
  }

  /** How long it is, in bytes of UTF-8. */
  public static int bytes(String value) {
    return value.getBytes(UTF_8).length;
  }
}
