package org.messgateway.gateway.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.messgateway.api.AdapterDescription;
import org.messgateway.api.Address;
import org.messgateway.api.SettingDescription;
import org.messgateway.api.Settings;
import org.messgateway.gateway.channels.discovery.AdapterFailure;
import org.messgateway.gateway.channels.discovery.RegisteredProvider;
import org.messgateway.gateway.config.GatewayConfig.HeldChannel;
import org.messgateway.gateway.routing.NotifyPlan;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;
import org.messgateway.gateway.routing.SpellingHint;

/** Reads {@code notify}: the channels and addresses of an executor, and their order. */
final class NotifyReader {

  private final String executor;
  private final ChannelNames channelNames;
  private final ChannelUses uses;

  NotifyReader(String executor, ChannelNames channelNames, ChannelUses uses) {
    this.executor = executor;
    this.channelNames = channelNames;
    this.uses = uses;
  }

  NotifyPlan read(ConfigSection section) {
    Optional<ConfigValue> order = section.find("order");
    Optional<Duration> after = section.as("after", Quantities.DURATION_FORM);
    Set<String> keys = section.keys();
    List<ChannelAddress> channels = new ArrayList<>();
    for (String name : keys) {
      if (!name.equals("order") && !name.equals("after")) {
        address(name, section.under(name))
            .ifPresent(address -> channels.add(new ChannelAddress(name, address)));
      }
    }
    if (order.isEmpty() && after.isPresent()) {
      section
          .under("after")
          .warn("`after` has no effect without `order`", "write order: [slack, sms]");
    }
    return new NotifyPlan(
        order.isPresent(),
        after.orElse(NotifyPlan.DEFAULT_AFTER),
        order.map(names -> inOrder(names, keys, channels)).orElse(channels));
  }

  private Optional<Address> address(String name, ConfigValue value) {
    Optional<ChannelNames.Known> channel = channelNames.find(name);
    if (channel.isEmpty()) {
      return unknown(name, value);
    }
    uses.add(name, executor, value);
    return switch (channel.get()) {
      case ChannelNames.Known.Usable usable ->
          new AddressReader(value, name).read(usable.provider());
      case ChannelNames.Known.Held held -> new AddressReader(value, name).unjudged();
    };
  }

  private Optional<Address> unknown(String name, ConfigValue value) {
    Optional<String> near = SpellingHint.of(name, channelNames.names());
    if (channelNames.mayBeBroken(name)) {
      HeldChannel held = channelNames.hold(name, name);
      value.warn(held.sentence(), "until it is there, what is for " + name + " waits");
      return address(name, value);
    }
    value.wrong(
        "there is no channel `" + name + "`",
        near.map(word -> "did you mean `" + word + "`?")
            .orElse(
                "there are "
                    + String.join(", ", channelNames.names())
                    + "; another adapter's jar goes into adapters/ beside config.yaml"));
    return Optional.empty();
  }

  /** Channels that the order does not name come last, as written. */
  private List<ChannelAddress> inOrder(
      ConfigValue order, Set<String> keys, List<ChannelAddress> channels) {
    List<ChannelAddress> sorted = new ArrayList<>();
    for (ConfigValue item : order.items()) {
      item.text().ifPresent(name -> next(item, name, keys, channels, sorted));
    }
    for (ChannelAddress channel : channels) {
      if (!sorted.contains(channel)) {
        order.warn("`" + channel.channel() + "` is not in the order", "it comes last");
        sorted.add(channel);
      }
    }
    return sorted;
  }

  private static void next(
      ConfigValue item,
      String name,
      Set<String> keys,
      List<ChannelAddress> channels,
      List<ChannelAddress> sorted) {
    if (!keys.contains(name)) {
      item.wrong(
          "`" + name + "` has no address here",
          SpellingHint.of(name, keys)
              .map(near -> "did you mean `" + near + "`?")
              .orElse("write " + name + ": and the address beside `order`"));
    }
    channels.stream()
        .filter(channel -> channel.channel().equals(name) && !sorted.contains(channel))
        .forEach(sorted::add);
  }

  /** Reads one address: a text, or a map where its adapter describes further settings. */
  static final class AddressReader {

    private final ConfigValue value;
    private final String channel;

    AddressReader(ConfigValue value, String channel) {
      this.value = value;
      this.channel = channel;
    }

    /** Empty when the address cannot be used, which is reported. */
    Optional<Address> read(RegisteredProvider provider) {
      int before = value.reading().problems().count();
      Optional<Address> address =
          value.isSection() ? described(provider) : plain(provider.description());
      return value.reading().problems().count() > before
          ? Optional.empty()
          : address.filter(read -> accepted(provider, read));
    }

    /** An address that no adapter can check, because it is missing or broken. */
    Optional<Address> unjudged() {
      if (!value.isText()) {
        value.warn("this cannot be read until the adapter of " + channel + " is back", "");
        return Optional.empty();
      }
      return value
          .text()
          .filter(this::written)
          .map(text -> new Address(text, Settings.none(), value.reading().origin()));
    }

    private Optional<Address> plain(AdapterDescription description) {
      return value
          .text("an address like " + description.addressExample())
          .filter(this::written)
          .map(text -> address(text, beside(DispatchReader.emptySection(value), description)));
    }

    private boolean written(String text) {
      if (text.isEmpty()) {
        value.warn("the address is empty, nobody is told by " + channel, "");
      }
      boolean tooLong = Address.tooLong(text);
      if (tooLong) {
        value.wrong(
            "this address has %d bytes, and one of more than %d cannot be kept"
                .formatted(Address.bytes(text), Address.MAX_BYTES),
            "put what makes it long behind a shorter URL, or into headers where the channel has"
                + " them");
      }
      return !text.isEmpty() && !tooLong;
    }

    private Optional<Address> described(RegisteredProvider provider) {
      AdapterDescription description = provider.description();
      ConfigSection section = value.section().orElseThrow();
      Optional<ConfigValue> key = section.find(description.addressKey());
      Settings beside = beside(section, description);
      section.done();
      Optional<String> other = key.isEmpty() ? other(provider, beside) : Optional.empty();
      if (other.isPresent()) {
        return other.filter(this::written).map(text -> address(text, beside));
      }
      if (key.isEmpty()) {
        value.wrong(
            "`" + description.addressKey() + "` is missing",
            "write where to: " + description.addressKey() + ": " + description.addressExample());
      }
      return key.flatMap(ConfigValue::text)
          .filter(this::written)
          .map(text -> address(text, beside));
    }

    private Optional<String> other(RegisteredProvider provider, Settings beside) {
      try {
        return provider.addressOf(beside);
      } catch (AdapterFailure failure) {
        value.warn("the adapter cannot read this address: " + failure.getMessage(), "");
        return Optional.empty();
      }
    }

    private Settings beside(ConfigSection section, AdapterDescription description) {
      SettingsReader settings = new SettingsReader(section).read(description.addressSettings());
      for (SettingDescription missing : settings.missing()) {
        value.wrong("`" + missing.name() + "` is missing", missing.meaning());
      }
      return settings.settings();
    }

    private Address address(String text, Settings beside) {
      return new Address(text, beside, value.reading().origin());
    }

    private boolean accepted(RegisteredProvider provider, Address address) {
      try {
        Optional<String> refusal = provider.checkAddress(address);
        refusal.ifPresent(sentence -> refused(provider, address, sentence));
        return refusal.isEmpty();
      } catch (AdapterFailure failure) {
        value.warn("the adapter cannot check this address: " + failure.getMessage(), "");
        return true;
      }
    }

    /** The message does not repeat an address with a scheme: it may hold a token. */
    private void refused(RegisteredProvider provider, Address address, String sentence) {
      String shown = address.value().contains("://") || !value.isText() ? "this" : value.shown();
      value.wrong(
          shown + " is no address for " + channel,
          sentence + "; it looks like " + provider.description().addressExample());
    }
  }
}
