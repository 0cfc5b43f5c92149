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

  private static final int LONGEST_NAME = "false".length();

  private static final ScalarResolver CORE = new CoreSchema().getScalarResolver();

  private PlainSchema() {}

  @Override
  public ScalarResolver getScalarResolver() {
    return (value, implicit) -> implicit ? tag(value) : CORE.resolve(value, false);
  }

  /** The tag of a plain text without one. Most need no pattern. */
  static Tag tag(String value) {
    int length = value.length();
    char first = length == 0 ? ' ' : value.charAt(0);
    boolean isLetter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
    if (isLetter) {
      return length > LONGEST_NAME ? Tag.STR : ofName(value);
    }
    if (isDate(value)) {
      return Tag.STR;
    }
    if (first >= '0' && first <= '9') {
      if (isWhole(value)) {
        return Tag.INT;
      }
      if (value.indexOf('.') != value.lastIndexOf('.')) {
        return Tag.STR;
      }
    }
    Tag tag = CORE.resolve(value, true);
    return tag.equals(Tag.MERGE) ? Tag.STR : tag;
  }

  private static Tag ofName(String value) {
    return switch (value) {
      case "null", "Null", "NULL" -> Tag.NULL;
      case "true", "True", "TRUE", "false", "False", "FALSE" -> Tag.BOOL;
      default -> Tag.STR;
    };
  }

  /** Dates, and refs that begin with one: in a number a minus stands behind an E only. */
  private static boolean isDate(String value) {
    return value.length() > 4 && value.charAt(4) == '-' && Character.isDigit(value.charAt(3));
  }

  private static boolean isWhole(String value) {
    for (int i = 1; i < value.length(); i++) {
      if (value.charAt(i) < '0' || value.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }
}
