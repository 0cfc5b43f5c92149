package org.messgateway.gateway.exchange.remote;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.YamlReader;

/**
 * State of a server's thread that its copy holds. It stands in the copy's envelope, so that both
 * change in one step.
 *
 * @param messages number of the server's messages, from the first
 * @param documents number of documents made of them
 * @param status in the server's spelling
 * @param executor on the server
 * @param updated in the server's spelling; empty for none
 */
record SyncState(
    int messages, int documents, String status, @Nullable String executor, String updated) {

  /** The key of the envelope. */
  static final String KEY = "mirrored";

  static final SyncState NOTHING = new SyncState(0, 0, "pending", null, "");

  private static final String NOBODY = "-";
  private static final int PARTS = 5;

  static SyncState of(LoadedThread copy) {
    return value(copy, KEY).map(SyncState::parse).orElse(NOTHING);
  }

  /** A text of a copy's envelope. */
  static Optional<String> value(LoadedThread copy, String key) {
    try {
      Object envelope = YamlReader.meaning(copy.parsed().envelope()).value();
      return envelope instanceof Map<?, ?> map && map.get(key) instanceof String text
          ? Optional.of(text)
          : Optional.empty();
    } catch (ThreadFormatException e) {
      throw new IllegalStateException("an envelope that was just read cannot be read", e);
    }
  }

  private static SyncState parse(String text) {
    String[] parts = text.split(" ", PARTS);
    if (parts.length < PARTS) {
      return NOTHING;
    }
    String executor = parts[4].equals(NOBODY) ? null : parts[4];
    try {
      return new SyncState(
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

  /** Whether the server's thread has another state now. */
  boolean moved(ListedThread now) {
    return !status.equals(now.status().replace(' ', '-'))
        || !Objects.equals(executor, now.executor());
  }

  /** Whether a line of the server's list shows no change. */
  boolean covers(ListedThread line) {
    return !moved(line) && updated.equals(line.updated().replace(' ', '_'));
  }
}
