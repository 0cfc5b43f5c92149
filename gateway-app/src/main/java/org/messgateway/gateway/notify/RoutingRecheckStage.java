package org.messgateway.gateway.notify;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Receipt;
import org.messgateway.gateway.dispatch.SendDecision;
import org.messgateway.gateway.dispatch.SendStage;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadCache;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.reconcile.MissingThreads;
import org.messgateway.gateway.reconcile.RoutingService;
import org.messgateway.gateway.routing.Hold;
import org.messgateway.gateway.routing.Route;

/**
 * Asks routing again, about the thread as it stands now, and renders what routing still wants. May
 * decide anything: send, edit, not wanted, expired, later, or set aside until the thread can be
 * read. Stands before {@link ThrottleStage}, which counts only what is wanted, and decides every
 * delivery that reaches it. For the threads of one exchange.
 */
public final class RoutingRecheckStage implements SendStage {

  /** A mended file is seen at once; this is for a change that was not reported. */
  private static final Duration UNREADABLE = Duration.ofMinutes(10);

  private final String exchange;
  private final DeliveryQueue queue;
  private final ThreadCache threads;
  private final RoutingService routing;
  private final NotificationFactory notificationFactory;
  private final Predicate<String> editable;
  private final Predicate<String> polled;
  private final MissingThreads missing;
  private final InstantSource clock;

  /**
   * @param editable whether a channel, by its name, can edit messages
   * @param polled whether a channel's services work on tasks and are asked how far they are: there
   *     the receipt of each delivery names the work
   * @param missing how long to wait for a thread that is not there
   */
  public RoutingRecheckStage(
      String exchange,
      DeliveryQueue queue,
      ThreadCache threads,
      RoutingService routing,
      NotificationFactory notificationFactory,
      Predicate<String> editable,
      Predicate<String> polled,
      MissingThreads missing,
      InstantSource clock) {
    this.exchange = exchange;
    this.queue = queue;
    this.threads = threads;
    this.routing = routing;
    this.notificationFactory = notificationFactory;
    this.editable = editable;
    this.polled = polled;
    this.missing = missing;
    this.clock = clock;
  }

  @Override
  public long weight(TakenDelivery delivery) {
    return threads.size(new Ref(delivery.identity().ref())).orElse(delivery.threadBytes());
  }

  @Override
  public SendDecision decide(TakenDelivery delivery) {
    String ref = delivery.identity().ref();
    return switch (threads.load(new Ref(ref))) {
      case ThreadReadResult.Complete complete -> decide(delivery, complete.thread());
      case ThreadReadResult.Incomplete incomplete ->
          setAside(incomplete.reason(), incomplete.lookAgainAfter());
      case ThreadReadResult.Unreadable unreadable -> setAside(unreadable.text(), UNREADABLE);
      case ThreadReadResult.Absent _ ->
          setAside(MissingThreads.GONE, missing.wait(queue.thread(exchange, ref)));
    };
  }

  private SendDecision setAside(String reason, Duration wait) {
    return new SendDecision.SetAside(reason, clock.instant().plus(wait));
  }

  private SendDecision decide(TakenDelivery delivery, LoadedThread loaded) {
    Optional<Route> first = routing.stillFirst(loaded, delivery.identity(), clock.instant());
    if (first.isPresent()) {
      return decide(delivery, loaded, first.get(), List.of());
    }
    DeliveryRow only = delivery.onlyRow();
    List<DeliveryRow> rows =
        only == null ? queue.deliveries(exchange, loaded.ref().value()) : List.of(only);
    return decide(delivery, loaded, routing.route(loaded, rows, clock.instant()), rows);
  }

  private SendDecision decide(
      TakenDelivery delivery, LoadedThread loaded, Route route, List<DeliveryRow> rows) {
    DesiredDelivery desired = desired(route, delivery.identity());
    if (route.desired().size() <= 1) {
      // The last delivery of this thread: a retry may as well read the thread again.
      threads.spent(loaded.ref());
    }
    return desired == null ? unwanted(route) : decide(loaded, desired, rows, route, delivery);
  }

  private static @Nullable DesiredDelivery desired(Route route, Identity identity) {
    for (DesiredDelivery each : route.desired()) {
      if (each.identity().equals(identity)) {
        return each;
      }
    }
    return null;
  }

  private SendDecision decide(
      LoadedThread loaded,
      DesiredDelivery desired,
      List<DeliveryRow> rows,
      Route route,
      TakenDelivery delivery) {
    Instant now = clock.instant();
    if (desired.due().isAfter(now)) {
      return new SendDecision.CannotTell("It is due later now.", desired.due());
    }
    EarlierMessage earlier = new EarlierMessage(desired.identity(), rows);
    @Nullable Receipt receipt =
        (polled.test(desired.identity().channel()) ? earlier.work() : earlier.receipt())
            .orElse(null);
    boolean edit =
        earlier.edits() && receipt != null && editable.test(desired.identity().channel());
    if (desired.identity().kind() == NotificationKind.FINISHED && !edit) {
      return new SendDecision.NotWanted("Nothing stands there that could say so.");
    }
    @Nullable String holder = route.holder().orElse(null);
    Notification notification =
        notificationFactory
            .of(
                loaded,
                desired,
                delivery.id(),
                holder,
                earlier.request(delivery.id()),
                receipt,
                edit)
            .orElse(null);
    if (notification == null) {
      return new SendDecision.NotWanted("The address is not configured any more.");
    }
    return edit && receipt != null
        ? edit(loaded, desired, notification, receipt, holder)
        : new SendDecision.Send(
            notification,
            loaded.fingerprint().size(),
            earlier.belated(desired, delivery.created()));
  }

  /** The holder must learn that the task is over, even when the message to be edited is gone. */
  private static SendDecision edit(
      LoadedThread loaded,
      DesiredDelivery desired,
      Notification notification,
      Receipt receipt,
      @Nullable String holder) {
    boolean over =
        switch (desired.identity().kind()) {
          case CANCELLED, EXPIRED -> true;
          case REQUEST, CLAIMED, TAKEN, REPLY, REMINDER, FINISHED, TROUBLE, DIGEST, TEST -> false;
          case RELEASED, QUESTION, ANSWER, PROGRESS, ENDED, UNROUTABLE -> false;
        };
    boolean matters = over && holder != null && desired.recipients().contains(holder);
    return new SendDecision.Edit(notification, receipt, loaded.fingerprint().size(), matters);
  }

  private static SendDecision unwanted(Route route) {
    return route.holds().stream()
        .filter(hold -> hold.kind() == Hold.Kind.DEADLINE_PASSED)
        .findFirst()
        .<SendDecision>map(hold -> new SendDecision.Expired(hold.sentence()))
        .orElseGet(() ->
            new SendDecision.NotWanted(
                route.holds().stream()
                    .findFirst()
                    .map(Hold::sentence)
                    .orElse("Routing does not want it any more.")));
  }
}
