package org.messgateway.api;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The remote service's name of a message: Slack's channel and {@code ts}, Telegram's chat and
 * message id, Twilio's SID. Only the adapter that made a receipt reads it; the gateway stores and
 * compares it.
 *
 * @param parts the values by name
 */
public record Receipt(SortedMap<String, String> parts) {

  /** The receipt of a service that names no messages. */
  public static final Receipt NONE = new Receipt(new TreeMap<>());

  public Receipt {
    parts = Collections.unmodifiableSortedMap(new TreeMap<>(parts));
  }

  /** A receipt of one part. */
  public static Receipt of(String name, String value) {
    return new Receipt(new TreeMap<>(Map.of(name, value)));
  }

  /** A receipt of two parts. */
  public static Receipt of(String name, String value, String name2, String value2) {
    return new Receipt(new TreeMap<>(Map.of(name, value, name2, value2)));
  }

  /** The value of one part; an empty text when the receipt has none of that name. */
  public String part(String name) {
    return parts.getOrDefault(name, "");
  }
}
