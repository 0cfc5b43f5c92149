package org.messgateway.gateway;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.messgateway.gateway.config.ChannelConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.inbound.Member;
import org.messgateway.gateway.inbound.Roster;
import org.messgateway.gateway.routing.Executor;

/** Who there is on a channel, from the configuration in force. */
record HeardPeople(LiveConfiguration configuration) implements Roster {

  @Override
  public String title() {
    return configuration.get().title();
  }

  @Override
  public List<Member> members(String channel) {
    GatewayConfig config = configuration.get();
    List<Member> members = new ArrayList<>();
    for (Executor executor : config.catalogue().executors().values()) {
      Set<String> addresses = addresses(executor, channel);
      Set<String> persons = persons(config, executor, channel);
      if (!addresses.isEmpty() || !persons.isEmpty()) {
        members.add(
            new Member(executor.id(), executor.name(), executor.zone(), addresses, persons));
      }
    }
    return members;
  }

  private static Set<String> addresses(Executor executor, String channel) {
    Set<String> addresses = new LinkedHashSet<>();
    executor.notifyPlan().channels().stream()
        .filter(at -> at.channel().equals(channel))
        .forEach(at -> addresses.add(at.address().value()));
    return addresses;
  }

  /** An identity may name the channel, or the service behind it. */
  private static Set<String> persons(GatewayConfig config, Executor executor, String channel) {
    var written = config.identities().get(executor.id());
    if (written == null) {
      return Set.of();
    }
    ChannelConfig configured = config.channels().get(channel);
    String type = configured == null ? channel : configured.type();
    Set<String> persons = new LinkedHashSet<>();
    Stream.of(written.get(channel), written.get(type))
        .filter(Objects::nonNull)
        .forEach(persons::add);
    return persons;
  }

  @Override
  public String name(String executor) {
    Executor found = configuration.get().catalogue().executors().get(executor);
    return found == null ? executor : found.name();
  }
}
