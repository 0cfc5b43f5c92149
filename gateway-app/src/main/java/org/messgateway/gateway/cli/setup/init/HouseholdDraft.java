package org.messgateway.gateway.cli.setup.init;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.messgateway.api.Secret;
import org.messgateway.gateway.channels.ChannelConfig;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.ConfigProblem;
import org.messgateway.gateway.config.ConfigReport;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.LoadResult;
import org.messgateway.gateway.config.people.PeopleState;
import org.messgateway.gateway.routing.Executor;

/**
 * A household as it will be: what stands in the home, and what was answered. Nothing is written;
 * every addition is checked as if it were.
 */
final class HouseholdDraft {

  private static final int SECRET_BYTES = 24;
  private static final String MASTER = "MESS_WEBHOOK_SECRET";

  private final ConfigLoader loader;
  private final Path home;
  private final Map<String, String> environment;
  private final boolean fresh;
  private final String before;
  private final Map<String, Secret> secrets = new LinkedHashMap<>();
  private final List<PeopleState.Linked> links = new ArrayList<>();
  private final Set<String> known;
  private String text;
  private GatewayConfig config;

  private HouseholdDraft(CommandContext context, String before, String text, boolean fresh) {
    this.loader = context.loader();
    this.home = context.home();
    this.environment = context.environment();
    this.before = before;
    this.text = text;
    this.fresh = fresh;
    if (fresh) {
      secrets.put(MASTER, freshSecret());
    }
    this.config =
        switch (load(text)) {
          case LoadResult.Valid valid -> valid.config();
          case LoadResult.Invalid invalid ->
              throw CommandFailure.usage(
                  home.resolve(ConfigLoader.FILE)
                      + " has mistakes, so nothing is added to it. Mend them first:",
                  ConfigReport.of(invalid));
        };
    this.known = Set.copyOf(config.catalogue().executors().keySet());
  }

  /** The household in a home, to be extended. */
  static HouseholdDraft of(CommandContext context) throws IOException {
    String text = Files.readString(context.home().resolve(ConfigLoader.FILE));
    return new HouseholdDraft(context, text, text, false);
  }

  /** A new household. */
  static HouseholdDraft fresh(CommandContext context, String title, String language) {
    String first =
        """
        # Made by ./mess-gateway init. Every key is told of in docs/configuration.md.
        agent_id: claude-agent
        title: %s
        %s# What links in messages start with. Without it messages to people carry no link.
        # client_url: https://mess.example.com

        # Rules are tried in order; without one, all who are able are told.
        # routing:
        #   - match: { capability: vacuum-floor }
        #     prefer: [roomba]

        # ${NAME} is taken from the environment, or from secrets.env beside this file.
        dispatch:
          # Every robot gets a key of its own made from this: ./mess-gateway secret EXECUTOR
          webhook: { secret: "${%s}" }
        """
            .formatted(
                YamlInsertion.quoted(literal(title)),
                language.isEmpty() ? "" : "language: " + language + "\n",
                MASTER);
    return new HouseholdDraft(context, "", first, true);
  }

  Path home() {
    return home;
  }

  boolean isNew() {
    return fresh;
  }

  boolean changed() {
    return fresh || !text.equals(before) || !links.isEmpty();
  }

  /** Whether this executor is not in the home yet. */
  boolean adds(String executor) {
    return !known.contains(executor);
  }

  GatewayConfig config() {
    return config;
  }

  /** The executor of a name as people write it, or of an id. */
  Optional<Executor> executor(String name) {
    return config.catalogue().executors().values().stream()
        .filter(each -> each.name().equalsIgnoreCase(name) || each.id().equals(name))
        .findFirst();
  }

  /** An id for somebody new: names in other letters than a to z all make the same one. */
  String freeId(String name) {
    String id = InitOptions.id(name);
    return Stream.iterate(1, number -> number + 1)
        .map(number -> number == 1 ? id : id + "-" + number)
        .filter(each -> config.catalogue().executor(each).isEmpty())
        .findFirst()
        .orElseThrow();
  }

  /** The configuration with one more entry that is not kept. */
  LoadResult tried(List<String> path, String key, Object value, Map<String, Secret> further) {
    Map<String, Secret> all = new LinkedHashMap<>(secrets);
    all.putAll(further);
    return load(with(path, key, value), all);
  }

  /**
   * Adds an entry.
   *
   * @return what is wrong with it, for people; empty when it was added
   */
  Optional<String> add(List<String> path, String key, Object value) {
    return add(path, key, value, Map.of());
  }

  /** The same with secrets that it names as {@code ${NAME}}. */
  Optional<String> add(List<String> path, String key, Object value, Map<String, Secret> further) {
    return switch (tried(path, key, value, further)) {
      case LoadResult.Valid valid -> {
        text = with(path, key, value);
        config = valid.config();
        secrets.putAll(further);
        yield Optional.empty();
      }
      case LoadResult.Invalid invalid -> Optional.of(sentence(invalid));
    };
  }

  static String sentence(LoadResult.Invalid invalid) {
    ConfigProblem first = invalid.problems().getFirst();
    return first.what() + (first.right().isEmpty() ? "" : "; " + first.right());
  }

  private String with(List<String> path, String key, Object value) {
    return YamlInsertion.into(text, path, key, value)
        .orElseThrow(() ->
            CommandFailure.failed(
                home.resolve(ConfigLoader.FILE)
                    + " is written in a way that nothing can be added to. Nothing was written;"
                    + " add this yourself:\n"
                    + YamlInsertion.lines(path, key, value)));
  }

  /** A person's address that they linked themselves, which {@code people.yaml} keeps. */
  void link(PeopleState.Linked linked) {
    links.add(linked);
  }

  List<PeopleState.Linked> links() {
    return List.copyOf(links);
  }

  /** A name for a secret: of the environment and the file, neither has it yet. */
  String freeVariable(String name) {
    return Stream.iterate(1, number -> number + 1)
        .map(number -> number == 1 ? name : name + "_" + number)
        .filter(each -> !environment.containsKey(each) && !secrets.containsKey(each))
        .findFirst()
        .orElseThrow();
  }

  /** What the environment or the file has under a name. */
  Optional<Secret> known(String variable) {
    return Optional.ofNullable(environment.get(variable))
        .filter(value -> !value.isBlank())
        .map(value -> Secret.of(value.strip()));
  }

  static String variable(String channel, String setting) {
    return (channel + "_" + setting).toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }

  /** The secret from which the keys of robots are made, where the household has none. */
  void needWebhookSecret() {
    ChannelConfig webhook = config.channels().get("webhook");
    boolean there = webhook != null && !webhook.settings().secrets("secret").isEmpty();
    if (!there) {
      String name = freeVariable(MASTER);
      Map<String, Secret> made = Map.of(name, freshSecret());
      boolean section = YamlInsertion.into(text, List.of("dispatch"), "webhook", "").isPresent();
      String value = "${" + name + "}";
      Optional<String> _ =
          section
              ? add(List.of("dispatch"), "webhook", Map.of("secret", value), made)
              : add(List.of("dispatch", "webhook"), "secret", value, made);
    }
  }

  private static Secret freshSecret() {
    byte[] random = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(random);
    return Secret.of(HexFormat.of().formatHex(random));
  }

  String text() {
    return text;
  }

  Map<String, Secret> secrets() {
    return Map.copyOf(secrets);
  }

  /** The lines of the configuration that are not there yet. */
  List<String> addedLines() {
    List<String> added = new ArrayList<>(text.lines().toList());
    before.lines().forEach(added::remove);
    return added.stream().filter(line -> !line.isBlank()).toList();
  }

  /** A text of a person, in which a dollar sign before a brace means itself. */
  static String literal(String typed) {
    return typed.replace("${", "$${");
  }

  private LoadResult load(String candidate) {
    return load(candidate, secrets);
  }

  private LoadResult load(String candidate, Map<String, Secret> known) {
    Map<String, String> all = new HashMap<>(environment);
    known.forEach((name, secret) -> all.put(name, secret.reveal()));
    return loader.loadText(home, all, candidate);
  }
}
