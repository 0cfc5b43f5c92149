package org.messgateway.gateway.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Address;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.Rate;
import org.messgateway.api.SettingDescription;
import org.messgateway.api.SettingProblem;
import org.messgateway.api.Settings;
import org.messgateway.gateway.channels.ChannelConfig;
import org.messgateway.gateway.channels.discovery.AdapterFailure;
import org.messgateway.gateway.channels.discovery.RegisteredProvider;
import org.messgateway.gateway.channels.inbox.InboxProvider;
import org.messgateway.gateway.config.GatewayConfig.HeldChannel;
import org.messgateway.gateway.routing.SpellingHint;

/**
 * Reads {@code dispatch} in two passes: first the names of channels, so that addresses can be read;
 * then the settings of the channels that are used.
 */
final class DispatchReader {

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,59}");

  /** Keys of {@code notify} that are no channels. */
  private static final Set<String> RESERVED = Set.of("order", "after");

  private final ChannelNames channelNames;
  private final ConfigValue root;
  private final Map<String, ConfigSection> sections = new LinkedHashMap<>();
  private final Map<String, HeldChannel> held = new TreeMap<>();

  /**
   * @param root of the file
   */
  DispatchReader(ChannelNames channelNames, ConfigValue root) {
    this.channelNames = channelNames;
    this.root = root;
  }

  void names(ConfigSection dispatch) {
    for (String name : dispatch.keys()) {
      if (dispatch.has(name)) {
        name(name, dispatch.under(name));
      }
    }
  }

  private void name(String name, ConfigValue value) {
    if (!NAME.matcher(name).matches() || RESERVED.contains(name)) {
      value.wrong("a channel cannot be called `" + name + "`", "choose another name");
      return;
    }
    Optional<ConfigSection> section = sectionOf(value);
    String type = section.flatMap(s -> s.text("type")).orElse(name);
    section.ifPresent(s -> type(name, type, s));
  }

  /** The section of a channel; a missing value counts as an empty section. */
  private static Optional<ConfigSection> sectionOf(ConfigValue value) {
    boolean empty = !value.isText() && !value.isList() && !value.isSection();
    return empty ? Optional.of(emptySection(value)) : value.section();
  }

  static ConfigSection emptySection(ConfigValue value) {
    return new ConfigSection(value, new ConfigNode.Mapping(value.at(), Map.of()));
  }

  private void type(String name, String type, ConfigSection section) {
    Optional<RegisteredProvider> provider = channelNames.provider(type);
    if (provider.isPresent()) {
      sections.put(name, section);
      channelNames.write(name, new ChannelNames.Known.Usable(name, provider.get()));
    } else {
      withoutAdapter(name, type, section.value());
    }
  }

  private void withoutAdapter(String name, String type, ConfigValue value) {
    Optional<String> near = SpellingHint.of(type, channelNames.types());
    if (near.isPresent() && !channelNames.mayBeBroken(type)) {
      value.wrong(
          "there is no adapter of type `" + type + "`", "did you mean `" + near.get() + "`?");
      hold(name, type);
    } else {
      HeldChannel channel = hold(name, type);
      value.warn(channel.sentence(), "until it is there, what is for " + name + " waits");
    }
  }

  private HeldChannel hold(String name, String type) {
    HeldChannel channel = channelNames.hold(name, type);
    held.put(name, channel);
    channelNames.write(name, new ChannelNames.Known.Held(channel));
    return channel;
  }

  /** The channels that can be used: those with a section, and those that addresses imply. */
  Map<String, ChannelConfig> channels(ChannelUses uses) {
    Map<String, ChannelConfig> channels = new TreeMap<>();
    for (Map.Entry<String, ConfigSection> written : sections.entrySet()) {
      read(written.getKey(), written.getValue(), uses).ifPresent(c -> channels.put(c.name(), c));
    }
    for (String name : uses.channels()) {
      if (!sections.containsKey(name)) {
        implied(name, uses).ifPresent(channel -> channels.put(name, channel));
      }
    }
    if (!sections.containsKey(InboxProvider.TYPE)) {
      inbox(uses).ifPresent(channel -> channels.putIfAbsent(InboxProvider.TYPE, channel));
    }
    return channels;
  }

  /** Agents with a token have an inbox, whatever the configuration says. */
  private Optional<ChannelConfig> inbox(ChannelUses uses) {
    return read(InboxProvider.TYPE, emptySection(at(root, InboxProvider.TYPE)), uses);
  }

  private Optional<ChannelConfig> implied(String name, ChannelUses uses) {
    return uses.of(name).flatMap(use -> read(name, emptySection(at(use.written(), name)), uses));
  }

  /** A missing setting belongs below {@code dispatch}, but only the address has a line. */
  private static ConfigValue at(ConfigValue use, String name) {
    return new ConfigValue("dispatch." + name, use.node(), use.reading());
  }

  private Optional<ChannelConfig> read(String name, ConfigSection section, ChannelUses uses) {
    return channelNames
        .find(name)
        .filter(ChannelNames.Known.Usable.class::isInstance)
        .map(ChannelNames.Known.Usable.class::cast)
        .flatMap(usable -> new ChannelReader(usable, section, uses.of(name)).read());
  }

  /** Channels whose adapter is missing, by name. */
  Map<String, HeldChannel> held(ChannelUses uses) {
    for (String name : uses.channels()) {
      if (channelNames.find(name).orElse(null)
          instanceof ChannelNames.Known.Held(HeldChannel channel)) {
        held.put(name, channel);
      }
    }
    return held;
  }

  /** Reads one channel: the gateway's own keys, and the settings of its adapter. */
  static final class ChannelReader {

    private static final int MOST_AT_ONCE = 64;

    private final String name;
    private final RegisteredProvider provider;
    private final ConfigSection section;
    private final Optional<ChannelUses.Use> use;
    private final ConfigProblems problems;

    ChannelReader(
        ChannelNames.Known.Usable channel, ConfigSection section, Optional<ChannelUses.Use> use) {
      this.name = channel.name();
      this.provider = channel.provider();
      this.section = section;
      this.use = use;
      this.problems = section.value().reading().problems();
    }

    /** Empty when the channel cannot be used, which is reported. */
    Optional<ChannelConfig> read() {
      int before = problems.count();
      section.find("type");
      Optional<List<Duration>> retry = section.find("retry").map(ChannelReader::retry);
      ChannelLimits limits = limits(provider.description().limits());
      boolean costs = section.as("costs", TextPatterns.FLAG).orElse(provider.description().costs());
      SettingsReader settings =
          new SettingsReader(section, Optional.of(name)).read(provider.description().settings());
      section.done();
      settings.missing().forEach(this::missing);
      if (problems.count() > before
          || !settings.missing().isEmpty()
          || !accepted(settings.settings())) {
        return Optional.empty();
      }
      return Optional.of(
          new ChannelConfig(name, provider, settings.settings(), retry, limits, costs));
    }

    private void missing(SettingDescription setting) {
      String path = section.value().path() + "." + setting.name();
      String right =
          "write %s under %s, or set %s in secrets.env: %s"
              .formatted(
                  setting.name(),
                  section.value().path(),
                  SettingsReader.variable(name, setting),
                  setting.meaning());
      if (use.isPresent() && typed(use.get())) {
        String what =
            "`"
                + setting.name()
                + "` is missing, and "
                + use.get().executor()
                + " is told by "
                + name;
        problems.error(path, section.value().at(), what, right);
      } else {
        String what = "`" + setting.name() + "` is missing, so " + name + " tells nobody";
        problems.warn(path, section.value().at(), what, right);
      }
    }

    /** Executor files are written by others: their mistakes are warnings. */
    private static boolean typed(ChannelUses.Use use) {
      return use.written().reading().origin() == Address.Origin.CONFIGURATION;
    }

    private boolean accepted(Settings settings) {
      try {
        List<SettingProblem> found = provider.check(settings);
        found.forEach(this::refused);
        return found.isEmpty();
      } catch (AdapterFailure failure) {
        // A mistake of an adapter costs its own channel only.
        section
            .value()
            .warn(
                "the adapter cannot check its settings: " + failure.getMessage(),
                "take the jar away or put a working one in its place");
        return true;
      }
    }

    private void refused(SettingProblem problem) {
      SourcePosition at =
          section.find(problem.name()).map(ConfigValue::at).orElse(section.value().at());
      problems.error(section.value().path() + "." + problem.name(), at, problem.sentence(), "");
    }

    private static List<Duration> retry(ConfigValue value) {
      List<Duration> waits = new ArrayList<>();
      for (ConfigValue item : value.items()) {
        item.as(Quantities.DURATION_FORM).ifPresent(waits::add);
      }
      return waits;
    }

    private ChannelLimits limits(ChannelLimits usual) {
      int concurrency =
          section
              .as("concurrency", TextPatterns.integer(1, MOST_AT_ONCE))
              .map(Math::toIntExact)
              .orElse(usual.concurrency());
      Optional<ConfigValue> rate = section.find("rate");
      if (rate.isEmpty()) {
        return new ChannelLimits(concurrency, usual.lane(), usual.account());
      }
      return rate.get().isSection()
          ? limits(concurrency, rate.get(), usual)
          : new ChannelLimits(concurrency, usual.lane(), rate(rate.get(), usual.account()));
    }

    private static ChannelLimits limits(int concurrency, ConfigValue rates, ChannelLimits usual) {
      ConfigSection section = rates.section().orElseThrow();
      Rate lane = rate(section.find("per_address"), usual.lane());
      Rate account = rate(section.find("total"), usual.account());
      section.done();
      return new ChannelLimits(concurrency, lane, account);
    }

    private static @Nullable Rate rate(Optional<ConfigValue> written, @Nullable Rate usual) {
      return written.isPresent() ? rate(written.get(), usual) : usual;
    }

    private static @Nullable Rate rate(ConfigValue written, @Nullable Rate usual) {
      return written.as(Quantities.RATE_FORM).orElse(usual);
    }
  }
}
