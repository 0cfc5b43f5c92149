package org.messgateway.gateway.routing;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.messgateway.api.Audience;

/**
 * Executors, routing rules and channels: one immutable version of the configuration, as routing
 * needs it.
 *
 * @param executors by id, in the order they were written
 * @param rules in order; the first that matches decides
 * @param fallback the {@code default} rule, {@link Rule#EVERYONE} when none is written
 * @param audiences of every configured channel, by its name; an address on a channel that is not
 *     here cannot be used
 * @param reminderPolicy when a silent holder is asked
 * @param agents requestors that are configured, by id
 * @param spared channels that are spared where a task requires nothing
 */
public record Catalogue(
    Map<String, Executor> executors,
    List<Rule> rules,
    Rule fallback,
    Map<String, Audience> audiences,
    ReminderPolicy reminderPolicy,
    Map<String, Agent> agents,
    SparedChannels spared) {

  /** Where no message costs money. */
  public Catalogue(
      Map<String, Executor> executors,
      List<Rule> rules,
      Rule fallback,
      Map<String, Audience> audiences,
      ReminderPolicy reminderPolicy,
      Map<String, Agent> agents) {
    this(
        executors,
        rules,
        fallback,
        audiences,
        reminderPolicy,
        agents,
        SparedChannels.of(audiences));
  }

  /** Without agents. */
  public Catalogue(
      Map<String, Executor> executors,
      List<Rule> rules,
      Rule fallback,
      Map<String, Audience> audiences,
      ReminderPolicy reminderPolicy) {
    this(executors, rules, fallback, audiences, reminderPolicy, Map.of());
  }

  /** With the usual reminders. */
  public Catalogue(
      Map<String, Executor> executors,
      List<Rule> rules,
      Rule fallback,
      Map<String, Audience> audiences) {
    this(executors, rules, fallback, audiences, ReminderPolicy.DEFAULT);
  }

  public Catalogue {
    // Not Map.copyOf: the written order is the order of broadcast.
    executors = Collections.unmodifiableMap(new LinkedHashMap<>(executors));
    rules = List.copyOf(rules);
    audiences = Map.copyOf(audiences);
    agents = Map.copyOf(agents);
  }

  /** Empty for an executor that is not configured. */
  public Optional<Executor> executor(String id) {
    return Optional.ofNullable(executors.get(id));
  }

  /**
   * Ids of the executors at one address of people, such as a family's Telegram group; empty where
   * the channel is none of people.
   */
  public List<String> sharing(String channel, String address) {
    return audiences.get(channel) == Audience.PEOPLE
        ? executors.values().stream()
            .filter(each -> each.address(channel, address).isPresent())
            .map(Executor::id)
            .toList()
        : List.of();
  }

  /** What people call a requestor: the agent's name, else its id. */
  public String nameOf(String requestor) {
    return agent(requestor).map(Agent::name).orElse(requestor);
  }

  /** Empty for an agent that is not configured. */
  public Optional<Agent> agent(String id) {
    return Optional.ofNullable(agents.get(id));
  }

  /** The same with other executors. */
  public Catalogue withExecutors(Map<String, Executor> others) {
    return new Catalogue(others, rules, fallback, audiences, reminderPolicy, agents, spared);
  }
}
