package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.messgateway.api.Audience;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.WantedDelivery;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;
import org.messgateway.gateway.routing.Outreach.Use;

/**
 * Makes deliveries of channels in use: one for each machine; on a people's channel one for each
 * address, naming all who share it.
 *
 * <p>A shared message goes out when the first of them may be told: whoever else reads that phone is
 * reached by it anyway. It goes in the name of the alphabetically first, or of whom it went out in
 * already.
 */
final class WantedRequests {

  private final Question question;
  private final Map<List<String>, Message> messages = new LinkedHashMap<>();

  WantedRequests(Question question) {
    this.question = question;
  }

  void add(String executor, Use use) {
    String channel = use.at().channel();
    String address = use.at().address().value();
    messages
        .computeIfAbsent(
            use.audience() == Audience.PEOPLE
                ? List.of(channel, address)
                : List.of(channel, address, executor),
            _ -> new Message(use.at(), use.audience(), use.slot().due()))
        .add(executor, use.slot().due());
  }

  List<WantedDelivery> deliveries() {
    return messages.values().stream().map(this::delivery).toList();
  }

  private WantedDelivery delivery(Message message) {
    String first =
        question
            .soFar()
            .sentInNameOf(message.at, message.recipients)
            .orElseGet(message.recipients::first);
    return new WantedDelivery(
        new Identity(
            question.exchange(),
            question.thread().ref(),
            first,
            message.at.channel(),
            message.at.address().value(),
            NotificationKind.REQUEST,
            question.round()),
        new ArrayList<>(message.recipients),
        message.audience == Audience.PEOPLE,
        question.priority(),
        message.due,
        question.deadline().at().orElse(null));
  }

  private static final class Message {

    private final ChannelAddress at;
    private final Audience audience;
    private final TreeSet<String> recipients = new TreeSet<>();
    private Instant due;

    Message(ChannelAddress at, Audience audience, Instant due) {
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
