package org.messgateway.gateway.exchange.format;

import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * A parsed document.
 *
 * @param source its bytes
 * @param root null for an empty document
 * @param located whether the marks of its nodes are positions in the source
 */
public record YamlDocument(Document source, @Nullable Node root, boolean located) {

  /** Maps, lists, texts, numbers, booleans and nulls; key order is kept. */
  public @Nullable Object value() {
    return root == null ? null : PlainValues.of(root);
  }
}
