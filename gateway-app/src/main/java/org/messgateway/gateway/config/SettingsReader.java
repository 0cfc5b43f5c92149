package org.messgateway.gateway.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.messgateway.api.Secret;
import org.messgateway.api.SettingDescription;
import org.messgateway.api.Settings;

/** Turns what is written into the kinds that an adapter has described. */
final class SettingsReader {

  private final Map<String, Object> values = new HashMap<>();
  private final List<SettingDescription> missing = new ArrayList<>();
  private final Section section;

  SettingsReader(Section section) {
    this.section = section;
  }

  /** Reads all of them; what is empty counts as not written. */
  SettingsReader read(List<SettingDescription> descriptions) {
    descriptions.forEach(this::read);
    return this;
  }

  private void read(SettingDescription description) {
    Optional<Value> written = section.find(description.name()).filter(SettingsReader::notEmpty);
    if (written.isPresent()) {
      convert(written.get(), description.kind())
          .ifPresent(value -> values.put(description.name(), value));
    } else if (description.defaultValue() != null) {
      Value standard = standard(description.name(), description.defaultValue());
      convert(standard, description.kind())
          .ifPresent(value -> values.put(description.name(), value));
    } else if (description.required()) {
      missing.add(description);
    }
  }

  /** The values, without those that were wrong. */
  Settings settings() {
    return Settings.of(values);
  }

  /** Required ones that are not written or are empty. */
  List<SettingDescription> missing() {
    return missing;
  }

  /** A default is a text like any other, but no variable is looked for in it. */
  private Value standard(String name, String text) {
    Problems problems = section.value().reading().problems();
    return new Value(
        section.value().path() + "." + name,
        new ConfigNode.Scalar(section.value().at(), text),
        new Reading(problems, Variables.none(problems), section.value().reading().origin()));
  }

  /** A variable that is unset is reported by the reading that follows. */
  private static boolean notEmpty(Value value) {
    Problems unheard = new Problems();
    Variables variables = value.reading().variables().reportingTo(unheard);
    return !(value.node() instanceof ConfigNode.Scalar scalar)
        || scalar.text() == null
        || variables
            .expand(value.path(), value.at(), scalar.text())
            .map(t -> !t.isBlank())
            .orElse(true);
  }

  private static Optional<?> convert(Value value, SettingDescription.Kind kind) {
    return switch (kind) {
      case TEXT -> value.text();
      case SECRET -> secret(value);
      case SECRETS -> some(value.items().stream().flatMap(item -> secret(item).stream()).toList());
      case INTEGER -> value.as(Forms.integer(Integer.MIN_VALUE, Integer.MAX_VALUE));
      case BOOLEAN -> value.as(Forms.FLAG);
      case DURATION -> value.as(Amounts.DURATION_FORM);
      case URL -> value.as(Forms.URL);
      case SIZE -> value.as(Amounts.SIZE_FORM);
      case TEXTS -> some(value.texts());
      case MAP -> map(value);
    };
  }

  private static <T> Optional<List<T>> some(List<T> list) {
    return list.isEmpty() ? Optional.empty() : Optional.of(list);
  }

  private static Optional<Secret> secret(Value value) {
    Optional<String> text = value.text().filter(secret -> !secret.isEmpty());
    text.ifPresent(secret -> value.reading().problems().conceal(secret, "[secret]"));
    return text.map(Secret::of);
  }

  private static Optional<Map<String, String>> map(Value value) {
    return value.section().map(SettingsReader::map);
  }

  private static Map<String, String> map(Section section) {
    Map<String, String> map = new LinkedHashMap<>();
    for (Value entry : section.all()) {
      String key = entry.path().substring(section.value().path().length() + 1);
      // What stands here may be an Authorization header.
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
