package org.messgateway.gateway;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import org.messgateway.api.TaskPolling;
import org.messgateway.gateway.config.LocalFilePolicy;
import org.messgateway.gateway.exchange.ExchangeHandle;
import org.messgateway.gateway.exchange.Exchanges;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.view.EarlierThreads;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.links.LinkRenewer;
import org.messgateway.gateway.notify.DigestStage;
import org.messgateway.gateway.notify.LinkRenewalService;
import org.messgateway.gateway.notify.NotificationFactory;
import org.messgateway.gateway.notify.NotifyStages;
import org.messgateway.gateway.notify.RenewalStage;
import org.messgateway.gateway.notify.RoutingRecheckStage;
import org.messgateway.gateway.notify.SkipAnsweredStage;
import org.messgateway.gateway.notify.ThrottleStage;
import org.messgateway.gateway.notify.digest.DigestScheduler;
import org.messgateway.gateway.notify.digest.Digests;
import org.messgateway.gateway.ops.TroubleNotifier;
import org.messgateway.gateway.ops.TroubleStage;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.reconcile.MissingThreads;

/** The stages before a send, and the gateway's own deliveries: digests, troubles, renewed links. */
final class NotifyWiring {

  private final GatewayContext gateway;
  private final Exchanges exchanges;
  private final Digests digests = new Digests();
  private final SkipAnsweredStage answered;
  private final TroubleStage troubles;
  private final NotifyStages stages;

  /**
   * @param watched the same exchanges, with their routing
   */
  NotifyWiring(GatewayContext gateway, Exchanges exchanges, List<ExchangeWiring> watched) {
    this.gateway = gateway;
    this.exchanges = exchanges;
    answered = new SkipAnsweredStage(gateway.channels()::editable);
    troubles = new TroubleStage(gateway.troubles(), gateway.configuration(), gateway.channels());
    NotificationFactory notificationFactory =
        new NotificationFactory(
            gateway.configuration(),
            LocalFilePolicy.of(exchanges),
            this::earlier,
            gateway.links(),
            gateway.channels()::ability,
            gateway.journal()::replyCodes);
    SequencedMap<String, RoutingRecheckStage> recheckRouting = new LinkedHashMap<>();
    watched.forEach(each ->
        recheckRouting.put(each.exchange().id(), recheckRouting(each, notificationFactory)));
    stages =
        NotifyStages.of(
            answered,
            recheckRouting,
            throttle(),
            localOnly(),
            digest(),
            troubles,
            exchanges.each(each -> renewal(each, notificationFactory)));
  }

  private EarlierThreads earlier(String exchange) {
    return new EarlierThreads(
        ref -> exchanges.complete(exchange, ref.value()).map(LoadedThread::thread),
        (requestor, id) ->
            gateway.queue().threadByClientId(exchange, requestor, id).map(ThreadRow::ref));
  }

  private RoutingRecheckStage recheckRouting(
      ExchangeWiring wiring, NotificationFactory notificationFactory) {
    ExchangeHandle exchange = wiring.exchange();
    return new RoutingRecheckStage(
        exchange.id(),
        gateway.queue(),
        exchange.threads(),
        wiring.routing(),
        notificationFactory,
        gateway.channels()::editable,
        channel -> gateway.channels().ability(channel, TaskPolling.class).isPresent(),
        new MissingThreads(gateway.queue(), gateway.clock()),
        gateway.clock());
  }

  /** One for all exchanges: the limit is one of people. */
  private ThrottleStage throttle() {
    return new ThrottleStage(
        exchanges.first().id(),
        gateway.configuration(),
        gateway.queue(),
        gateway.journal().asked(),
        digests,
        gateway.clock());
  }

  private NotifyStages.LocalOnly localOnly() {
    return gateway.shared()
        ? NotifyStages.LocalOnly.among(
            digest -> digests.digest(digest.ref()).isPresent(),
            trouble -> gateway.troubles().now(trouble.ref()).isPresent(),
            gateway.clock())
        : NotifyStages.LocalOnly.ALONE;
  }

  private DigestStage digest() {
    return new DigestStage(
        digests,
        gateway.configuration(),
        gateway.queue(),
        (exchange, ref) -> exchanges.complete(exchange, ref).map(LoadedThread::thread),
        gateway.channels(),
        gateway.links(),
        gateway.journal().replyCodes());
  }

  private RenewalStage renewal(ExchangeHandle exchange, NotificationFactory notificationFactory) {
    return new RenewalStage(exchange.threads(), notificationFactory, gateway.clock());
  }

  NotifyStages stages() {
    return stages;
  }

  /** Skips notes that only repeat an answer in a chat. */
  SkipAnsweredStage answered() {
    return answered;
  }

  /** Sends new links for expired ones. */
  LinkRenewer renewer() {
    return new LinkRenewalService(
        Set.copyOf(exchanges.ids()), gateway.configuration(), gateway.queue(), gateway.clock());
  }

  /** The loops that make deliveries of troubles and of digests. */
  List<BackgroundLoop> loops() {
    String first = exchanges.first().id();
    TroubleNotifier notifier =
        new TroubleNotifier(
            first,
            gateway.troubles(),
            gateway.configuration(),
            gateway.queue(),
            gateway.locks(),
            troubles,
            gateway.clock());
    DigestScheduler scheduler =
        new DigestScheduler(first, digests, gateway.queue(), gateway.channels(), gateway.clock());
    return List.of(
        BackgroundLoop.every("trouble", Duration.ofSeconds(5), notifier::turn),
        BackgroundLoop.every("lists", Duration.ofSeconds(2), scheduler::turn));
  }
}
