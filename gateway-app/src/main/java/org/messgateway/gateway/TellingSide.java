package org.messgateway.gateway;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.messgateway.gateway.dispatch.DispatchPorts;
import org.messgateway.gateway.dispatch.DispatchSettings;
import org.messgateway.gateway.dispatch.Dispatcher;
import org.messgateway.gateway.dispatch.SystemTimers;
import org.messgateway.gateway.dispatch.Wanted;
import org.messgateway.gateway.gentle.TaskLists;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.StoreLocks;
import org.messgateway.gateway.respond.LinkClaims;
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
  private final Renewals renewals;
  private final List<Chore> chores;

  TellingSide(
      Exchanges exchanges,
      TroubleBook book,
      DispatchSettings settings,
      SystemTimers timers,
      GatewayMetrics metrics,
      AlreadyHeard heard,
      StoreLocks locks,
      boolean shared) {
    Parts parts = exchanges.first();
    String id = parts.exchangeId();
    TaskLists lists = new TaskLists();
    TroubleMessages troubles = new TroubleMessages(book, parts.configuration(), parts.channels());
    Notifications notifications =
        new Notifications(
            PermittedFiles.of(exchanges),
            parts.links(),
            parts.channels(),
            parts.journal()::replyCodes);
    SequencedMap<String, LinkRenewals> everywhere =
        exchanges.each(each -> renewals(each, notifications));
    renewals = old -> renew(everywhere, old);
    Wanted wanted =
        new WantedByExchange(
            new NotAgain(gentle(exchanges, notifications, lists), heard),
            own(
                id,
                elsewhere(shared, troubles, each -> book.now(each.ref()).isPresent(), parts),
                elsewhere(
                    shared,
                    listMessages(exchanges, lists),
                    each -> lists.list(each.ref()).isPresent(),
                    parts),
                everywhere));
    bell = new InboxBell(new EventsBack(exchanges, parts.configuration()));
    dispatcher = new Dispatcher(ports(parts, wanted, book, timers, metrics, bell), settings);
    watch(metrics);
    chores = chores(exchanges, book, locks, lists, troubles);
  }

  private static Wanted elsewhere(
      boolean shared, Wanted own, Predicate<Identity> known, Parts parts) {
    return shared ? new KnownElsewhere(own, known, parts.clock()) : own;
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

  /** What is said about no thread, or beside what threads say. */
  private static Map<String, Wanted> own(
      String first, Wanted troubles, Wanted lists, Map<String, LinkRenewals> renewals) {
    Map<String, Wanted> own = new HashMap<>();
    own.put(TroubleDesk.exchange(first), troubles);
    own.put(TaskListDesk.exchange(first), lists);
    renewals.forEach((id, each) -> own.put(LinkRenewals.exchange(id), each));
    return own;
  }

  private static Renewals.Sending renew(Map<String, LinkRenewals> renewals, LinkClaims old) {
    LinkRenewals exchange = renewals.get(old.exchange());
    return exchange == null ? Renewals.Sending.NO_WAY : exchange.renew(old);
  }

  /** People are not flooded, however many exchanges there are. */
  private static Gentle gentle(Exchanges exchanges, Notifications notifications, TaskLists lists) {
    Parts parts = exchanges.first();
    SequencedMap<String, Wanted> tasks =
        exchanges.each(each -> (Wanted) tasks(each, notifications));
    return new Gentle(
        parts.exchangeId(),
        new WantedByExchange(tasks.firstEntry().getValue(), tasks),
        parts.configuration(),
        parts.queue(),
        parts.journal().asked(),
        lists,
        parts.clock());
  }

  private static WantedNow tasks(Parts parts, Notifications notifications) {
    return new WantedNow(
        parts.exchangeId(),
        parts.configuration(),
        parts.queue(),
        parts.threads(),
        parts.desk(),
        notifications,
        parts.channels()::editable,
        new GoneThreads(parts.queue(), parts.clock()),
        parts.clock());
  }

  private static TaskListMessages listMessages(Exchanges exchanges, TaskLists lists) {
    Parts parts = exchanges.first();
    return new TaskListMessages(
        lists,
        parts.configuration(),
        parts.queue(),
        exchanges,
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
      Exchanges exchanges,
      TroubleBook book,
      StoreLocks locks,
      TaskLists lists,
      TroubleMessages troubles) {
    Parts parts = exchanges.first();
    TroubleDesk troubleDesk =
        new TroubleDesk(
            parts.exchangeId(),
            book,
            parts.configuration(),
            parts.queue(),
            locks,
            troubles,
            parts.clock());
    TaskListDesk listDesk =
        new TaskListDesk(parts.exchangeId(), lists, parts.queue(), parts.channels(), parts.clock());
    DiskWatch disks = new DiskWatch(book, folders(exchanges));
    return List.of(
        new Chore("trouble", Duration.ofSeconds(5), troubleDesk::turn),
        new Chore("lists", Duration.ofSeconds(2), listDesk::turn),
        new Chore("disks", Duration.ofSeconds(30), disks::turn));
  }

  private static List<Path> folders(Exchanges exchanges) {
    return Stream.concat(
            exchanges.all().stream().map(parts -> parts.exchange().directory().root()),
            Stream.of(exchanges.first().home()))
        .toList();
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
