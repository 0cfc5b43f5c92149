package org.messgateway.gateway.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.messgateway.api.Secret;
import org.messgateway.api.SettingDescription;
import org.messgateway.api.Settings;
import org.messgateway.gateway.config.ConfigValue.ReadContext;

/** Reads settings as the kinds that an adapter has described. */
final class SettingsReader {

  private final Map<String, Object> values = new HashMap<>();
  private final List<SettingDescription> missing = new ArrayList<>();
  private final ConfigSection section;
  private final Optional<String> channel;

  SettingsReader(ConfigSection section) {
    this(section, Optional.empty());
  }

  /**
   * @param channel whose required settings may be variables of the environment, where they are not
   *     written: {@code SLACK_BOT_TOKEN}
   */
  SettingsReader(ConfigSection section, Optional<String> channel) {
    this.section = section;
    this.channel = channel;
  }

  /** The variable that stands for a setting of a channel. */
  static String variable(String channel, SettingDescription description) {
    return (channel + "_" + description.name())
        .replaceAll("[^A-Za-z0-9]", "_")
        .toUpperCase(Locale.ROOT);
  }

  /** Reads all settings; an empty value counts as missing. */
  SettingsReader read(List<SettingDescription> descriptions) {
    descriptions.forEach(this::read);
    return this;
  }

  private void read(SettingDescription description) {
    Optional<ConfigValue> written =
        section.find(description.name()).filter(SettingsReader::notEmpty);
    if (written.isPresent()) {
      convert(written.get(), description.kind())
          .ifPresent(value -> values.put(description.name(), value));
    } else if (description.defaultValue() != null) {
      ConfigValue standard = standard(description.name(), description.defaultValue());
      convert(standard, description.kind())
          .ifPresent(value -> values.put(description.name(), value));
    } else if (description.required()) {
      fromEnvironment(description)
          .ifPresentOrElse(
              value -> values.put(description.name(), value), () -> missing.add(description));
    }
  }

  private Optional<?> fromEnvironment(SettingDescription description) {
    return channel
        .flatMap(name ->
            section.value().reading().variableExpansion().variable(variable(name, description)))
        .flatMap(text -> convert(standard(description.name(), text), description.kind()));
  }

  /** The valid values. */
  Settings settings() {
    return Settings.of(values);
  }

  /** Required settings that are missing or empty. */
  List<SettingDescription> missing() {
    return missing;
  }

  /** A default or a variable is read like a written text, but variables are not replaced in it. */
  private ConfigValue standard(String name, String text) {
    ConfigProblems problems = section.value().reading().problems();
    return new ConfigValue(
        section.value().path() + "." + name,
        new ConfigNode.Scalar(section.value().at(), text),
        new ReadContext(
            problems, VariableExpansion.none(problems), section.value().reading().origin()));
  }

  /** A variable that is unset is reported by the reading that follows. */
  private static boolean notEmpty(ConfigValue value) {
    ConfigProblems unheard = new ConfigProblems();
    VariableExpansion variableExpansion = value.reading().variableExpansion().reportingTo(unheard);
    return !(value.node() instanceof ConfigNode.Scalar scalar)
        || scalar.text() == null
        || variableExpansion
            .expand(value.path(), value.at(), scalar.text())
            .map(t -> !t.isBlank())
            .orElse(true);
  }

  private static Optional<?> convert(ConfigValue value, SettingDescription.SettingKind kind) {
    return switch (kind) {
      case TEXT -> value.text();
      case SECRET -> secret(value);
      case SECRETS -> some(value.items().stream().flatMap(item -> secret(item).stream()).toList());
      case INTEGER -> value.as(TextPatterns.integer(Integer.MIN_VALUE, Integer.MAX_VALUE));
      case BOOLEAN -> value.as(TextPatterns.FLAG);
      case DURATION -> value.as(Quantities.DURATION_FORM);
      case URL -> value.as(TextPatterns.URL);
      case SIZE -> value.as(Quantities.SIZE_FORM);
      case TEXTS -> some(value.texts());
      case MAP -> map(value);
    };
  }

  private static <T> Optional<List<T>> some(List<T> list) {
    return list.isEmpty() ? Optional.empty() : Optional.of(list);
  }

  private static Optional<Secret> secret(ConfigValue value) {
    Optional<String> text = value.text().filter(secret -> !secret.isEmpty());
    text.ifPresent(secret -> value.reading().problems().conceal(secret, "[secret]"));
    return text.map(Secret::of);
  }

  private static Optional<Map<String, String>> map(ConfigValue value) {
    return value.section().map(SettingsReader::map);
  }

  private static Map<String, String> map(ConfigSection section) {
    Map<String, String> map = new LinkedHashMap<>();
    for (ConfigValue entry : section.all()) {
      String key = entry.path().substring(section.value().path().length() + 1);
      // The value may be an Authorization header.
      entry
          .text()
          .ifPresent(text -> {
            entry.reading().problems().conceal(text, "[hidden]");
            map.put(key, text);
          });
    }
    return map;
  }
}
