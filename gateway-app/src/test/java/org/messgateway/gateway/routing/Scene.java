package org.messgateway.gateway.routing;

import static org.messgateway.gateway.protocol.ThreadBuilder.CREATED;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Address;
import org.messgateway.api.Audience;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.protocol.ThreadBuilder;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.routing.Rule.Choice;
import org.messgateway.gateway.routing.Rule.Match;
import org.messgateway.gateway.routing.Rule.Step;

/**
 * A house with its executors, rules and what was told so far; slack and sms reach people, webhook
 * machines.
 */
final class Scene {

  static final String EXCHANGE = "house";

  private final Map<String, Executor> executors = new LinkedHashMap<>();
  private final List<Rule> rules = new ArrayList<>();
  private final List<DeliveryLedger.Delivery> told = new ArrayList<>();
  private Rule fallback = Rule.EVERYONE;
  private DependencyStates dependencyStates = DependencyStates.NONE;
  private PerformanceHistory performance = PerformanceHistory.NONE;
  private Set<String> described = Set.of();
  private ReminderPolicy reminderPolicy = ReminderPolicy.DEFAULT;
  private final Map<String, Agent> agents = new LinkedHashMap<>();
  private final Set<String> inboxes = new HashSet<>();
  private final Set<String> unknown = new HashSet<>();
  private final Set<String> paid = new HashSet<>();

  static Scene of(ExecutorBuilder... builders) {
    Scene scene = new Scene();
    for (ExecutorBuilder builder : builders) {
      Executor executor = builder.build();
      scene.executors.put(executor.id(), executor);
    }
    return scene;
  }

  static Choice named(String... ids) {
    return new Choice.Named(List.of(ids));
  }

  static Step then(Choice choice, String after) {
    return new Step(choice, Duration.parse(after));
  }

  Scene rule(Match match, Choice prefer, Step... steps) {
    rules.add(new Rule("config.yaml:" + (30 + rules.size()), match, prefer, List.of(steps)));
    return this;
  }

  Scene rule(Choice prefer, Step... steps) {
    return rule(new Match(null, null, null), prefer, steps);
  }

  Scene fallback(Choice prefer, Step... steps) {
    fallback = new Rule("default", new Match(null, null, null), prefer, List.of(steps));
    return this;
  }

  Scene performed(PerformanceHistory value) {
    performance = value;
    return this;
  }

  Scene describes(String... capabilities) {
    described = Set.of(capabilities);
    return this;
  }

  Scene knows(DependencyStates value) {
    dependencyStates = value;
    return this;
  }

  Scene told(String executor, String channel, String address, DeliveryState state, String at) {
    return told(executor, channel, address, 0, state, Instant.parse(at), false);
  }

  Scene offline(String executor, String channel, String address) {
    return told(executor, channel, address, 0, DeliveryState.QUEUED, null, true);
  }

  Scene told(
      String executor,
      String channel,
      String address,
      int round,
      DeliveryState state,
      @Nullable Instant at,
      boolean laneOpen) {
    told.add(
        new DeliveryLedger.Delivery(
            executor, channel, address, NotificationKind.REQUEST, round, state, at, laneOpen));
    return this;
  }

  /** A request that arrived in the first round; slack can change it, sms cannot. */
  Scene asked(String executor, String channel, String address) {
    return asked(executor, channel, address, 0);
  }

  Scene asked(String executor, String channel, String address, int round) {
    return told(
        executor, channel, address, NotificationKind.REQUEST, round, DeliveryState.DELIVERED);
  }

  Scene told(
      String executor,
      String channel,
      String address,
      NotificationKind kind,
      int serial,
      DeliveryState state) {
    told.add(
        new DeliveryLedger.Delivery(
            executor,
            channel,
            address,
            kind,
            serial,
            state,
            state.settled() ? CREATED : null,
            false,
            state == DeliveryState.DELIVERED && channel.equals("slack")));
    return this;
  }

  /** An agent that is told by webhook. */
  Scene agent(String id, String url) {
    agents.put(
        id,
        new Agent(
            id, id, List.of(new NotifyPlan.ChannelAddress("webhook", Address.configured(url)))));
    return this;
  }

  /** An agent with a token. */
  Scene inboxOf(String agent) {
    inboxes.add(agent);
    return this;
  }

  /** A channel whose adapter is missing. */
  Scene unknown(String channel) {
    unknown.add(channel);
    return this;
  }

  /** A channel whose messages cost money. */
  Scene paid(String channel) {
    paid.add(channel);
    return this;
  }

  Scene reminders(ReminderPolicy value) {
    reminderPolicy = value;
    return this;
  }

  Catalogue catalogue() {
    return new Catalogue(
        executors,
        rules,
        fallback,
        audiences(),
        reminderPolicy,
        agents,
        new SparedChannels(Set.of("webhook", "http"), paid));
  }

  private Map<String, Audience> audiences() {
    Map<String, Audience> audiences =
        new HashMap<>(
            Map.of(
                "slack",
                Audience.PEOPLE,
                "sms",
                Audience.PEOPLE,
                "webhook",
                Audience.MACHINES,
                "http",
                Audience.MACHINES));
    unknown.forEach(channel -> audiences.put(channel, Audience.MACHINES));
    return audiences;
  }

  Route route(ThreadBuilder thread) {
    return route(thread.build(), CREATED);
  }

  Route route(ThreadBuilder thread, String now) {
    return route(thread.build(), Instant.parse(now));
  }

  Route route(MessThread thread, Instant now) {
    return new Router()
        .route(
            thread,
            EXCHANGE,
            catalogue(),
            new RoutingLookups(dependencyStates, performance, () -> described, inboxes::contains),
            new DeliveryLedger(told),
            now);
  }

  /** Who is told where, in the order they are wanted: {@code ana@slack}. */
  static List<String> who(Route route) {
    return route.desired().stream()
        .map(desired -> String.join("+", desired.recipients()) + "@" + desired.identity().channel())
        .toList();
  }

  /** What is told whom after the request: {@code taken 0 ana@slack}. */
  static List<String> after(Route route) {
    return route.desired().stream()
        .filter(desired -> desired.identity().kind() != NotificationKind.REQUEST)
        .map(desired ->
            "%s %d %s@%s"
                .formatted(
                    desired.identity().kind().code(),
                    desired.identity().serial(),
                    String.join("+", desired.recipients()),
                    desired.identity().channel()))
        .toList();
  }

  static List<Instant> dues(Route route) {
    return route.desired().stream().map(DesiredDelivery::due).toList();
  }

  static List<Hold.Kind> holds(Route route) {
    return route.holds().stream().map(Hold::kind).toList();
  }

  static Exclusion whyNot(Route route, String executor) {
    return route.explanation().verdicts().stream()
        .filter(verdict -> verdict.executor().equals(executor))
        .map(ExecutorVerdict.Excluded.class::cast)
        .findFirst()
        .orElseThrow()
        .why();
  }
}
