package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.messgateway.api.Audience;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.protocol.InstantRange;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.routing.ChannelPlan.ChannelUse;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;

/**
 * The request deliveries of the channels in use: one for each machine; on a people's channel one
 * for each address, for all executors that share it.
 *
 * <p>A shared message is due when the first of them may be notified, because the others read the
 * same phone. Its identity names the alphabetically first executor, or the one in whose name it was
 * sent already.
 */
final class RequestDeliveries {

  private final RoutingContext context;
  private final List<SharedRequest> messages = new ArrayList<>();

  /** Those on people's channels, by address. */
  private final Map<AddressKey, SharedRequest> shared = new HashMap<>();

  private record AddressKey(String channel, String address) {}

  RequestDeliveries(RoutingContext context) {
    this.context = context;
  }

  void add(String executor, ChannelUse use) {
    Instant due = use.slot().due();
    if (use.audience() == Audience.MACHINES) {
      messages.add(new SharedRequest(use.at(), use.audience(), executor, due));
      return;
    }
    AddressKey key = new AddressKey(use.at().channel(), use.at().address().value());
    SharedRequest before = shared.get(key);
    if (before == null) {
      SharedRequest first = new SharedRequest(use.at(), use.audience(), executor, due);
      messages.add(first);
      shared.put(key, first);
    } else {
      before.add(executor, due);
    }
  }

  boolean isEmpty() {
    return messages.isEmpty();
  }

  List<DesiredDelivery> deliveries() {
    List<DesiredDelivery> deliveries = new ArrayList<>(messages.size());
    for (SharedRequest message : messages) {
      deliveries.add(delivery(message));
    }
    return deliveries;
  }

  private DesiredDelivery delivery(SharedRequest message) {
    List<String> recipients = message.recipients();
    String first =
        context.requests().sentInNameOf(message.at, recipients).orElse(recipients.getFirst());
    return new DesiredDelivery(
        new Identity(
            context.exchange(),
            context.thread().ref(),
            first,
            message.at.channel(),
            message.at.address().value(),
            NotificationKind.REQUEST,
            context.round(),
            context.generation()),
        recipients,
        message.audience == Audience.PEOPLE,
        context.priority(),
        message.due,
        context.deadline().at().orElse(null));
  }

  private static final class SharedRequest {

    private final ChannelAddress at;
    private final Audience audience;
    private final List<String> recipients = new ArrayList<>(1);
    private Instant due;

    SharedRequest(ChannelAddress at, Audience audience, String executor, Instant due) {
      this.at = at;
      this.audience = audience;
      this.due = due;
      recipients.add(executor);
    }

    void add(String executor, Instant itsDue) {
      recipients.add(executor);
      due = InstantRange.earlier(due, itsDue);
    }

    /** In alphabetical order. */
    List<String> recipients() {
      return recipients.size() == 1 ? recipients : List.copyOf(new TreeSet<>(recipients));
    }
  }
}
