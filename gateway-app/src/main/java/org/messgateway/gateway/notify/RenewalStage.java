package org.messgateway.gateway.notify;

import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.gateway.dispatch.SendDecision;
import org.messgateway.gateway.dispatch.SendStage;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadCache;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.TakenDelivery;

/**
 * Asks what a message with a new link says now, and may decide anything but to edit: send, not
 * wanted (the task is over or gone, the address is not configured any more), or later (the thread
 * is not whole). Stands alone in the list of renewals: the person asked for the message, so it is
 * neither routed again nor throttled. For the threads of one exchange.
 */
public final class RenewalStage implements SendStage {

  private final ThreadCache threads;
  private final NotificationFactory notificationFactory;
  private final InstantSource clock;

  public RenewalStage(
      ThreadCache threads, NotificationFactory notificationFactory, InstantSource clock) {
    this.threads = threads;
    this.notificationFactory = notificationFactory;
    this.clock = clock;
  }

  @Override
  public long weight(TakenDelivery delivery) {
    return threads.size(new Ref(delivery.identity().ref())).orElse(0L);
  }

  @Override
  public SendDecision decide(TakenDelivery delivery) {
    return switch (threads.load(new Ref(delivery.identity().ref()))) {
      case ThreadReadResult.Complete complete -> decide(delivery, complete.thread());
      case ThreadReadResult.Incomplete incomplete ->
          new SendDecision.CannotTell(
              incomplete.reason(), clock.instant().plus(incomplete.lookAgainAfter()));
      case ThreadReadResult.Unreadable unreadable -> new SendDecision.NotWanted(unreadable.text());
      case ThreadReadResult.Absent _ ->
          new SendDecision.NotWanted("The task is not here any more.");
    };
  }

  private SendDecision decide(TakenDelivery delivery, LoadedThread loaded) {
    Envelope envelope = loaded.thread().envelope();
    if (envelope.status().ended()) {
      return new SendDecision.NotWanted("The task is over.");
    }
    DesiredDelivery desired =
        new DesiredDelivery(
            delivery.identity(),
            List.of(delivery.identity().executor()),
            false,
            delivery.priority(),
            delivery.created(),
            null);
    @Nullable String holder = envelope.status().taken() ? envelope.executor() : null;
    return notificationFactory
        .of(loaded, desired, delivery.id(), holder, delivery.id(), null, false)
        .<SendDecision>map(
            notification -> new SendDecision.Send(notification, loaded.fingerprint().size()))
        .orElseGet(() -> new SendDecision.NotWanted("The address is not configured any more."));
  }
}
