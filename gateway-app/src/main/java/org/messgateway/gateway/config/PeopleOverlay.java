package org.messgateway.gateway.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.messgateway.api.Address;
import org.messgateway.gateway.config.people.PeopleState;
import org.messgateway.gateway.config.people.PeopleState.Linked;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;
import org.messgateway.gateway.routing.Preferences;

/**
 * Applies the decisions of people to the configuration: addresses that they linked, where {@code
 * notify} names none on that channel; addresses that moved; pauses; addresses that opted out.
 */
public final class PeopleOverlay {

  private final GatewayConfig config;
  private final PeopleState people;

  private PeopleOverlay(GatewayConfig config, PeopleState people) {
    this.config = config;
    this.people = people;
  }

  /** The configuration with the decisions of people. */
  public static GatewayConfig to(GatewayConfig config, PeopleState people) {
    return people.isNobody() ? config : new PeopleOverlay(config, people).applied();
  }

  private GatewayConfig applied() {
    Map<String, Executor> executors = new LinkedHashMap<>();
    config.catalogue().executors().forEach((id, executor) -> executors.put(id, applied(executor)));
    return config.with(config.catalogue().withExecutors(executors), identities());
  }

  private Executor applied(Executor executor) {
    Preferences preferences = executor.preferences();
    var until = people.paused().get(executor.id());
    return executor.with(
        applied(executor.id(), executor.notifyPlan()),
        until == null ? preferences : preferences.paused(until));
  }

  private NotifyPlan applied(String executor, NotifyPlan plan) {
    List<ChannelAddress> channels = new ArrayList<>();
    plan.channels().forEach(each -> channels.add(current(each)));
    linked(executor)
        .filter(link -> plan.channels().stream().noneMatch(at -> isOn(at, link)))
        .map(link -> new ChannelAddress(link.channel(), Address.configured(link.address())))
        .forEach(each -> channels.add(current(each)));
    List<ChannelAddress> silent =
        channels.stream()
            .filter(each -> people.isOptedOut(each.channel(), each.address().value()))
            .toList();
    return new NotifyPlan(plan.inOrder(), plan.after(), channels, silent);
  }

  private static boolean isOn(ChannelAddress at, Linked link) {
    return at.channel().equals(link.channel());
  }

  private ChannelAddress current(ChannelAddress at) {
    Address address = at.address();
    String now = people.current(at.channel(), address.value());
    return now.equals(address.value())
        ? at
        : new ChannelAddress(at.channel(), new Address(now, address.settings(), address.origin()));
  }

  /** On channels that there are. */
  private Stream<Linked> linked(String executor) {
    return people.linked().stream()
        .filter(link -> link.executor().equals(executor))
        .filter(link -> config.catalogue().audiences().containsKey(link.channel()));
  }

  /** Who linked a group is known in it; what is written wins. */
  private Map<String, Map<String, String>> identities() {
    Map<String, Map<String, String>> identities = new LinkedHashMap<>();
    config
        .identities()
        .forEach((executor, persons) -> identities.put(executor, new LinkedHashMap<>(persons)));
    for (Linked link : people.linked()) {
      if (!link.person().isEmpty()) {
        identities
            .computeIfAbsent(link.executor(), _ -> new LinkedHashMap<>())
            .putIfAbsent(link.channel(), link.person());
      }
    }
    return identities;
  }
}
