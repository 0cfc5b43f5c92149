package org.messgateway.gateway.exchange.format;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** The keys of most threads, as nodes made once; their texts are those of Java's literals. */
final class KnownKeys {

  private static final int SLOTS = 512;

  private static final String NAMES =
      """
      ref client_id requestor executor status created updated intent priority
      history action at by note from received channel MESS v id request requires
      capability context constraints timing quality spend environment response_hint
      response content text re code message ack received_at reply answers needed_by
      name image
      """;

  private static final @Nullable ScalarNode[] NODES = new ScalarNode[SLOTS];

  static {
    for (String name : NAMES.split("\\s", 0)) {
      NODES[slot(name.hashCode())] =
          new ScalarNode(
              Tag.STR, true, name.intern(), ScalarStyle.PLAIN, Optional.empty(), Optional.empty());
    }
  }

  private KnownKeys() {}

  /**
   * The node of a key; null for one that is not known.
   *
   * @param hash as {@link String#hashCode} has it
   */
  static @Nullable ScalarNode of(byte[] bytes, int from, int length, int hash) {
    ScalarNode known = NODES[slot(hash)];
    if (known == null || known.getValue().length() != length) {
      return null;
    }
    String name = known.getValue();
    for (int i = 0; i < length; i++) {
      if (name.charAt(i) != bytes[from + i]) {
        return null;
      }
    }
    return known;
  }

  private static int slot(int hash) {
    return (hash ^ hash >>> 9) & SLOTS - 1;
  }
}
