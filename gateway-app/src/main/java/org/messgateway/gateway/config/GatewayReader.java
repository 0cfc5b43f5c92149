package org.messgateway.gateway.config;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.messgateway.api.Audience;
import org.messgateway.api.Secret;
import org.messgateway.api.text.Texts;
import org.messgateway.gateway.channels.ChannelConfig;
import org.messgateway.gateway.config.GatewayConfig.HeldChannel;
import org.messgateway.gateway.config.GatewayConfig.InFlightBounds;
import org.messgateway.gateway.config.GatewayConfig.StoreConfig;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.ReminderPolicy;
import org.messgateway.gateway.routing.Rule;
import org.messgateway.gateway.routing.SparedChannels;
import org.messgateway.gateway.routing.SpellingHint;

/** Reads the whole of {@code config.yaml}, and the executor files beside it. */
final class GatewayReader {

  private static final Duration USUAL_STALE = Duration.ofHours(24);
  private static final int LONGEST_TITLE = 60;
  private static final long MOST_ATTEMPTS = 10_000;

  private final Path home;
  private final ConfigSection root;
  private final byte[] registered;
  private final ConfigProblems problems;
  private final ChannelNames channelNames;
  private final ExecutorDefaults defaults;
  private final ChannelUses uses = new ChannelUses();

  /**
   * @param registered executors and rules that were registered at run time
   */
  GatewayReader(
      Path home, ConfigSection root, byte[] registered, ChannelNames channelNames, ZoneId zone) {
    this.home = home;
    this.root = root;
    this.registered = registered;
    this.problems = root.value().reading().problems();
    this.channelNames = channelNames;
    this.defaults = new ExecutorDefaults(zone, languages(home, root));
  }

  /** The configuration, with defaults in place of wrong values. */
  GatewayConfig read() {
    DispatchReader dispatch = new DispatchReader(channelNames, root.value());
    root.section("dispatch").ifPresent(dispatch::names);
    ExecutorReader executorReader = new ExecutorReader(channelNames, uses, defaults);
    Map<String, String> sources = new LinkedHashMap<>();
    Map<String, Executor> executors = written(executorReader, sources);
    AgentReader agents = new AgentReader(channelNames, uses, sources);
    root.section("agents").ifPresent(agents::read);
    executors.putAll(inFiles(executors, agents, sources));
    Map<String, String> taken = new LinkedHashMap<>(agents.places());
    taken.putAll(sources);
    RegisteredReader atRunTime =
        new RegisteredReader(problems, channelNames, uses, defaults).read(registered, taken);
    executors.putAll(atRunTime.executors());
    sources.putAll(atRunTime.sources());
    RoutingReader routing = new RoutingReader();
    root.find("routing").ifPresent(routing::read);
    List<ConfigValue> operators = root.find("operators").map(ConfigValue::items).orElse(List.of());
    new ExecutorReferences(executors).check(routing.named(), operators);
    new ExecutorReferences(executors).check(atRunTime.named(), List.of());
    Map<String, ChannelConfig> channels = dispatch.channels(uses);
    Map<String, HeldChannel> held = dispatch.held(uses);
    HttpConfig http = ServerReader.http(root);
    GatewayConfig config =
        new GatewayConfig(
            home,
            root.text("agent_id").orElse(GatewayConfig.USUAL_AGENT),
            root.find("title").flatMap(GatewayReader::title).orElse("MESS"),
            ServerReader.clientUrl(root, http),
            http,
            root.section("store").flatMap(StoreReader::read),
            new ExchangeReader(home).readAll(root),
            root.section("limits").map(GatewayReader::bounds).orElse(InFlightBounds.DEFAULT),
            operators.stream().flatMap(value -> value.text().stream()).toList(),
            root.as("stale_after", Quantities.DURATION_FORM).orElse(USUAL_STALE),
            ServerReader.secret(root),
            new Catalogue(
                executors,
                Stream.concat(routing.rules().stream(), atRunTime.rules().stream()).toList(),
                routing.writtenFallback().or(atRunTime::fallback).orElse(Rule.EVERYONE),
                audiences(channels, held),
                root.section("reminders")
                    .map(GatewayReader::reminders)
                    .orElse(ReminderPolicy.DEFAULT),
                agents.agents(),
                spared(channels)),
            channels,
            held,
            executorReader.identities(),
            new RegistryConfig(
                agents.registrars(), sources, atRunTime.executors().keySet(), atRunTime.ruleSets()),
            defaults.languages());
    root.done();
    return config;
  }

  private static Languages languages(Path home, ConfigSection root) {
    return new Languages(
        root.as("language", TextPatterns.LANGUAGE).orElse(Texts.ENGLISH.language()),
        new LanguageFiles(home, root.value().reading().problems()).read());
  }

  private Map<String, Executor> written(ExecutorReader reader, Map<String, String> sources) {
    Optional<ConfigSection> section = root.section("executors");
    Map<String, Executor> executors =
        new LinkedHashMap<>(section.map(reader::readAll).orElse(Map.of()));
    section.ifPresent(
        found -> executors.keySet().forEach(id -> sources.put(id, found.keyAt(id).toString())));
    return executors;
  }

  /** Others write these files: one with an agent's name is left out. */
  private Map<String, Executor> inFiles(
      Map<String, Executor> written, AgentReader agents, Map<String, String> sources) {
    Map<String, Executor> found =
        new LinkedHashMap<>(
            new ExecutorFiles(home, problems, channelNames, uses, defaults).read(written, sources));
    agents.warnOf(found.keySet(), sources);
    agents
        .agents()
        .keySet()
        .forEach(id -> {
          found.remove(id);
          sources.remove(id);
        });
    return found;
  }

  private static Map<String, Audience> audiences(
      Map<String, ChannelConfig> channels, Map<String, HeldChannel> held) {
    Map<String, Audience> audiences = new HashMap<>();
    held.keySet().forEach(name -> audiences.put(name, Audience.MACHINES));
    channels.forEach(
        (name, channel) -> audiences.put(name, channel.provider().description().audience()));
    return audiences;
  }

  private static SparedChannels spared(Map<String, ChannelConfig> channels) {
    Set<String> machines = new HashSet<>();
    Set<String> paid = new HashSet<>();
    channels.forEach((name, channel) -> {
      if (channel.provider().description().audience() == Audience.MACHINES) {
        machines.add(name);
      }
      if (channel.costs()) {
        paid.add(name);
      }
    });
    return new SparedChannels(machines, paid);
  }

  private static Optional<String> title(ConfigValue value) {
    Optional<String> title = value.text().filter(text -> !text.isEmpty());
    boolean fits =
        title.isPresent()
            && title.get().length() <= LONGEST_TITLE
            && title.get().chars().noneMatch(Character::isISOControl);
    if (title.isPresent() && !fits) {
      value.wrong(
          "the title stands first in every message, and this one is too long for it",
          "write at most " + LONGEST_TITLE + " characters in one line");
    }
    return title.filter(_ -> fits);
  }

  private static InFlightBounds bounds(ConfigSection section) {
    InFlightBounds usual = InFlightBounds.DEFAULT;
    InFlightBounds bounds =
        new InFlightBounds(
            section
                .as("in_flight", TextPatterns.integer(1, MOST_ATTEMPTS))
                .map(Math::toIntExact)
                .orElse(usual.attempts()),
            section
                .as("in_flight_bytes", Quantities.SIZE_FORM)
                .filter(b -> b > 0)
                .orElse(usual.bytes()));
    section.done();
    return bounds;
  }

  private static ReminderPolicy reminders(ConfigSection section) {
    ReminderPolicy usual = ReminderPolicy.DEFAULT;
    ReminderPolicy reminderPolicy =
        new ReminderPolicy(
            section
                .as("after", Quantities.DURATION_FORM)
                .filter(Duration::isPositive)
                .orElse(usual.after()),
            section
                .as("times", TextPatterns.integer(0, ReminderPolicy.MOST_TIMES))
                .map(Math::toIntExact)
                .orElse(usual.times()));
    section.done();
    return reminderPolicy;
  }

  /** Reads section {@code store}. Messages do not show its values: a URL may hold a password. */
  static final class StoreReader {

    private static final String SQLITE = "jdbc:sqlite:";

    private StoreReader() {}

    /** Empty for the embedded store in {@code .gateway}. */
    static Optional<StoreConfig> read(ConfigSection section) {
      ConfigProblems problems = section.value().reading().problems();
      Optional<String> url = section.text("url");
      url.ifPresent(text -> problems.conceal(text, "[store]"));
      boolean database = url.filter(StoreConfig::isPostgres).isPresent();
      // Only a database has users: for a file the keys count as unknown.
      Optional<String> user = database ? section.text("user") : Optional.empty();
      Optional<String> password = database ? section.text("password") : Optional.empty();
      password.ifPresent(text -> problems.conceal(text, "[password]"));
      section.done();
      if (url.isPresent() && !database && !url.get().startsWith(SQLITE)) {
        section
            .under("url")
            .wrong(
                "this is no URL of a store",
                "leave store out, or write jdbc:sqlite:/path/of/queue.db or"
                    + " jdbc:postgresql://host:5432/database");
        return Optional.empty();
      }
      return url.map(text -> new StoreConfig(text, user, password.map(Secret::of)));
    }
  }

  /** Warns of executors that are named somewhere and do not exist: routing passes them over. */
  static final class ExecutorReferences {

    private final Set<String> executors;

    ExecutorReferences(Map<String, Executor> executors) {
      this.executors = executors.keySet();
    }

    void check(List<RoutingReader.Named> named, List<ConfigValue> operators) {
      named.forEach(one -> check(one.executor(), one.written()));
      for (ConfigValue operator : operators) {
        if (operator.isText()) {
          operator.text().ifPresent(id -> check(id, operator));
        }
      }
    }

    private void check(String id, ConfigValue written) {
      if (!executors.contains(id)) {
        written.warn(
            "there is no executor `" + id + "`, it is passed over",
            SpellingHint.hint(id, executors));
      }
    }
  }
}
