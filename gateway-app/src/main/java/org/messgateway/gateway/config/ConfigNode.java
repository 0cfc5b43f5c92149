package org.messgateway.gateway.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A node of a YAML file, with its position. */
sealed interface ConfigNode {

  SourcePosition at();

  /**
   * A text as it is written, without its quotes: {@code no}, {@code 22:00} and {@code +14155550123}
   * stay what was typed.
   *
   * @param text null for {@code null}, {@code ~} and nothing at all
   */
  record Scalar(SourcePosition at, @Nullable String text) implements ConfigNode {}

  record Sequence(SourcePosition at, List<ConfigNode> items) implements ConfigNode {

    public Sequence {
      items = List.copyOf(items);
    }
  }

  /** Keys in the order they were written. */
  record Mapping(SourcePosition at, Map<String, Entry> entries) implements ConfigNode {

    public Mapping {
      entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }
  }

  record Entry(SourcePosition keyAt, ConfigNode value) {}
}
