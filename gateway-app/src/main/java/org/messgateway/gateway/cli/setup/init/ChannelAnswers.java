package org.messgateway.gateway.cli.setup.init;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.messgateway.api.Secret;
import org.messgateway.api.SettingDescription;
import org.messgateway.api.SettingDescription.SettingKind;
import org.messgateway.api.SettingProblem;
import org.messgateway.api.Settings;
import org.messgateway.gateway.channels.discovery.RegisteredProvider;
import org.messgateway.gateway.config.LoadResult;

/**
 * What was answered about the settings of one channel that is not in the configuration yet: what is
 * wrong with it, and the entry and the secrets that it becomes.
 */
final class ChannelAnswers {

  private final HouseholdDraft draft;
  private final RegisteredProvider provider;
  private final ChannelGuide guide;
  private final String channel;
  private final Map<String, SettingDescription> described = new LinkedHashMap<>();
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final Map<String, Secret> secrets = new LinkedHashMap<>();

  /**
   * @param channel its name
   * @param preset texts of settings that are not asked for
   */
  ChannelAnswers(
      HouseholdDraft draft,
      RegisteredProvider provider,
      ChannelGuide guide,
      String channel,
      Map<String, String> preset) {
    this.draft = draft;
    this.provider = provider;
    this.guide = guide;
    this.channel = channel;
    provider.description().settings().forEach(each -> described.put(each.name(), each));
    texts.putAll(preset);
  }

  SettingDescription setting(String name) {
    return Optional.ofNullable(described.get(name)).orElseThrow();
  }

  boolean isSecret(String name) {
    return switch (setting(name).kind()) {
      case SECRET, SECRETS -> true;
      case TEXT, URL, INTEGER, BOOLEAN, DURATION, SIZE, TEXTS, MAP -> false;
    };
  }

  boolean answered(String name) {
    return texts.containsKey(name) || secrets.containsKey(name);
  }

  /** The text that was answered before, or that the environment has; empty for none. */
  String text(String name) {
    return texts.getOrDefault(name, known(name).map(Secret::reveal).orElse(""));
  }

  /** The environment's name for a setting. */
  String variable(String name) {
    return guide.variable(channel, name);
  }

  /** What the environment or the file of secrets has under the usual name. */
  Optional<Secret> known(String name) {
    return draft.known(variable(name));
  }

  void forget(String name) {
    texts.remove(name);
    secrets.remove(name);
  }

  void put(String name, String text) {
    texts.put(name, text);
  }

  void put(String name, Secret secret) {
    secrets.put(name, secret);
  }

  /** Whether nothing works without it. */
  boolean needed(String name) {
    Map<String, Object> without = values();
    without.remove(name);
    return setting(name).required()
        || provider.check(Settings.of(without)).stream().anyMatch(each -> each.name().equals(name));
  }

  /** What is wrong with the form of one value, for people. */
  Optional<String> problem(String name, Object value) {
    SettingDescription setting = setting(name);
    Optional<Object> typed = typed(setting, value);
    if (typed.isEmpty()) {
      return setting.kind() == SettingKind.URL
          ? Optional.of("This is no URL; write it like https://example.com")
          : Optional.empty();
    }
    Map<String, Object> values = values();
    values.put(name, typed.get());
    return provider.check(Settings.of(values)).stream()
        .filter(each -> each.name().equals(name))
        .map(each -> "This " + each.sentence() + ".")
        .findFirst();
  }

  /** What is wrong with all of them together, as the adapter says. */
  List<SettingProblem> problems() {
    return provider.check(Settings.of(values())).stream()
        .filter(each -> described.containsKey(each.name()))
        .toList();
  }

  private Map<String, Object> values() {
    Map<String, Object> values = new LinkedHashMap<>();
    texts.forEach((name, text) ->
        Optional.ofNullable(described.get(name))
            .flatMap(setting -> typed(setting, text))
            .ifPresent(value -> values.put(name, value)));
    values.putAll(secrets);
    return values;
  }

  /** Empty for kinds that only the configuration reads. */
  private static Optional<Object> typed(SettingDescription setting, Object value) {
    return switch (setting.kind()) {
      case TEXT, SECRET -> Optional.of(value);
      case URL -> url(value.toString());
      case SECRETS, INTEGER, BOOLEAN, DURATION, SIZE, TEXTS, MAP -> Optional.empty();
    };
  }

  private static Optional<Object> url(String text) {
    try {
      URI url = URI.create(text);
      return url.getHost() == null ? Optional.empty() : Optional.of(url);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The configuration with them, which is not kept. */
  LoadResult tried() {
    return draft.tried(List.of("dispatch"), channel, entry(), variables());
  }

  /**
   * Adds the channel to the household.
   *
   * @return what is wrong with it, for people; empty when it was added
   */
  Optional<String> add() {
    return draft.add(List.of("dispatch"), channel, entry(), variables());
  }

  /** As the configuration has it, secrets by their names. */
  private Map<String, Object> entry() {
    Map<String, Object> value = new LinkedHashMap<>();
    if (!channel.equals(provider.type())) {
      value.put("type", provider.type());
    }
    secrets.forEach((name, secret) -> value.put(name, "${" + variable(name, secret) + "}"));
    texts.forEach((name, text) -> value.put(name, HouseholdDraft.literal(text)));
    return value;
  }

  private String variable(String name, Secret secret) {
    return isKnown(name, secret) ? variable(name) : draft.freeVariable(variable(name));
  }

  private boolean isKnown(String name, Secret secret) {
    return known(name).equals(Optional.of(secret));
  }

  /** The secrets to be written; one of the environment is not, and stays where it is. */
  private Map<String, Secret> variables() {
    Map<String, Secret> variables = new LinkedHashMap<>();
    secrets.forEach((name, secret) -> {
      if (!isKnown(name, secret)) {
        variables.put(variable(name, secret), secret);
      }
    });
    return variables;
  }
}
