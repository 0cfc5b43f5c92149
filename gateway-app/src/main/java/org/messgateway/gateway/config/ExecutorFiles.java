package org.messgateway.gateway.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.messgateway.api.Address;
import org.messgateway.gateway.channels.discovery.RegisteredProvider;
import org.messgateway.gateway.config.ConfigValue.ReadContext;
import org.messgateway.gateway.config.ExecutorReader.CapabilitiesReader;
import org.messgateway.gateway.config.ExecutorReader.PreferencesReader;
import org.messgateway.gateway.config.NotifyReader.AddressReader;
import org.messgateway.gateway.routing.Availability;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;
import org.messgateway.gateway.routing.Preferences;

/**
 * Reads the reference exchange's {@code executors/*.yaml}. A file with a mistake is left out with a
 * warning. Others than the operator may write these files: variables are not replaced in them, and
 * their addresses reach public hosts only.
 */
final class ExecutorFiles {

  /** Largest executor file, in bytes. */
  private static final long MOST = 1 << 20;

  private final Path folder;
  private final ConfigProblems problems;
  private final ChannelNames channelNames;
  private final ChannelUses uses;
  private final ExecutorDefaults defaults;

  ExecutorFiles(
      Path home,
      ConfigProblems problems,
      ChannelNames channelNames,
      ChannelUses uses,
      ExecutorDefaults defaults) {
    this.folder = home.resolve("executors");
    this.problems = problems;
    this.channelNames = channelNames;
    this.uses = uses;
    this.defaults = defaults;
  }

  /**
   * Executors that can be used and are not in {@code config.yaml}, by id.
   *
   * @param sources gets the file of each
   */
  Map<String, Executor> read(Map<String, Executor> configured, Map<String, String> sources) {
    Map<String, Executor> read = new LinkedHashMap<>();
    for (Path file : files()) {
      String name = "executors/" + file.getFileName();
      ConfigProblems own = new ConfigProblems();
      read(file, name, own)
          .ifPresent(executor -> {
            add(executor, name, configured, read);
            sources.putIfAbsent(executor.id(), name);
          });
      problems.warnOfAll(own);
    }
    return read;
  }

  private void add(
      Executor executor,
      String file,
      Map<String, Executor> configured,
      Map<String, Executor> read) {
    if (configured.containsKey(executor.id())) {
      left(file, executor.id() + " stands in config.yaml too, which is taken");
    } else if (read.putIfAbsent(executor.id(), executor) != null) {
      left(file, executor.id() + " stands in another file too, which is taken");
    }
  }

  private void left(String file, String why) {
    problems.warn("", SourcePosition.startOf(file), why, "take this file away");
  }

  private List<Path> files() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(ExecutorFiles::meant).sorted().toList();
    } catch (IOException e) {
      problems.warn(
          "", SourcePosition.startOf("executors"), "this folder cannot be listed: " + e, "");
      return List.of();
    }
  }

  private static boolean meant(Path file) {
    String name = file.getFileName().toString();
    return !name.startsWith("_")
        && !name.startsWith(".")
        && (name.endsWith(".yaml") || name.endsWith(".yml"))
        && Files.isRegularFile(file);
  }

  private Optional<Executor> read(Path file, String name, ConfigProblems own) {
    ReadContext reading =
        new ReadContext(own, VariableExpansion.none(own), Address.Origin.ELSEWHERE);
    ChannelUses unused = new ChannelUses();
    Optional<Executor> executor =
        text(file, name, own)
            .flatMap(text -> ConfigTree.parse(name, text, own))
            .flatMap(node -> new ConfigValue("", node, reading).section())
            .flatMap(
                section -> new ExecutorFileReader(section, channelNames, unused, defaults).read());
    if (own.count() > 0) {
      problems.warn(
          "", SourcePosition.startOf(name), "nobody is told by this file", "mend what is told");
      return Optional.empty();
    }
    unused
        .channels()
        .forEach(channel ->
            unused.of(channel).ifPresent(use -> uses.add(channel, use.executor(), use.written())));
    return executor;
  }

  private static Optional<String> text(Path file, String name, ConfigProblems own) {
    try {
      if (Files.size(file) > MOST) {
        own.error("", SourcePosition.startOf(name), "this file is larger than 1 MiB", "");
        return Optional.empty();
      }
      return Optional.of(Files.readString(file));
    } catch (CharacterCodingException e) {
      own.error("", SourcePosition.startOf(name), "this file is not UTF-8", "save it as UTF-8");
    } catch (IOException e) {
      own.error("", SourcePosition.startOf(name), "this file cannot be read: " + e, "");
    }
    return Optional.empty();
  }

  /** Reads one executor file: {@code executor_id}, {@code notifications}, {@code preferences}. */
  static final class ExecutorFileReader {

    /** The keys of an address by the reference's types; the first one that is written counts. */
    private static final Map<String, List<String>> ADDRESS_KEYS =
        Map.of(
            "slack", List.of("channel", "user_id", "webhook_url"),
            "sms", List.of("phone", "to"),
            "telegram", List.of("chat_id"),
            "webhook", List.of("url"));

    private final ConfigSection section;
    private final ChannelNames channelNames;
    private final ChannelUses uses;
    private final ExecutorDefaults defaults;

    ExecutorFileReader(
        ConfigSection section,
        ChannelNames channelNames,
        ChannelUses uses,
        ExecutorDefaults defaults) {
      this.section = section;
      this.channelNames = channelNames;
      this.uses = uses;
      this.defaults = defaults;
    }

    Optional<Executor> read() {
      Optional<ConfigValue> id = section.find("executor_id");
      if (id.isEmpty()) {
        section.value().wrong("`executor_id` is missing", "write executor_id: and a name");
      }
      return id.flatMap(value -> value.text().filter(text -> ExecutorReader.checked(text, value)))
          .map(this::read);
    }

    private Executor read(String id) {
      String name = section.text("display_name").orElse(id);
      ZoneId zone = defaults.zone(section);
      Executor executor =
          new Executor(
              id,
              name,
              CapabilitiesReader.read(section, "capabilities"),
              section.texts("access"),
              new Availability.Always(),
              new NotifyPlan(false, NotifyPlan.DEFAULT_AFTER, addresses(id)),
              section.section("preferences").map(this::preferences).orElse(Preferences.NONE),
              zone,
              false,
              defaults.texts(section));
      section.doneGently();
      return executor;
    }

    private Preferences preferences(ConfigSection preferences) {
      Preferences read = PreferencesReader.read(preferences, defaults.zone());
      if (!preferences.texts("auto_claim_patterns").isEmpty()) {
        preferences
            .under("auto_claim_patterns")
            .warn("nothing is claimed by itself: `auto_claim_patterns` is not used", "");
      }
      preferences.doneGently();
      return read;
    }

    private List<ChannelAddress> addresses(String id) {
      List<ChannelAddress> addresses = new ArrayList<>();
      section
          .find("notifications")
          .filter(value -> value.isList() || value.isSection())
          .ifPresent(
              list -> list.items().forEach(item -> address(id, item).ifPresent(addresses::add)));
      return addresses;
    }

    private Optional<ChannelAddress> address(String id, ConfigValue item) {
      return item.section().flatMap(entry -> address(id, entry));
    }

    private Optional<ChannelAddress> address(String id, ConfigSection entry) {
      String type = entry.text("type").orElse("");
      Optional<ChannelNames.Known> channel = channelNames.ofType(type);
      if (channel.isEmpty()) {
        entry.value().warn("there is no channel of type `" + type + "`, it tells nobody", "");
        return Optional.empty();
      }
      return switch (channel.get()) {
        case ChannelNames.Known.Usable usable -> address(id, entry, usable);
        case ChannelNames.Known.Held held -> {
          entry.value().warn(held.channel().sentence(), "");
          yield Optional.empty();
        }
      };
    }

    private Optional<ChannelAddress> address(
        String id, ConfigSection entry, ChannelNames.Known.Usable channel) {
      if (channelNames.lacksSettings(channel)) {
        entry
            .value()
            .warn(
                channel.name() + " is not set up, it tells nobody",
                "write dispatch." + channel.name() + " in config.yaml");
        return Optional.empty();
      }
      // An address that cannot be used does not cost the executor the others.
      ConfigProblems own = new ConfigProblems();
      ConfigValue written = asNotify(entry, channel.provider(), own);
      Optional<Address> address =
          new AddressReader(written, channel.name()).read(channel.provider());
      entry.value().reading().problems().warnOfAll(own);
      uses.add(channel.name(), id, written);
      return address.map(found -> new ChannelAddress(channel.name(), found));
    }

    /** The entry as {@code notify} would have it: only settings that the adapter describes. */
    private static ConfigValue asNotify(
        ConfigSection entry, RegisteredProvider provider, ConfigProblems own) {
      String addressKey = provider.description().addressKey();
      List<String> beside =
          provider.description().addressSettings().stream().map(setting -> setting.name()).toList();
      LinkedHashMap<String, ConfigNode.Entry> entries = new LinkedHashMap<>();
      for (String key : ADDRESS_KEYS.getOrDefault(provider.type(), List.of(addressKey))) {
        entry.find(key).ifPresent(value -> entries.putIfAbsent(addressKey, written(value)));
      }
      for (String key : beside) {
        entry.find(key).ifPresent(value -> entries.put(key, written(value)));
      }
      ConfigValue at = entry.value();
      return new ConfigValue(
          at.path(),
          new ConfigNode.Mapping(at.at(), entries),
          new ReadContext(own, VariableExpansion.none(own), at.reading().origin()));
    }

    private static ConfigNode.Entry written(ConfigValue value) {
      return new ConfigNode.Entry(value.at(), value.node());
    }
  }
}
