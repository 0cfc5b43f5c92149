package org.messgateway.gateway.routing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.protocol.InstantRange;
import org.messgateway.gateway.protocol.TaskEvent;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;

/**
 * What the agent that asked is told of its thread: one delivery for each event and each address.
 * Source: docs/rules.md#agents. Due at once: agents have no hours. Nothing for a requestor that can
 * be told nowhere.
 */
final class AgentDeliveries {

  /** How far it is is told so often at most. */
  static final Duration PROGRESS_EVERY = Duration.ofMinutes(1);

  /** Of a thread that ended earlier nothing is begun to be told: it was seen to its end before. */
  static final Duration NEWS = Duration.ofHours(24);

  private final RoutingContext context;
  private final String agent;
  private final List<DesiredDelivery> desired = new ArrayList<>();

  private AgentDeliveries(RoutingContext context, String agent) {
    this.context = context;
    this.agent = agent;
  }

  /**
   * The deliveries for the requestor of a thread.
   *
   * @param agents those of the configuration
   * @param inboxes whether an agent of that name has an inbox; asked only where there is news
   * @param nobody whether nobody can be told of the thread; asked only of agents
   */
  static List<DesiredDelivery> of(
      RoutingContext context, Catalogue agents, Predicate<String> inboxes, BooleanSupplier nobody) {
    String requestor = context.thread().requestor().orElse("");
    if (requestor.isEmpty()) {
      return List.of();
    }
    List<TaskEvent> events = TaskEvent.of(context.thread(), context.conversation());
    boolean pending = events.isEmpty();
    if (pending && !nobody.getAsBoolean()) {
      return List.of();
    }
    List<ChannelAddress> addresses = addresses(requestor, agents, inboxes);
    AgentDeliveries deliveries = new AgentDeliveries(context, requestor);
    if (!addresses.isEmpty() && !deliveries.isOld(events)) {
      addresses.forEach(at -> deliveries.addAll(events, at, nobody.getAsBoolean()));
    }
    return deliveries.desired;
  }

  private static List<ChannelAddress> addresses(
      String requestor, Catalogue catalogue, Predicate<String> inboxes) {
    List<ChannelAddress> addresses =
        new ArrayList<>(catalogue.agent(requestor).map(Agent::channels).orElse(List.of()));
    // An executor of that name has the inbox.
    if (catalogue.audiences().containsKey(Agent.INBOX.channel())
        && catalogue.executor(requestor).isEmpty()
        && inboxes.test(requestor)) {
      addresses.add(Agent.INBOX);
    }
    return addresses;
  }

  private boolean isOld(List<TaskEvent> events) {
    return context.conversation().status().ended()
        && events.getLast().at().isBefore(context.now().minus(NEWS))
        && context.ledger().deliveries().stream().noneMatch(row -> row.executor().equals(agent));
  }

  private void addAll(List<TaskEvent> events, ChannelAddress at, boolean nobody) {
    for (TaskEvent event : events) {
      Instant due = InstantRange.earlier(event.at(), context.now());
      add(
          at,
          event.kind(),
          event.serial(),
          event.kind() == NotificationKind.PROGRESS ? later(due, at) : due);
    }
    if (nobody) {
      Instant since =
          Objects.requireNonNullElse(context.conversation().round().since(), InstantRange.EARLIEST);
      add(
          at,
          NotificationKind.UNROUTABLE,
          context.round(),
          InstantRange.earlier(since, context.now()));
    }
  }

  /** Not before a minute after the progress that was told last. */
  private Instant later(Instant due, ChannelAddress at) {
    return context.ledger().deliveries().stream()
        .filter(row -> row.kind() == NotificationKind.PROGRESS && row.executor().equals(agent))
        .filter(row -> row.channel().equals(at.channel()))
        .filter(row -> row.state() == DeliveryState.DELIVERED)
        .flatMap(row -> Optional.ofNullable(row.settledAt()).stream())
        .map(settled -> settled.plus(PROGRESS_EVERY))
        .reduce(due, InstantRange::later);
  }

  private void add(ChannelAddress at, NotificationKind kind, int serial, Instant due) {
    desired.add(
        new DesiredDelivery(
            new Identity(
                context.exchange(),
                context.thread().ref(),
                agent,
                at.channel(),
                at.address().value(),
                kind,
                serial,
                context.generation()),
            List.of(agent),
            false,
            context.priority(),
            due,
            null));
  }
}
