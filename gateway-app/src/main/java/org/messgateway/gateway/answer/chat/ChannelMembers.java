package org.messgateway.gateway.answer.chat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.messgateway.api.text.Texts;
import org.messgateway.gateway.channels.ChannelConfig;
import org.messgateway.gateway.config.CurrentConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.routing.Executor;

/** The executors of each channel, from the configuration in force. */
public record ChannelMembers(CurrentConfig configuration) implements MemberSource {

  @Override
  public String title() {
    return configuration.get().title();
  }

  @Override
  public Texts texts() {
    return configuration.get().languages().usual();
  }

  @Override
  public List<ChannelMember> members(String channel) {
    GatewayConfig config = configuration.get();
    List<ChannelMember> members = new ArrayList<>();
    for (Executor executor : config.catalogue().executors().values()) {
      Set<String> addresses = addresses(executor, channel);
      Set<String> persons = persons(config, executor, channel);
      if (!addresses.isEmpty() || !persons.isEmpty()) {
        members.add(
            new ChannelMember(
                executor.id(),
                executor.name(),
                executor.zone(),
                addresses,
                persons,
                executor.texts()));
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
  public Texts texts(String executor) {
    Executor found = configuration.get().catalogue().executors().get(executor);
    return found == null ? texts() : found.texts();
  }

  @Override
  public String name(String executor) {
    Executor found = configuration.get().catalogue().executors().get(executor);
    return found == null ? executor : found.name();
  }
}
