package org.messgateway.gateway.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.messgateway.api.Address;
import org.messgateway.gateway.routing.NotifyPlan;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;

/** Reads {@code notify}: by which channels an executor is told. */
final class NotifyReader {

  private final String executor;
  private final KnownChannels known;
  private final ChannelUses uses;

  NotifyReader(String executor, KnownChannels known, ChannelUses uses) {
    this.executor = executor;
    this.known = known;
    this.uses = uses;
  }

  NotifyPlan read(Section section) {
    Optional<Value> order = section.find("order");
    Optional<Duration> after = section.as("after", Amounts.DURATION_FORM);
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

  private Optional<Address> address(String name, Value value) {
    Optional<KnownChannels.Known> channel = known.find(name);
    if (channel.isEmpty()) {
      return unknown(name, value);
    }
    uses.add(name, executor, value);
    return switch (channel.get()) {
      case KnownChannels.Known.Usable usable ->
          new AddressReader(value, name).read(usable.provider());
      case KnownChannels.Known.Held held -> new AddressReader(value, name).unjudged();
    };
  }

  private Optional<Address> unknown(String name, Value value) {
    if (name.equals("http")) {
      value.warn("the channel http comes with a later version", "until then it tells nobody");
      return Optional.empty();
    }
    Optional<String> near = NearMatch.of(name, known.names());
    if (known.mayBeBroken(name)) {
      HeldChannel held = known.hold(name, name);
      value.warn(held.sentence(), "until it is there, what is for " + name + " waits");
      return address(name, value);
    }
    value.wrong(
        "there is no channel `" + name + "`",
        near.map(word -> "did you mean `" + word + "`?")
            .orElse(
                "there are "
                    + String.join(", ", known.names())
                    + "; another adapter's jar goes into adapters/ beside config.yaml"));
    return Optional.empty();
  }

  /** Those that are not named come last, as they were written. */
  private List<ChannelAddress> inOrder(
      Value order, Set<String> keys, List<ChannelAddress> channels) {
    List<ChannelAddress> sorted = new ArrayList<>();
    for (Value item : order.items()) {
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
      Value item,
      String name,
      Set<String> keys,
      List<ChannelAddress> channels,
      List<ChannelAddress> sorted) {
    if (!keys.contains(name)) {
      item.wrong(
          "`" + name + "` has no address here",
          NearMatch.of(name, keys)
              .map(near -> "did you mean `" + near + "`?")
              .orElse("write " + name + ": and the address beside `order`"));
    }
    channels.stream()
        .filter(channel -> channel.channel().equals(name) && !sorted.contains(channel))
        .forEach(sorted::add);
  }
}
