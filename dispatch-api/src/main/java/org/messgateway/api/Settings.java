package org.messgateway.api;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Settings as their descriptions promise them: already of the right kind, defaults filled in.
 *
 * <p>Values are {@link String}, {@link Secret}, {@link Long}, {@link Boolean}, {@link Duration},
 * {@link URI}, a {@link List} of strings or of secrets, or a {@link Map} of strings. Asking for a
 * kind that was not described is a mistake of the adapter and throws.
 */
public final class Settings {

  private static final Settings NONE = new Settings(Map.of());

  private final Map<String, Object> values;

  private Settings(Map<String, Object> values) {
    this.values = Map.copyOf(values);
  }

  public static Settings of(Map<String, Object> values) {
    return new Settings(values);
  }

  public static Settings none() {
    return NONE;
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  public Optional<String> text(String name) {
    return value(name, String.class);
  }

  public Optional<Secret> secret(String name) {
    return value(name, Secret.class);
  }

  public Optional<Long> integer(String name) {
    return value(name, Long.class);
  }

  public Optional<Boolean> flag(String name) {
    return value(name, Boolean.class);
  }

  public Optional<Duration> duration(String name) {
    return value(name, Duration.class);
  }

  public Optional<URI> url(String name) {
    return value(name, URI.class);
  }

  /** Newest first; empty when the setting is absent. */
  public List<Secret> secrets(String name) {
    return list(name, Secret.class);
  }

  public List<String> texts(String name) {
    return list(name, String.class);
  }

  public Map<String, String> map(String name) {
    Map<String, String> map = new TreeMap<>();
    value(name, Map.class)
        .ifPresent(found ->
            ((Map<?, ?>) found)
                .forEach((key, value) -> map.put(String.valueOf(key), String.valueOf(value))));
    return map;
  }

  private <T> List<T> list(String name, Class<T> type) {
    return value(name, List.class)
        .map(found -> ((List<?>) found).stream().map(each -> cast(name, each, type)).toList())
        .orElse(List.of());
  }

  private <T> Optional<T> value(String name, Class<T> type) {
    Object value = values.get(name);
    if (value == null) {
      return Optional.empty();
    }
    return Optional.of(cast(name, value, type));
  }

  private static <T> T cast(String name, Object value, Class<T> type) {
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException(
          "setting " + name + " is not described as " + type.getSimpleName());
    }
    return type.cast(value);
  }

  /** Names only: what a setting holds is nobody's business in a log. */
  @Override
  public String toString() {
    return "Settings" + values.keySet();
  }
}
