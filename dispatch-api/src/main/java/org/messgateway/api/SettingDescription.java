package org.messgateway.api;

import org.jspecify.annotations.Nullable;

/**
 * One setting of an adapter. The gateway checks presence, kind and spelling, and shows the
 * description in {@code adapters} and in error messages (docs/rules.md#configuration).
 *
 * @param name the key, in snake_case
 * @param kind the format of the value
 * @param required whether the configuration must hold it
 * @param defaultValue the default as a configuration would write it; null for none
 * @param meaning one sentence for people: the meaning, the unit, where to get the value
 */
public record SettingDescription(
    String name,
    SettingKind kind,
    boolean required,
    @Nullable String defaultValue,
    String meaning) {

  /** The format of a setting's value. */
  public enum SettingKind {
    /** A text. */
    TEXT,
    /** A text that is never shown; a {@link Secret} in {@link Settings}. */
    SECRET,
    /** One secret or a list of secrets, newest first. */
    SECRETS,
    /** A whole number. */
    INTEGER,
    /** {@code true} or {@code false}. */
    BOOLEAN,
    /** A duration: {@code 90s}, {@code 2h30m} or ISO 8601. */
    DURATION,
    /** An absolute URL with the scheme http or https. */
    URL,
    /** A number of bytes: {@code 262144} or {@code 256KiB}. */
    SIZE,
    /** A list of texts. */
    TEXTS,
    /** A map of texts to texts. */
    MAP
  }

  /** A setting that the configuration must hold. */
  public static SettingDescription required(String name, SettingKind kind, String meaning) {
    return new SettingDescription(name, kind, true, null, meaning);
  }

  /** A setting without a default that may be absent. */
  public static SettingDescription optional(String name, SettingKind kind, String meaning) {
    return new SettingDescription(name, kind, false, null, meaning);
  }

  /** A setting with a default. */
  public static SettingDescription withDefault(
      String name, SettingKind kind, String defaultValue, String meaning) {
    return new SettingDescription(name, kind, false, defaultValue, meaning);
  }
}
