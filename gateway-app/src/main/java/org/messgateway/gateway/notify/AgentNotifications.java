package org.messgateway.gateway.notify;

import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Address;
import org.messgateway.api.Audience;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.Recipient;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.LocalFilePolicy;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.view.EarlierThreads;
import org.messgateway.gateway.exchange.view.FileLinks;
import org.messgateway.gateway.exchange.view.ReadableThread;
import org.messgateway.gateway.exchange.view.ThreadView;
import org.messgateway.gateway.exchange.view.Viewer;
import org.messgateway.gateway.links.LinkFactory;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.routing.Agent;

/**
 * Makes what an agent gets about its own task: all of the thread, links to its files, no link to
 * answer by. It answers with its token.
 */
final class AgentNotifications {

  private final LocalFilePolicy permitted;
  private final Function<String, EarlierThreads> earlier;
  private final LinkFactory links;

  AgentNotifications(
      LocalFilePolicy permitted, Function<String, EarlierThreads> earlier, LinkFactory links) {
    this.permitted = permitted;
    this.earlier = earlier;
    this.links = links;
  }

  /** Empty when its address is not configured any more. */
  Optional<Notification> of(
      GatewayConfig config, LoadedThread thread, DesiredDelivery desired, String id) {
    Identity identity = desired.identity();
    Optional<Agent> agent = config.catalogue().agent(identity.executor());
    return Agent.address(agent, identity.channel(), identity.address())
        .map(address -> notification(config, thread, desired, id, address));
  }

  private Notification notification(
      GatewayConfig config,
      LoadedThread thread,
      DesiredDelivery desired,
      String id,
      Address address) {
    Identity identity = desired.identity();
    String agent = identity.executor();
    @Nullable FileLinks files =
        links.opens(config.clientUrl(), Audience.MACHINES, address)
            ? links.files(
                config.clientUrl(),
                links.forRequestor(identity.exchange(), identity.ref(), agent),
                permitted.in(config, identity.exchange()))
            : null;
    EarlierThreads threads = earlier.apply(identity.exchange());
    MessThread whole = thread.thread();
    String name = config.catalogue().agent(agent).map(Agent::name).orElse(agent);
    return new Notification(
        id,
        new NotificationContent.TaskNews(identity.kind()),
        config.title(),
        address,
        List.of(new Recipient(agent, name, ZoneOffset.UTC)),
        new ReadableThread(files, ref -> threads.of(whole, ref)).of(whole),
        null,
        null,
        Set.of(),
        new ThreadView(thread.parsed(), identity.kind(), new Viewer(agent, true), files)
            .naming(threads));
  }
}
