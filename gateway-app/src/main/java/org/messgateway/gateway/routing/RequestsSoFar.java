package org.messgateway.gateway.routing;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.messgateway.api.Audience;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;
import org.messgateway.gateway.routing.Told.Delivery;

/** The requests of one round among all that a thread's executors were told. */
final class RequestsSoFar {

  private final List<Delivery> requests;

  RequestsSoFar(Told told, int round) {
    requests =
        told.deliveries().stream()
            .filter(row -> row.kind() == NotificationKind.REQUEST && row.serial() == round)
            .toList();
  }

  /**
   * How an executor was told at an address: its own delivery there, on a people's channel also that
   * of another who shares the address, and what it got at an earlier address of that channel.
   */
  Optional<Delivery> at(String executor, ChannelAddress at, Audience audience) {
    Predicate<Delivery> here =
        row ->
            row.address().equals(at.address().value())
                && (audience == Audience.PEOPLE || row.executor().equals(executor));
    Predicate<Delivery> earlier =
        row -> row.executor().equals(executor) && row.state() == DeliveryState.DELIVERED;
    return requests.stream()
        .filter(row -> row.channel().equals(at.channel()))
        .filter(here.or(earlier))
        .min(Comparator.comparingInt(row -> rank(row.state())));
  }

  /** Whether a delivery to this executor was begun over one of these channels. */
  boolean begun(String executor, List<ChannelAddress> channels) {
    Set<String> names = Set.copyOf(channels.stream().map(ChannelAddress::channel).toList());
    return requests.stream()
        .anyMatch(row ->
            row.executor().equals(executor)
                && names.contains(row.channel())
                && row.state() != DeliveryState.WITHDRAWN);
  }

  /**
   * In whose name a shared message went out already: it keeps that name, and with it its identity,
   * when others join.
   */
  Optional<String> sentInNameOf(ChannelAddress at, Set<String> recipients) {
    return requests.stream()
        .filter(row -> row.channel().equals(at.channel()))
        .filter(row -> row.address().equals(at.address().value()))
        .filter(
            row -> row.state() == DeliveryState.DELIVERED || row.state() == DeliveryState.SENDING)
        .map(Delivery::executor)
        .filter(recipients::contains)
        .min(Comparator.naturalOrder());
  }

  /** Whether nothing will become of a delivery any more, or all that could has. */
  static boolean settled(Delivery row) {
    return row.state().settled() && row.state() != DeliveryState.WITHDRAWN;
  }

  private static int rank(DeliveryState state) {
    return switch (state) {
      case DELIVERED -> 0;
      case SENDING -> 1;
      case QUEUED -> 2;
      case REJECTED, DEAD, EXPIRED -> 3;
      case WITHDRAWN -> 4;
    };
  }
}
