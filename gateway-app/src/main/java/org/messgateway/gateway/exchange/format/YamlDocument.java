package org.messgateway.gateway.exchange.format;

import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * A document that was read.
 *
 * @param source its bytes
 * @param root null when it says nothing
 */
public record YamlDocument(Document source, @Nullable Node root) {

  /** Maps, lists, texts, numbers, booleans and nulls; key order is kept. */
  public @Nullable Object value() {
    return root == null ? null : PlainValues.of(root);
  }
}
