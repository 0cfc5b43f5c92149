package org.messgateway.api;

/**
 * Where on a channel somebody is reached.
 *
 * @param value a Slack user or channel id, a chat id, an E.164 number, a URL
 * @param settings what stands beside it: the {@code addressSettings} of the description
 * @param origin where it was written, which decides what it may reach
 */
public record Address(String value, Settings settings, Origin origin) {

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
}
