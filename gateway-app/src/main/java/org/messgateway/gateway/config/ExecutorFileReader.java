package org.messgateway.gateway.config;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.messgateway.api.Address;
import org.messgateway.gateway.adapters.RegisteredProvider;
import org.messgateway.gateway.routing.Availability;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;
import org.messgateway.gateway.routing.Preferences;

/** Reads one executor file: {@code executor_id}, {@code notifications}, {@code preferences}. */
final class ExecutorFileReader {

  /** Under which keys the reference's types hold their address; first that is there. */
  private static final Map<String, List<String>> ADDRESS_KEYS =
      Map.of(
          "slack", List.of("channel", "user_id", "webhook_url"),
          "sms", List.of("phone", "to"),
          "telegram", List.of("chat_id"),
          "webhook", List.of("url"));

  private final Section section;
  private final KnownChannels known;
  private final ChannelUses uses;
  private final ZoneId usualZone;

  ExecutorFileReader(Section section, KnownChannels known, ChannelUses uses, ZoneId usualZone) {
    this.section = section;
    this.known = known;
    this.uses = uses;
    this.usualZone = usualZone;
  }

  Optional<Executor> read() {
    Optional<Value> id = section.find("executor_id");
    if (id.isEmpty()) {
      section.value().wrong("`executor_id` is missing", "write executor_id: and a name");
    }
    return id.flatMap(value -> value.text().filter(text -> ExecutorReader.checked(text, value)))
        .map(this::read);
  }

  private Executor read(String id) {
    String name = section.text("display_name").orElse(id);
    ZoneId zone = section.as("timezone", Forms.ZONE).orElse(usualZone);
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
            false);
    section.doneGently();
    return executor;
  }

  private Preferences preferences(Section preferences) {
    Preferences read = PreferencesReader.read(preferences, usualZone);
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

  private Optional<ChannelAddress> address(String id, Value item) {
    return item.section().flatMap(entry -> address(id, entry));
  }

  private Optional<ChannelAddress> address(String id, Section entry) {
    String type = entry.text("type").orElse("");
    Optional<KnownChannels.Known> channel = known.ofType(type);
    if (channel.isEmpty()) {
      entry.value().warn("there is no channel of type `" + type + "`, it tells nobody", "");
      return Optional.empty();
    }
    return switch (channel.get()) {
      case KnownChannels.Known.Usable usable -> address(id, entry, usable);
      case KnownChannels.Known.Held held -> {
        entry.value().warn(held.channel().sentence(), "");
        yield Optional.empty();
      }
    };
  }

  private Optional<ChannelAddress> address(
      String id, Section entry, KnownChannels.Known.Usable channel) {
    if (known.lacksSettings(channel)) {
      entry
          .value()
          .warn(
              channel.name() + " is not set up, it tells nobody",
              "write dispatch." + channel.name() + " in config.yaml");
      return Optional.empty();
    }
    // One that cannot be used costs only itself: the other ways to that executor are as good.
    Problems own = new Problems();
    Value written = asNotify(entry, channel.provider(), own);
    Optional<Address> address = new AddressReader(written, channel.name()).read(channel.provider());
    entry.value().reading().problems().warnOfAll(own);
    uses.add(channel.name(), id, written);
    return address.map(found -> new ChannelAddress(channel.name(), found));
  }

  /** The entry in the words of {@code notify}: only what the adapter has described. */
  private static Value asNotify(Section entry, RegisteredProvider provider, Problems own) {
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
    Value at = entry.value();
    return new Value(
        at.path(),
        new ConfigNode.Mapping(at.at(), entries),
        new Reading(own, Variables.none(own), at.reading().origin()));
  }

  private static ConfigNode.Entry written(Value value) {
    return new ConfigNode.Entry(value.at(), value.node());
  }
}
