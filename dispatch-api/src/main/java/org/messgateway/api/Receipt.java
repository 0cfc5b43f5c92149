package org.messgateway.api;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The remote service's name of a message: Slack's channel and {@code ts}, Telegram's chat and
 * message id, Twilio's SID. The gateway stores and compares a receipt; it reads the part {@link
 * #THREAD} alone, and the adapter that made the receipt reads the rest.
 *
 * @param parts the values by name
 */
public record Receipt(SortedMap<String, String> parts) {

  /**
   * The part with the id of the first message of the thread that the message stands in, where
   * replies name that first message and not this one; for example Slack's {@code thread_ts}.
   */
  public static final String THREAD = "thread";

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

  /** The same receipt with one more part. */
  public Receipt with(String name, String value) {
    SortedMap<String, String> more = new TreeMap<>(parts);
    more.put(name, value);
    return new Receipt(more);
  }

  /** Whether the message stands in the thread that another message began. */
  public boolean isInThreadOf(Receipt first) {
    String thread = part(THREAD);
    return !thread.isEmpty() && first.parts.containsValue(thread);
  }

  /** The value of one part; an empty text when the receipt has none of that name. */
  public String part(String name) {
    return parts.getOrDefault(name, "");
  }
}
