package org.messgateway.gateway.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.messgateway.gateway.adapters.RegisteredProvider;

/**
 * Reads {@code dispatch}: first what the channels are called, so that addresses can be read; then,
 * when it is known which are used, their settings.
 */
final class DispatchReader {

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,59}");

  /** Keys of {@code notify} itself. */
  private static final Set<String> RESERVED = Set.of("order", "after");

  private final KnownChannels known;
  private final Map<String, Section> sections = new LinkedHashMap<>();
  private final Map<String, HeldChannel> held = new TreeMap<>();

  DispatchReader(KnownChannels known) {
    this.known = known;
  }

  void names(Section dispatch) {
    for (String name : dispatch.keys()) {
      if (dispatch.has(name)) {
        name(name, dispatch.under(name));
      }
    }
  }

  private void name(String name, Value value) {
    if (!NAME.matcher(name).matches() || RESERVED.contains(name)) {
      value.wrong("a channel cannot be called `" + name + "`", "choose another name");
      return;
    }
    Optional<Section> section = sectionOf(value);
    String type = section.flatMap(s -> s.text("type")).orElse(name);
    section.ifPresent(s -> type(name, type, s));
  }

  /** Nothing under the name of a channel is an empty section. */
  private static Optional<Section> sectionOf(Value value) {
    boolean empty = !value.isText() && !value.isList() && !value.isSection();
    return empty ? Optional.of(emptySection(value)) : value.section();
  }

  static Section emptySection(Value value) {
    return new Section(value, new ConfigNode.Mapping(value.at(), Map.of()));
  }

  private void type(String name, String type, Section section) {
    Optional<RegisteredProvider> provider = known.provider(type);
    if (provider.isPresent()) {
      sections.put(name, section);
      known.write(name, new KnownChannels.Known.Usable(name, provider.get()));
    } else {
      without(name, type, section.value());
    }
  }

  private void without(String name, String type, Value value) {
    Optional<String> near = NearMatch.of(type, known.types());
    if (type.equals("http")) {
      value.warn("channels of type http come with a later version", "take it away until then");
    } else if (near.isPresent() && !known.mayBeBroken(type)) {
      value.wrong(
          "there is no adapter of type `" + type + "`", "did you mean `" + near.get() + "`?");
      hold(name, type);
    } else {
      HeldChannel channel = hold(name, type);
      value.warn(channel.sentence(), "until it is there, what is for " + name + " waits");
    }
  }

  private HeldChannel hold(String name, String type) {
    HeldChannel channel = known.hold(name, type);
    held.put(name, channel);
    known.write(name, new KnownChannels.Known.Held(channel));
    return channel;
  }

  /** The channels that can be used, written and implied. */
  Map<String, ChannelConfig> channels(ChannelUses uses) {
    Map<String, ChannelConfig> channels = new TreeMap<>();
    for (Map.Entry<String, Section> written : sections.entrySet()) {
      read(written.getKey(), written.getValue(), uses).ifPresent(c -> channels.put(c.name(), c));
    }
    for (String name : uses.channels()) {
      if (!sections.containsKey(name)) {
        implied(name, uses).ifPresent(channel -> channels.put(name, channel));
      }
    }
    return channels;
  }

  private Optional<ChannelConfig> implied(String name, ChannelUses uses) {
    return uses.of(name).flatMap(use -> read(name, emptySection(at(use.written(), name)), uses));
  }

  /** What is missing is missing below {@code dispatch}, but only the use of it has a line. */
  private static Value at(Value use, String name) {
    return new Value("dispatch." + name, use.node(), use.reading());
  }

  private Optional<ChannelConfig> read(String name, Section section, ChannelUses uses) {
    return known
        .find(name)
        .filter(KnownChannels.Known.Usable.class::isInstance)
        .map(KnownChannels.Known.Usable.class::cast)
        .flatMap(usable -> new ChannelReader(usable, section, uses.of(name)).read());
  }

  /** Those whose adapter is not there, by name. */
  Map<String, HeldChannel> held(ChannelUses uses) {
    for (String name : uses.channels()) {
      if (known.find(name).orElse(null) instanceof KnownChannels.Known.Held(HeldChannel channel)) {
        held.put(name, channel);
      }
    }
    return held;
  }
}
