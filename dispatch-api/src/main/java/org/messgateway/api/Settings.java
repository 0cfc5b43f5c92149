package org.messgateway.api;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The checked settings of an adapter or of an address. Every value has the described kind, and
 * defaults are filled in. Instances are immutable.
 *
 * <p>Values are {@link String}, {@link Secret}, {@link Long}, {@link Boolean}, {@link Duration},
 * {@link URI}, a {@link List} of strings or of secrets, or a {@link Map} of strings. Reading a
 * value as another kind than its description says throws {@link IllegalArgumentException}.
 */
public final class Settings {

  private static final Settings NONE = new Settings(Map.of());

  private final Map<String, Object> values;

  private Settings(Map<String, Object> values) {
    this.values = Map.copyOf(values);
  }

  /** Settings with these values. */
  public static Settings of(Map<String, Object> values) {
    return new Settings(values);
  }

  /** Empty settings. */
  public static Settings none() {
    return NONE;
  }

  /** Whether a setting has a value. */
  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** A setting of kind {@code TEXT}; empty when it is absent. */
  public Optional<String> text(String name) {
    return value(name, String.class);
  }

  /** A setting of kind {@code SECRET}; empty when it is absent. */
  public Optional<Secret> secret(String name) {
    return value(name, Secret.class);
  }

  /**
   * A setting of kind {@code INTEGER}, or of kind {@code SIZE} in bytes; empty when it is absent.
   */
  public Optional<Long> integer(String name) {
    return value(name, Long.class);
  }

  /** A setting of kind {@code BOOLEAN}; empty when it is absent. */
  public Optional<Boolean> flag(String name) {
    return value(name, Boolean.class);
  }

  /** A setting of kind {@code DURATION}; empty when it is absent. */
  public Optional<Duration> duration(String name) {
    return value(name, Duration.class);
  }

  /** A setting of kind {@code URL}; empty when it is absent. */
  public Optional<URI> url(String name) {
    return value(name, URI.class);
  }

  /** A setting of kind {@code SECRETS}, newest first; an empty list when it is absent. */
  public List<Secret> secrets(String name) {
    return list(name, Secret.class);
  }

  /** A setting of kind {@code TEXTS}; an empty list when it is absent. */
  public List<String> texts(String name) {
    return list(name, String.class);
  }

  /** A setting of kind {@code MAP}, sorted by key; an empty map when it is absent. */
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

  /**
   * Settings are equal when all their values are: a configuration that is read again must not
   * replace what did not change in it. Each secret is compared in constant time.
   */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Settings that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  /** The names of the settings, without values, because logs may hold this text. */
  @Override
  public String toString() {
    return "Settings" + values.keySet();
  }
}
