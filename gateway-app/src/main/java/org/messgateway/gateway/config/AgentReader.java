package org.messgateway.gateway.config;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.messgateway.gateway.routing.Agent;
import org.messgateway.gateway.routing.NotifyPlan;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;

/** Reads {@code agents}: what agents may do, and where they are told of their tasks. */
final class AgentReader {

  /** The key of an agent's address, which is a channel's type. */
  private static final String WEBHOOK = "webhook";

  private final ChannelNames channelNames;
  private final ChannelUses uses;
  private final Map<String, String> executors;
  private final Map<String, Agent> agents = new LinkedHashMap<>();
  private final Map<String, String> places = new LinkedHashMap<>();
  private final Map<String, ConfigValue> written = new LinkedHashMap<>();
  private final Set<String> registrars = new LinkedHashSet<>();

  private enum Permit {
    CONFIG
  }

  /**
   * @param executors where each executor of the operator's files is written, by id
   */
  AgentReader(ChannelNames channelNames, ChannelUses uses, Map<String, String> executors) {
    this.channelNames = channelNames;
    this.uses = uses;
    this.executors = executors;
  }

  AgentReader read(ConfigSection section) {
    for (String id : section.keys()) {
      section.has(id);
      ConfigValue value = section.under(id);
      if (named(id, value)) {
        value.section().ifPresent(found -> agent(id, found));
        places.put(id, section.keyAt(id).toString());
        written.put(id, value);
      }
    }
    return this;
  }

  /** By id, in the order in which they are written. */
  Map<String, Agent> agents() {
    return agents;
  }

  /** Where each is written, by id. */
  Map<String, String> places() {
    return places;
  }

  /** Those that may register what executors do. */
  Set<String> registrars() {
    return registrars;
  }

  /** Warns of executors with an agent's name, in files that others write. */
  void warnOf(Set<String> executors, Map<String, String> sources) {
    written.forEach((id, value) -> {
      if (executors.contains(id)) {
        value.warn(
            "`" + id + "` is an executor, too: " + sources.get(id) + ", which is left out",
            "call one of them otherwise");
      }
    });
  }

  private boolean named(String id, ConfigValue value) {
    if (executors.containsKey(id)) {
      value.wrong(
          "`" + id + "` is an executor, too: " + executors.get(id),
          "call one of them otherwise: what both say would be mixed up");
      return false;
    }
    return ExecutorReader.checked(id, value);
  }

  private void agent(String id, ConfigSection section) {
    String name = section.text("name").orElse(id);
    List<ChannelAddress> channels =
        section.find(WEBHOOK).map(_ -> addresses(id, section).channels()).orElse(List.of());
    agents.put(id, new Agent(id, name, channels));
    List<ConfigValue> permits = section.find("permit").map(ConfigValue::items).orElse(List.of());
    if (permits.stream()
            .flatMap(permit -> permit.as(TextPattern.word(Permit.class)).stream())
            .count()
        > 0) {
      registrars.add(id);
    }
    section.done();
  }

  /** As an executor's {@code notify: {webhook: …}}. */
  private NotifyPlan addresses(String id, ConfigSection section) {
    Map<String, ConfigNode.Entry> only = new LinkedHashMap<>();
    Optional.ofNullable(((ConfigNode.Mapping) section.value().node()).entries().get(WEBHOOK))
        .ifPresent(entry -> only.put(WEBHOOK, entry));
    return new NotifyReader(id, channelNames, uses)
        .read(
            new ConfigSection(section.value(), new ConfigNode.Mapping(section.value().at(), only)));
  }
}
