package org.messgateway.gateway.routing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.messgateway.api.Audience;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.routing.DeliveryLedger.Delivery;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;

/** The request deliveries of one round in a thread's ledger. */
final class RequestHistory {

  private final List<Delivery> requests;

  RequestHistory(DeliveryLedger ledger, int round) {
    // Asked before each attempt.
    List<Delivery> found = new ArrayList<>(ledger.deliveries().size());
    for (Delivery row : ledger.deliveries()) {
      if (row.kind() == NotificationKind.REQUEST && row.serial() == round) {
        found.add(row);
      }
    }
    requests = found;
  }

  /**
   * The delivery by which an executor was notified at an address: its own there; on a people's
   * channel also that of another executor at the same address; and one delivered to an earlier
   * address of the executor on that channel.
   */
  Optional<Delivery> at(String executor, ChannelAddress at, Audience audience) {
    if (requests.isEmpty()) {
      return Optional.empty();
    }
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
    if (requests.isEmpty()) {
      return false;
    }
    Set<String> names = Set.copyOf(channels.stream().map(ChannelAddress::channel).toList());
    return requests.stream()
        .anyMatch(row ->
            row.executor().equals(executor)
                && names.contains(row.channel())
                && row.state() != DeliveryState.WITHDRAWN);
  }

  /**
   * The executor in whose name a shared message was sent: the message keeps that name, and with it
   * its identity, when further executors join.
   */
  Optional<String> sentInNameOf(ChannelAddress at, List<String> recipients) {
    if (requests.isEmpty()) {
      return Optional.empty();
    }
    return requests.stream()
        .filter(row -> row.channel().equals(at.channel()))
        .filter(row -> row.address().equals(at.address().value()))
        .filter(
            row -> row.state() == DeliveryState.DELIVERED || row.state() == DeliveryState.SENDING)
        .map(Delivery::executor)
        .filter(recipients::contains)
        .min(Comparator.naturalOrder());
  }

  /** Whether a delivery is final and was not withdrawn. */
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
