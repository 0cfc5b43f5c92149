package org.messgateway.testkit;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;
import org.messgateway.api.SettingDescription;
import org.messgateway.api.SettingDescription.SettingKind;
import org.messgateway.api.Settings;

/**
 * Converts written values to {@link Settings} of the described kinds, defaults included, as the
 * gateway does.
 */
public final class DescribedSettings {

  private static final Pattern SHORT_DURATION =
      Pattern.compile("(?:(\\d+)d)?(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+)s)?");
  private static final Pattern SIZE = Pattern.compile("(\\d+)\\s*(B|KiB|MiB|GiB)?");

  private DescribedSettings() {}

  /**
   * The settings of these values.
   *
   * @param written texts, lists of texts, or maps of texts, by name of the setting
   * @throws IllegalArgumentException when a required setting is missing or a setting is not
   *     described
   */
  public static Settings of(List<SettingDescription> descriptions, Map<String, ?> written) {
    Map<String, Object> left = new TreeMap<>(written);
    Map<String, Object> values = new HashMap<>();
    for (SettingDescription description : descriptions) {
      Object value = left.remove(description.name());
      if (value == null) {
        value = description.defaultValue();
      }
      if (value != null) {
        values.put(description.name(), value(description.kind(), value));
      } else if (description.required()) {
        throw new IllegalArgumentException("the setting " + description.name() + " is required");
      }
    }
    if (!left.isEmpty()) {
      throw new IllegalArgumentException("not described: " + left.keySet());
    }
    return Settings.of(values);
  }

  private static Object value(SettingKind kind, Object written) {
    return switch (kind) {
      case TEXT -> written.toString();
      case SECRET -> Secret.of(written.toString());
      case SECRETS -> texts(written).stream().map(Secret::of).toList();
      case INTEGER -> Long.valueOf(written.toString());
      case BOOLEAN -> Boolean.valueOf(written.toString());
      case DURATION -> duration(written.toString());
      case URL -> URI.create(written.toString());
      case SIZE -> size(written.toString());
      case TEXTS -> texts(written);
      case MAP -> Map.copyOf((Map<?, ?>) written);
    };
  }

  private static List<String> texts(Object written) {
    return written instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of(written.toString());
  }

  private static Duration duration(String written) {
    Matcher matcher = SHORT_DURATION.matcher(written);
    if (written.isEmpty() || !matcher.matches()) {
      return Duration.parse(written.toUpperCase(Locale.ROOT));
    }
    return Duration.ofDays(number(matcher.group(1)))
        .plusHours(number(matcher.group(2)))
        .plusMinutes(number(matcher.group(3)))
        .plusSeconds(number(matcher.group(4)));
  }

  private static long number(@Nullable String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }

  private static Long size(String written) {
    Matcher matcher = SIZE.matcher(written.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a size: " + written);
    }
    String unit = matcher.group(2) == null ? "B" : matcher.group(2);
    int shift =
        switch (unit) {
          case "KiB" -> 10;
          case "MiB" -> 20;
          case "GiB" -> 30;
          default -> 0;
        };
    return Long.parseLong(matcher.group(1)) << shift;
  }
}
