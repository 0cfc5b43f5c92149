package org.messgateway.api;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the remote service calls a message: Slack's channel and ts, Telegram's chat and message id,
 * Twilio's SID. Only the adapter that made it can read it.
 */
public record Receipt(SortedMap<String, String> parts) {

  /** For services that name nothing. */
  public static final Receipt NONE = new Receipt(new TreeMap<>());

  public Receipt {
    parts = Collections.unmodifiableSortedMap(new TreeMap<>(parts));
  }

  public static Receipt of(String name, String value) {
    return new Receipt(new TreeMap<>(Map.of(name, value)));
  }

  public static Receipt of(String name, String value, String name2, String value2) {
    return new Receipt(new TreeMap<>(Map.of(name, value, name2, value2)));
  }

  /** One part; empty text when it is not there. */
  public String part(String name) {
    return parts.getOrDefault(name, "");
  }
}
