package org.messgateway.gateway.exchange.format;

import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** The core schema without the merge key of YAML 1.1: {@code <<} is a key like any other. */
final class PlainSchema extends CoreSchema {

  private static final int LONGEST_NAME = "False".length();

  /**
   * Created once: a new one compiles its tables, which costs more than reading a small document.
   */
  private final ScalarResolver resolver;

  PlainSchema() {
    ScalarResolver core = super.getScalarResolver();
    resolver =
        (value, implicit) -> isWord(value) ? Tag.STR : withoutMerge(core.resolve(value, implicit));
  }

  /** Most scalars are longer than {@code False} and no number: they need no pattern. */
  private static boolean isWord(String value) {
    return value.length() > LONGEST_NAME && Character.isLetter(value.charAt(0));
  }

  @Override
  public ScalarResolver getScalarResolver() {
    return resolver;
  }

  private static Tag withoutMerge(Tag tag) {
    return tag.equals(Tag.MERGE) ? Tag.STR : tag;
  }
}
