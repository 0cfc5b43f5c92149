package org.messgateway.gateway.agents;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.PlainText;

/** Values of others, without hidden characters in any text of them. */
final class ValuesOfOthers {

  private ValuesOfOthers() {}

  /** Empty for what is no map; members without a value are left out. */
  static Map<String, Object> map(@Nullable Object value) {
    Map<String, Object> plain = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, each) -> {
        if (each != null) {
          plain.put(PlainText.line(String.valueOf(key)), of(each));
        }
      });
    }
    return plain;
  }

  private static Object of(Object value) {
    return switch (value) {
      case String text -> PlainText.of(text);
      case Map<?, ?> map -> map(map);
      case Collection<?> many ->
          many.stream().filter(each -> each != null).map(ValuesOfOthers::of).toList();
      default -> value;
    };
  }
}
