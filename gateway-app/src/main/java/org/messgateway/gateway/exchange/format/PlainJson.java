package org.messgateway.gateway.exchange.format;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values as JSON has them: times are texts, keys too. */
public final class PlainJson {

  private PlainJson() {}

  /** The same value without times; what JSON has anyway stays as it is. */
  public static @Nullable Object of(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        map.forEach((key, each) -> copy.put(String.valueOf(key), of(each)));
        yield copy;
      }
      case List<?> list -> list.stream().map(PlainJson::of).toList();
      case Instant at -> at.toString();
      case null -> null;
      default -> value;
    };
  }
}
