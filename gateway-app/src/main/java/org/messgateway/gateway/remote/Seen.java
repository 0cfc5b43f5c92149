package org.messgateway.gateway.remote;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.YamlReader;

/**
 * How much of a thread on the server its copy holds. Stands in the copy's envelope, so that it
 * changes in one step with what it speaks of.
 *
 * @param messages of the server, from the first
 * @param documents that were made of them
 * @param status as the server spelled it
 * @param executor as the server had it
 * @param updated as the server wrote it; empty for never
 */
record Seen(int messages, int documents, String status, @Nullable String executor, String updated) {

  /** The key of the envelope. */
  static final String KEY = "mirrored";

  static final Seen NOTHING = new Seen(0, 0, "pending", null, "");

  private static final String NOBODY = "-";
  private static final int PARTS = 5;

  static Seen of(LoadedThread copy) {
    try {
      Object envelope = YamlReader.read(copy.read().envelope()).value();
      return envelope instanceof Map<?, ?> map && map.get(KEY) instanceof String text
          ? parse(text)
          : NOTHING;
    } catch (ThreadFormatException e) {
      throw new IllegalStateException("an envelope that was just read cannot be read", e);
    }
  }

  private static Seen parse(String text) {
    String[] parts = text.split(" ", PARTS);
    if (parts.length < PARTS) {
      return NOTHING;
    }
    String executor = parts[4].equals(NOBODY) ? null : parts[4];
    try {
      return new Seen(
          Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), parts[2], executor, parts[3]);
    } catch (NumberFormatException changedByHand) {
      return NOTHING;
    }
  }

  /** One line. */
  String text() {
    return "%d %d %s %s %s"
        .formatted(
            messages,
            documents,
            status.replace(' ', '-'),
            updated.replace(' ', '_'),
            executor == null ? NOBODY : executor);
  }

  /** Whether the server has another state now than it had then. */
  boolean moved(ListedThread now) {
    return !status.equals(now.status().replace(' ', '-'))
        || !Objects.equals(executor, now.executor());
  }

  /** Whether that line of the server's list says nothing new. */
  boolean covers(ListedThread line) {
    return !moved(line) && updated.equals(line.updated().replace(' ', '_'));
  }
}
