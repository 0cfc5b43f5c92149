package org.messgateway.gateway.cli.setup.init;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.messgateway.api.Secret;
import org.messgateway.api.SelfTest.Finding;
import org.messgateway.api.SettingDescription;
import org.messgateway.api.SettingDescription.SettingKind;
import org.messgateway.api.SettingProblem;
import org.messgateway.api.Settings;
import org.messgateway.api.SetupGuide;
import org.messgateway.gateway.channels.ChannelConfig;
import org.messgateway.gateway.channels.discovery.RegisteredProvider;
import org.messgateway.gateway.config.LoadResult;

/**
 * Asks for the settings of one channel: first their form is checked, then the service is asked.
 * What is wrong is asked again. The adapter tells what to ask, by its guide or its described
 * settings.
 */
final class ChannelSetup {

  private final Dialogue dialogue;
  private final HouseholdDraft draft;
  private final RegisteredProvider provider;
  private final InitOptions options;
  private final String channel;
  private final Map<String, SettingDescription> described = new LinkedHashMap<>();
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final Map<String, Secret> secrets = new LinkedHashMap<>();

  /** Settings that are asked for again, because the service took none of them. */
  private final Set<String> refused = new HashSet<>();

  ChannelSetup(
      Dialogue dialogue, HouseholdDraft draft, RegisteredProvider provider, InitOptions options) {
    this.dialogue = dialogue;
    this.draft = draft;
    this.provider = provider;
    this.options = options;
    this.channel = freeName(provider.type());
    provider.description().settings().forEach(each -> described.put(each.name(), each));
  }

  private String freeName(String type) {
    return Stream.iterate(1, number -> number + 1)
        .map(number -> number == 1 ? type : type + "-" + number)
        .filter(name -> !draft.config().channels().containsKey(name))
        .findFirst()
        .orElseThrow();
  }

  /** What people call a service. */
  static String service(RegisteredProvider provider) {
    return provider.guide().map(SetupGuide::service).orElse(provider.type());
  }

  /**
   * Asks, and adds the channel.
   *
   * @return its name; empty when the person went back
   */
  Optional<String> setUp() {
    introduce();
    texts.putAll(options.settings(channel));
    Deque<String> open = new ArrayDeque<>(wanted());
    while (!open.isEmpty()) {
      String name = open.pop();
      if (!ask(setting(name))) {
        return Optional.empty();
      }
      refused.remove(name);
      List<String> again = refused.isEmpty() ? wrong(name, open.isEmpty()) : List.of();
      open.removeAll(again);
      again.reversed().forEach(open::push);
      refused.addAll(again);
    }
    Optional<String> problem = draft.add(List.of("dispatch"), channel, value(), variables());
    problem.ifPresent(dialogue::say);
    return problem.isEmpty() ? Optional.of(channel) : Optional.empty();
  }

  private void introduce() {
    dialogue.part("Setting up " + service(provider) + ":");
    provider
        .guide()
        .ifPresent(guide -> {
          for (int i = 0; i < guide.steps().size(); i++) {
            dialogue.say("  " + (i + 1) + ". " + guide.steps().get(i));
          }
          if (!guide.paste().isEmpty()) {
            dialogue.part("---- copy from here");
            dialogue.say(guide.paste().stripTrailing());
            dialogue.say("---- to here");
          }
        });
    dialogue.say("");
  }

  private List<String> wanted() {
    return provider
        .guide()
        .map(SetupGuide::settings)
        .orElseGet(() ->
            described.values().stream()
                .filter(each ->
                    each.required()
                        || (each.defaultValue() == null && each.kind() == SettingKind.SECRET))
                .map(SettingDescription::name)
                .toList());
  }

  private SettingDescription setting(String name) {
    SettingDescription setting = described.get(name);
    if (setting == null) {
      throw new IllegalArgumentException(provider.type() + " describes no setting " + name);
    }
    return setting;
  }

  /** False when the person wants to go back. */
  private boolean ask(SettingDescription setting) {
    String name = setting.name();
    boolean needed = needed(setting);
    String question =
        setting.meaning().split(";", 2)[0].replaceAll("\\.$", "")
            + (needed ? " (Enter: back)" : " (Enter: without)");
    if (setting.kind() == SettingKind.SECRET || setting.kind() == SettingKind.SECRETS) {
      Optional<Secret> answer =
          given(name).or(() -> dialogue.secret(question, typed -> problem(setting, typed)));
      secrets.remove(name);
      answer.ifPresent(secret -> secrets.put(name, secret));
      return answer.isPresent() || !needed;
    }
    Optional<String> answer =
        dialogue
            .text(
                question,
                texts.getOrDefault(name, ""),
                typed -> problem(setting, PhoneNumber.tidy(typed)))
            .map(PhoneNumber::tidy);
    texts.remove(name);
    answer.ifPresent(text -> texts.put(name, text));
    return answer.isPresent() || !needed;
  }

  /** Whether nothing works without it. */
  private boolean needed(SettingDescription setting) {
    Map<String, Object> without = typed();
    without.remove(setting.name());
    return setting.required()
        || provider.check(Settings.of(without)).stream()
            .anyMatch(each -> each.name().equals(setting.name()));
  }

  /** By option or environment, once; not asked for again when the service refuses it. */
  private Optional<Secret> given(String name) {
    if (secrets.containsKey(name)) {
      return Optional.empty();
    }
    String variable = HouseholdDraft.variable(channel, name);
    return options
        .secret(variable)
        .or(() -> draft.known(channel, name))
        .filter(secret ->
            problem(setting(name), secret).isEmpty()
                && dialogue.yes(variable + " is given already. Use it?", true));
  }

  /** What is wrong with the form of one value. */
  private Optional<String> problem(SettingDescription setting, Object value) {
    Map<String, Object> values = typed();
    Optional<Object> typed = typed(setting, value);
    if (typed.isEmpty() && setting.kind() == SettingKind.URL) {
      return Optional.of("This is no URL; write it like https://example.com");
    }
    typed.ifPresent(each -> values.put(setting.name(), each));
    return provider.check(Settings.of(values)).stream()
        .filter(each -> each.name().equals(setting.name()) && typed.isPresent())
        .map(ChannelSetup::sentence)
        .findFirst();
  }

  private static String sentence(SettingProblem problem) {
    return "This " + problem.sentence() + ".";
  }

  private Map<String, Object> typed() {
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

  /**
   * What has to be asked again after an answer.
   *
   * @param last whether nothing else is to be asked
   */
  private List<String> wrong(String current, boolean last) {
    List<SettingProblem> problems = provider.check(Settings.of(typed()));
    if (!problems.isEmpty()) {
      return last ? again(problems) : List.of();
    }
    return switch (draft.tried(List.of("dispatch"), channel, value(), variables())) {
      case LoadResult.Invalid _ when !last -> List.of();
      case LoadResult.Invalid invalid -> {
        dialogue.say("  " + HouseholdDraft.sentence(invalid));
        yield List.of(current);
      }
      case LoadResult.Valid _ when options.offline() -> List.of();
      case LoadResult.Valid valid ->
          asked(Objects.requireNonNull(valid.config().channels().get(channel)), current, last);
    };
  }

  private List<String> again(List<SettingProblem> problems) {
    problems.forEach(each -> dialogue.say("  " + each.name() + " " + each.sentence() + "."));
    List<String> names =
        problems.stream().map(SettingProblem::name).filter(described::containsKey).toList();
    return names.stream().distinct().toList();
  }

  /** Asks the service. */
  private List<String> asked(ChannelConfig configured, String current, boolean last) {
    dialogue.say("  Checking …");
    List<Finding> findings;
    try (LiveChannel live = LiveChannel.of(configured)) {
      findings = live.findings();
    }
    Optional<Finding> severe = findings.stream().filter(Finding::severe).findFirst();
    if (severe.isPresent()) {
      show(severe.get());
      List<String> named = wanted().stream().filter(answered(severe.get())).toList();
      boolean network = named.isEmpty() && !dialogue.yes("Try again?", true);
      return network ? List.of() : named.isEmpty() ? List.of(current) : named;
    }
    Optional<Finding> aboutThis =
        findings.stream()
            .filter(each -> secrets.containsKey(current) && names(each, current))
            .filter(_ -> !setting(current).required())
            .findFirst();
    if (aboutThis.isPresent()) {
      show(aboutThis.get());
      return List.of(current);
    }
    if (last) {
      dialogue.say("  The service takes it.");
      findings.forEach(this::show);
    }
    return List.of();
  }

  private Predicate<String> answered(Finding finding) {
    return name -> (texts.containsKey(name) || secrets.containsKey(name)) && names(finding, name);
  }

  private static boolean names(Finding finding, String setting) {
    return Pattern.compile("\\b" + Pattern.quote(setting) + "\\b")
        .matcher(finding.sentence() + " " + finding.remedy())
        .find();
  }

  private void show(Finding finding) {
    dialogue.say("  " + finding.sentence());
    if (!finding.remedy().isEmpty()) {
      dialogue.say("    -> " + finding.remedy());
    }
  }

  /** As the configuration has it, secrets by their names. */
  private Map<String, Object> value() {
    Map<String, Object> value = new LinkedHashMap<>();
    if (!channel.equals(provider.type())) {
      value.put("type", provider.type());
    }
    names().forEach((setting, name) -> value.put(setting, "${" + name + "}"));
    texts.forEach((name, text) -> value.put(name, HouseholdDraft.literal(text)));
    return value;
  }

  private Map<String, String> names() {
    Map<String, String> names = new LinkedHashMap<>();
    for (Map.Entry<String, Secret> each : secrets.entrySet()) {
      boolean known = draft.known(channel, each.getKey()).equals(Optional.of(each.getValue()));
      names.put(
          each.getKey(),
          known
              ? HouseholdDraft.variable(channel, each.getKey())
              : draft.freeVariable(channel, each.getKey()));
    }
    return names;
  }

  /** The secrets to be written; one of the environment is not, and stays where it is. */
  private Map<String, Secret> variables() {
    Map<String, Secret> variables = new LinkedHashMap<>();
    for (Map.Entry<String, String> each : names().entrySet()) {
      Secret secret = secrets.get(each.getKey());
      boolean known = draft.known(channel, each.getKey()).equals(Optional.ofNullable(secret));
      if (secret != null && !known) {
        variables.put(each.getValue(), secret);
      }
    }
    return variables;
  }
}
