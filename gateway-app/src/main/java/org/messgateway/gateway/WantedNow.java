package org.messgateway.gateway;

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
import org.messgateway.gateway.dispatch.Decision;
import org.messgateway.gateway.dispatch.Wanted;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLook;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.WantedDelivery;
import org.messgateway.gateway.routing.Hold;
import org.messgateway.gateway.routing.Route;

/**
 * Asks the thread as it stands, right before sending, whether this is still to be said, and how.
 */
final class WantedNow implements Wanted {

  /** A file that is mended is noticed at once; this is for what went unnoticed. */
  private static final Duration UNREADABLE = Duration.ofMinutes(10);

  private final String exchange;
  private final LiveConfiguration configuration;
  private final DeliveryQueue queue;
  private final LoadedThreads threads;
  private final RoutingDesk desk;
  private final Notifications notifications;
  private final Predicate<String> editable;
  private final GoneThreads gone;
  private final InstantSource clock;

  /**
   * @param editable whether what was sent over a channel can be changed
   */
  WantedNow(
      String exchange,
      LiveConfiguration configuration,
      DeliveryQueue queue,
      LoadedThreads threads,
      RoutingDesk desk,
      Notifications notifications,
      Predicate<String> editable,
      GoneThreads gone,
      InstantSource clock) {
    this.exchange = exchange;
    this.configuration = configuration;
    this.queue = queue;
    this.threads = threads;
    this.desk = desk;
    this.notifications = notifications;
    this.editable = editable;
    this.gone = gone;
    this.clock = clock;
  }

  @Override
  public long weight(TakenDelivery taken) {
    String ref = taken.identity().ref();
    return threads
        .size(new Ref(ref))
        .or(() -> queue.thread(exchange, ref).map(ThreadRow::size))
        .orElse(0L);
  }

  @Override
  public Decision wanted(TakenDelivery taken) {
    String ref = taken.identity().ref();
    return switch (threads.load(new Ref(ref))) {
      case ThreadLook.Complete complete -> decide(taken, complete.thread());
      case ThreadLook.Incomplete incomplete ->
          setAside(incomplete.reason(), incomplete.lookAgainAfter());
      case ThreadLook.Unreadable unreadable -> setAside(unreadable.text(), UNREADABLE);
      case ThreadLook.Absent _ ->
          setAside(GoneThreads.GONE, gone.wait(queue.thread(exchange, ref)));
    };
  }

  private Decision setAside(String reason, Duration wait) {
    return new Decision.SetAside(reason, clock.instant().plus(wait));
  }

  private Decision decide(TakenDelivery taken, LoadedThread loaded) {
    Optional<Route> first = desk.stillFirst(loaded, taken.identity(), clock.instant());
    if (first.isPresent()) {
      return decide(taken, loaded, first.get(), List.of());
    }
    List<DeliveryRow> rows = queue.deliveries(exchange, loaded.ref().value());
    return decide(taken, loaded, desk.route(loaded, rows, clock.instant()), rows);
  }

  private Decision decide(
      TakenDelivery taken, LoadedThread loaded, Route route, List<DeliveryRow> rows) {
    Optional<WantedDelivery> wanted =
        route.wanted().stream()
            .filter(each -> each.identity().equals(taken.identity()))
            .findFirst();
    if (route.wanted().size() <= 1) {
      // The only one that is told: a further try may as well read it again.
      threads.spent(loaded.ref());
    }
    return wanted.map(each -> decide(loaded, each, rows, route)).orElseGet(() -> unwanted(route));
  }

  private Decision decide(
      LoadedThread loaded, WantedDelivery wanted, List<DeliveryRow> rows, Route route) {
    Instant now = clock.instant();
    if (wanted.due().isAfter(now)) {
      return new Decision.CannotTell("It is due later now.", wanted.due());
    }
    EarlierMessage earlier = new EarlierMessage(wanted.identity(), rows);
    @Nullable Receipt receipt = earlier.receipt().orElse(null);
    boolean edit = earlier.edits() && receipt != null && editable.test(wanted.identity().channel());
    if (wanted.identity().kind() == NotificationKind.FINISHED && !edit) {
      return new Decision.NotWanted("Nothing stands there that could say so.");
    }
    @Nullable String holder = route.holder().orElse(null);
    return notifications
        .of(
            new Notifications.Asked(
                configuration.get(), loaded, wanted, holder, earlier.request(), receipt, edit))
        .map(notification ->
            edit && receipt != null
                ? edit(loaded, wanted, notification, receipt, holder)
                : new Decision.Send(notification, loaded.fingerprint().size()))
        .orElseGet(() -> new Decision.NotWanted("The address is not configured any more."));
  }

  /** Who has the task must hear that it is over, even when the message about it is gone. */
  private static Decision edit(
      LoadedThread loaded,
      WantedDelivery wanted,
      Notification notification,
      Receipt receipt,
      @Nullable String holder) {
    boolean over =
        switch (wanted.identity().kind()) {
          case CANCELLED, EXPIRED -> true;
          case REQUEST, CLAIMED, TAKEN, REPLY, REMINDER, FINISHED, TROUBLE, DIGEST, TEST -> false;
        };
    boolean matters = over && holder != null && wanted.recipients().contains(holder);
    return new Decision.Edit(notification, receipt, loaded.fingerprint().size(), matters);
  }

  private static Decision unwanted(Route route) {
    return route.holds().stream()
        .filter(hold -> hold.kind() == Hold.Kind.DEADLINE_PASSED)
        .findFirst()
        .<Decision>map(hold -> new Decision.Expired(hold.sentence()))
        .orElseGet(() ->
            new Decision.NotWanted(
                route.holds().stream()
                    .findFirst()
                    .map(Hold::sentence)
                    .orElse("Routing does not want it any more.")));
  }
}
