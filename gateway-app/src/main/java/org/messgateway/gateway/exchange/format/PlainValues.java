package org.messgateway.gateway.exchange.format;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Converts nodes to plain values: maps with text keys, lists, {@link String}, {@link Boolean},
 * {@link Integer}, {@link Long}, {@link BigInteger}, {@link Double} and null.
 *
 * <p>The node of an alias is converted at each place, so that the result is a tree. A scalar with a
 * tag outside the core schema is its text.
 */
public final class PlainValues {

  /** Replaces values of nodes. */
  @FunctionalInterface
  public interface Substitution {

    /** Replacement of a node; null for none. */
    @Nullable Map<String, Object> of(Node node);
  }

  private static final Map<Tag, ConstructNode> CORE = new CoreSchema().getSchemaTagConstructors();

  /**
   * Longest number in characters. Longer ones are texts: parsing them takes more than linear time.
   */
  private static final int LONGEST_NUMBER = 64;

  private final Substitution substitution;

  private PlainValues(Substitution substitution) {
    this.substitution = substitution;
  }

  public static @Nullable Object of(Node node) {
    return of(node, _ -> null);
  }

  public static @Nullable Object of(Node node, Substitution substitution) {
    return new PlainValues(substitution).make(node);
  }

  private @Nullable Object make(Node node) {
    Map<String, Object> other = substitution.of(node);
    if (other != null) {
      return other;
    }
    return switch (node) {
      case ScalarNode scalar -> scalar(scalar);
      case SequenceNode sequence -> list(sequence);
      case MappingNode mapping -> map(mapping);
      default -> throw new IllegalStateException("no node of a document: " + node.getNodeType());
    };
  }

  private List<@Nullable Object> list(SequenceNode sequence) {
    List<@Nullable Object> list = new ArrayList<>(sequence.getValue().size());
    for (Node element : sequence.getValue()) {
      list.add(make(element));
    }
    return list;
  }

  private Map<String, @Nullable Object> map(MappingNode mapping) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    for (NodeTuple entry : mapping.getValue()) {
      map.put(((ScalarNode) entry.getKeyNode()).getValue(), make(entry.getValueNode()));
    }
    return map;
  }

  private static @Nullable Object scalar(ScalarNode scalar) {
    Tag tag = scalar.getTag();
    if (tag.equals(Tag.NULL)) {
      return null;
    }
    if (tag.equals(Tag.BOOL)) {
      return Boolean.valueOf(scalar.getValue());
    }
    if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
      return number(scalar);
    }
    return scalar.getValue();
  }

  private static Object number(ScalarNode scalar) {
    ConstructNode constructor = CORE.get(scalar.getTag());
    if (constructor == null || scalar.getValue().length() > LONGEST_NUMBER) {
      return scalar.getValue();
    }
    try {
      return smallest(constructor.construct(scalar));
    } catch (NumberFormatException tagLies) {
      return scalar.getValue();
    }
  }

  /** Zeros in front of a number make a larger type of it, but no other number. */
  private static Object smallest(Object number) {
    return switch (number) {
      case BigInteger big when big.bitLength() < Long.SIZE -> smallest(big.longValue());
      case Long wide when wide == wide.intValue() -> wide.intValue();
      default -> number;
    };
  }
}
