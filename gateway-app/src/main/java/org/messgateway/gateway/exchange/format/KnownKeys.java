package org.messgateway.gateway.exchange.format;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** The keys of most threads, as nodes made once: a third of what a thread's nodes take. */
final class KnownKeys {

  private static final int SLOTS = 512;

  private static final @Nullable ScalarNode[] NODES = new ScalarNode[SLOTS];

  static {
    List<String> names =
        List.of(
            "ref",
            "client_id",
            "requestor",
            "executor",
            "status",
            "created",
            "updated",
            "intent",
            "priority",
            "history",
            "action",
            "at",
            "by",
            "note",
            "from",
            "received",
            "channel",
            "MESS",
            "v",
            "id",
            "request",
            "requires",
            "capability",
            "context",
            "constraints",
            "timing",
            "quality",
            "spend",
            "environment",
            "response_hint",
            "response",
            "content",
            "text",
            "re",
            "code",
            "message",
            "ack",
            "received_at",
            "reply",
            "answers",
            "needed_by",
            "name",
            "image");
    for (String name : names) {
      NODES[slot(name.getBytes(StandardCharsets.US_ASCII), 0, name.length())] =
          new ScalarNode(
              Tag.STR, true, name, ScalarStyle.PLAIN, Optional.empty(), Optional.empty());
    }
  }

  private KnownKeys() {}

  /** The node of a key; null for one that is not known. */
  static @Nullable ScalarNode of(byte[] bytes, int from, int length) {
    ScalarNode known = NODES[slot(bytes, from, length)];
    return known != null && is(known.getValue(), bytes, from, length) ? known : null;
  }

  private static boolean is(String name, byte[] bytes, int from, int length) {
    boolean same = name.length() == length;
    for (int i = 0; same && i < length; i++) {
      same = name.charAt(i) == bytes[from + i];
    }
    return same;
  }

  private static int slot(byte[] bytes, int from, int length) {
    int hash = length;
    for (int i = 0; i < length; i++) {
      hash = 31 * hash + bytes[from + i];
    }
    return (hash ^ hash >>> 9) & SLOTS - 1;
  }
}
