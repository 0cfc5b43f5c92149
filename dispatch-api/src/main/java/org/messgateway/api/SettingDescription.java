package org.messgateway.api;

import org.jspecify.annotations.Nullable;

/**
 * One setting that an adapter understands. The gateway checks presence, kind and spelling, and
 * shows the rest in {@code adapters} and in error messages.
 *
 * @param name snake_case
 * @param defaultValue as it would be written; null when there is none
 * @param meaning one sentence: what it is, in which unit, where to get it
 */
public record SettingDescription(
    String name, Kind kind, boolean required, @Nullable String defaultValue, String meaning) {

  /** What a setting's value looks like. */
  public enum Kind {
    TEXT,
    /** Never shown; reaches the adapter as a {@link Secret}. */
    SECRET,
    /** One secret or a list of them, newest first. */
    SECRETS,
    INTEGER,
    BOOLEAN,
    /** {@code 90s}, {@code 2h30m} or ISO 8601. */
    DURATION,
    /** Absolute, http or https. */
    URL,
    /** Bytes: {@code 262144} or {@code 256KiB}. */
    SIZE,
    TEXTS,
    /** A map of texts. */
    MAP
  }

  public static SettingDescription required(String name, Kind kind, String meaning) {
    return new SettingDescription(name, kind, true, null, meaning);
  }

  public static SettingDescription optional(String name, Kind kind, String meaning) {
    return new SettingDescription(name, kind, false, null, meaning);
  }

  public static SettingDescription withDefault(
      String name, Kind kind, String defaultValue, String meaning) {
    return new SettingDescription(name, kind, false, defaultValue, meaning);
  }
}
