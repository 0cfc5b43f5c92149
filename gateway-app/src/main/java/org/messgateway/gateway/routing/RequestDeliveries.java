package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
  private final Map<List<String>, SharedRequest> messages = new LinkedHashMap<>();

  RequestDeliveries(RoutingContext context) {
    this.context = context;
  }

  void add(String executor, ChannelUse use) {
    String channel = use.at().channel();
    String address = use.at().address().value();
    messages
        .computeIfAbsent(
            use.audience() == Audience.PEOPLE
                ? List.of(channel, address)
                : List.of(channel, address, executor),
            _ -> new SharedRequest(use.at(), use.audience(), use.slot().due()))
        .add(executor, use.slot().due());
  }

  List<DesiredDelivery> deliveries() {
    return messages.values().stream().map(this::delivery).toList();
  }

  private DesiredDelivery delivery(SharedRequest message) {
    String first =
        context
            .requests()
            .sentInNameOf(message.at, message.recipients)
            .orElseGet(message.recipients::first);
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
        new ArrayList<>(message.recipients),
        message.audience == Audience.PEOPLE,
        context.priority(),
        message.due,
        context.deadline().at().orElse(null));
  }

  private static final class SharedRequest {

    private final ChannelAddress at;
    private final Audience audience;
    private final TreeSet<String> recipients = new TreeSet<>();
    private Instant due;

    SharedRequest(ChannelAddress at, Audience audience, Instant due) {
      this.at = at;
      this.audience = audience;
      this.due = due;
    }

    void add(String executor, Instant itsDue) {
      recipients.add(executor);
      due = InstantRange.earlier(due, itsDue);
    }
  }
}
