package org.messgateway.gateway.exchange.format;

import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** The core schema without the merge key of YAML 1.1: {@code <<} is a key like any other. */
final class PlainSchema extends CoreSchema {

  /**
   * Immutable after its creation, which compiles its tables and costs more than reading a small
   * document.
   */
  static final PlainSchema INSTANCE = new PlainSchema();

  private final ScalarResolver resolver;

  private PlainSchema() {
    ScalarResolver core = super.getScalarResolver();
    resolver =
        (value, implicit) -> isWord(value) ? Tag.STR : withoutMerge(core.resolve(value, implicit));
  }

  /** Most scalars are plainly neither a number nor a name of the schema: they need no pattern. */
  private static boolean isWord(String value) {
    if (value.isEmpty()) {
      return false;
    }
    char first = value.charAt(0);
    boolean isLetter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
    return isLetter ? !isName(value) : isDate(value);
  }

  private static boolean isName(String value) {
    return switch (value) {
      case "null", "Null", "NULL", "true", "True", "TRUE", "false", "False", "FALSE" -> true;
      default -> false;
    };
  }

  /** Dates, and refs that begin with one: in a number a minus stands behind an E only. */
  private static boolean isDate(String value) {
    return value.length() > 4 && value.charAt(4) == '-' && Character.isDigit(value.charAt(3));
  }

  @Override
  public ScalarResolver getScalarResolver() {
    return resolver;
  }

  private static Tag withoutMerge(Tag tag) {
    return tag.equals(Tag.MERGE) ? Tag.STR : tag;
  }
}
