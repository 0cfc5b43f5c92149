package org.messgateway.gateway;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.messgateway.gateway.dispatch.DispatchPorts;
import org.messgateway.gateway.dispatch.DispatchSettings;
import org.messgateway.gateway.dispatch.Dispatcher;
import org.messgateway.gateway.dispatch.SystemTimers;
import org.messgateway.gateway.dispatch.Wanted;
import org.messgateway.gateway.gentle.TaskLists;
import org.messgateway.gateway.respond.page.Renewals;
import org.messgateway.gateway.telemetry.AttemptObserver;
import org.messgateway.gateway.telemetry.DeliveryLog;
import org.messgateway.gateway.telemetry.GatewayMetrics;
import org.messgateway.gateway.trouble.AttemptTroubles;
import org.messgateway.gateway.trouble.TroubleBook;

/**
 * Joins what is told: dispatch, and who decides what a row means now: threads, lists of tasks,
 * trouble, new links.
 */
final class TellingSide {

  private final InboxBell bell;
  private final Dispatcher dispatcher;
  private final LinkRenewals renewals;
  private final List<Chore> chores;

  TellingSide(
      Parts parts,
      TroubleBook book,
      DispatchSettings settings,
      SystemTimers timers,
      GatewayMetrics metrics) {
    String id = parts.exchangeId();
    TaskLists lists = new TaskLists();
    TroubleMessages troubles = new TroubleMessages(book, parts.configuration(), parts.channels());
    Notifications notifications =
        new Notifications(parts.links(), parts.channels(), parts.journal()::replyCodes);
    renewals = renewals(parts, notifications);
    Wanted wanted =
        new WantedByExchange(
            gentle(parts, notifications, lists),
            Map.of(
                TroubleDesk.exchange(id), troubles,
                TaskListDesk.exchange(id), listMessages(parts, lists),
                LinkRenewals.exchange(id), renewals));
    bell =
        new InboxBell(new EventsBack(parts.exchangeId(), parts.configuration(), parts.changed()));
    dispatcher = new Dispatcher(ports(parts, wanted, book, timers, metrics, bell), settings);
    watch(metrics);
    chores = chores(parts, book, lists, troubles);
  }

  private static LinkRenewals renewals(Parts parts, Notifications notifications) {
    return new LinkRenewals(
        parts.exchangeId(),
        parts.configuration(),
        parts.queue(),
        parts.threads(),
        notifications,
        parts.clock());
  }

  private static Gentle gentle(Parts parts, Notifications notifications, TaskLists lists) {
    WantedNow tasks =
        new WantedNow(
            parts.exchangeId(),
            parts.configuration(),
            parts.queue(),
            parts.threads(),
            parts.desk(),
            notifications,
            parts.channels()::editable,
            parts.clock());
    return new Gentle(
        parts.exchangeId(), tasks, parts.configuration(), parts.queue(), lists, parts.clock());
  }

  private static TaskListMessages listMessages(Parts parts, TaskLists lists) {
    return new TaskListMessages(
        lists,
        parts.configuration(),
        parts.queue(),
        parts.threads(),
        parts.channels(),
        parts.links(),
        parts.journal().replyCodes());
  }

  private static DispatchPorts ports(
      Parts parts,
      Wanted wanted,
      TroubleBook book,
      SystemTimers timers,
      GatewayMetrics metrics,
      InboxBell bell) {
    return new DispatchPorts(
        parts.queue(),
        parts.channels(),
        wanted,
        new PeopleStops(parts.people(), parts.clock()),
        bell,
        AttemptObserver.all(List.of(new DeliveryLog(), metrics, new AttemptTroubles(book))),
        parts.clock(),
        InstantSource.system(),
        timers,
        ThreadLocalRandom.current()::nextDouble);
  }

  private void watch(GatewayMetrics metrics) {
    metrics.watch(
        "mess_in_flight_attempts", "Attempts in flight", () -> dispatcher.inFlight().attempts());
    metrics.watch(
        "mess_in_flight_bytes",
        "Bytes of notifications in flight",
        () -> dispatcher.inFlight().bytes());
    metrics.watch("mess_leased_lanes", "Lanes leased by this node", dispatcher::lanes);
  }

  private static List<Chore> chores(
      Parts parts, TroubleBook book, TaskLists lists, TroubleMessages troubles) {
    TroubleDesk troubleDesk =
        new TroubleDesk(
            parts.exchangeId(),
            book,
            parts.configuration(),
            parts.queue(),
            troubles,
            parts.clock());
    TaskListDesk listDesk =
        new TaskListDesk(parts.exchangeId(), lists, parts.queue(), parts.channels(), parts.clock());
    DiskWatch disks =
        new DiskWatch(book, List.of(parts.exchange().directory().root(), parts.home()));
    return List.of(
        new Chore("trouble", Duration.ofSeconds(5), troubleDesk::turn),
        new Chore("lists", Duration.ofSeconds(2), listDesk::turn),
        new Chore("disks", Duration.ofSeconds(30), disks::turn));
  }

  Dispatcher dispatcher() {
    return dispatcher;
  }

  /** Rings where executors wait for what is delivered. */
  InboxBell bell() {
    return bell;
  }

  /** Sends new links for old ones. */
  Renewals renewals() {
    return renewals;
  }

  /** What has to be done again and again. */
  List<Chore> chores() {
    return chores;
  }
}
