package org.messgateway.gateway.exchange.format;

import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** The core schema without the merge key of YAML 1.1: {@code <<} is a key like any other. */
final class PlainSchema extends CoreSchema {

  @Override
  public ScalarResolver getScalarResolver() {
    ScalarResolver core = super.getScalarResolver();
    return (value, implicit) -> withoutMerge(core.resolve(value, implicit));
  }

  private static Tag withoutMerge(Tag tag) {
    return tag.equals(Tag.MERGE) ? Tag.STR : tag;
  }
}
