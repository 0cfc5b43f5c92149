package org.messgateway.gateway;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Address;
import org.messgateway.api.Audience;
import org.messgateway.api.Links;
import org.messgateway.api.News;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Recipient;
import org.messgateway.api.TaskDocument;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.view.FileLinks;
import org.messgateway.gateway.exchange.view.ThreadView;
import org.messgateway.gateway.exchange.view.Viewer;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.WantedDelivery;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;

/** Makes what an adapter gets, from the thread as it stands and the configuration in force. */
final class Notifications {

  private final LinkMaker links;

  Notifications(LinkMaker links) {
    this.links = links;
  }

  /** Empty when the address of the delivery is not configured any more. */
  Optional<Notification> request(GatewayConfig config, LoadedThread thread, WantedDelivery wanted) {
    Identity identity = wanted.identity();
    Catalogue catalogue = config.catalogue();
    return Optional.ofNullable(catalogue.executors().get(identity.executor()))
        .flatMap(executor -> address(executor, identity))
        .map(address -> request(config, thread, wanted, address));
  }

  private Notification request(
      GatewayConfig config, LoadedThread thread, WantedDelivery wanted, Address address) {
    Identity identity = wanted.identity();
    Audience audience =
        config.catalogue().audiences().getOrDefault(identity.channel(), Audience.MACHINES);
    boolean opens = links.opens(config.clientUrl(), audience, address);
    String token =
        opens
            ? links.token(
                identity.exchange(), identity.ref(), identity.executor(), wanted.deadline())
            : null;
    return new Notification(
        identity.id(),
        new News.Request(),
        config.title(),
        address,
        recipients(config.catalogue(), wanted.recipients()),
        thread.thread(),
        wanted.deadline(),
        token == null ? null : links(config.clientUrl(), identity, token),
        Set.of(),
        document(config, thread, identity, token));
  }

  private Links links(URI clientUrl, Identity identity, String token) {
    return links.links(clientUrl, identity.id(), identity.ref(), token);
  }

  private TaskDocument document(
      GatewayConfig config, LoadedThread thread, Identity identity, @Nullable String token) {
    FileLinks files = token == null ? null : links.files(config.clientUrl(), identity.ref(), token);
    Executor executor = config.catalogue().executors().get(identity.executor());
    boolean seesThread = executor != null && executor.seesThread();
    return new ThreadView(
        thread.read(),
        NotificationKind.REQUEST,
        new Viewer(identity.executor(), seesThread),
        files);
  }

  static Optional<Address> address(Executor executor, Identity identity) {
    return executor.notifyPlan().channels().stream()
        .filter(channel -> channel.channel().equals(identity.channel()))
        .map(ChannelAddress::address)
        .filter(address -> address.value().equals(identity.address()))
        .findFirst();
  }

  static List<Recipient> recipients(Catalogue catalogue, List<String> ids) {
    return ids.stream()
        .flatMap(id -> Optional.ofNullable(catalogue.executors().get(id)).stream())
        .map(executor -> new Recipient(executor.id(), executor.name(), executor.zone()))
        .toList();
  }
}
