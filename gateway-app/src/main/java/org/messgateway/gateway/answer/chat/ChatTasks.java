package org.messgateway.gateway.answer.chat;

import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import org.messgateway.api.Audience;
import org.messgateway.api.TaskLinks;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.config.CurrentConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.exchange.Exchanges;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkFactory;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.routing.CapableExecutors;

/** Tasks and links for chats, read from the exchange's present threads. */
public record ChatTasks(
    CurrentConfig configuration, Exchanges exchanges, QueueView queue, LinkFactory links)
    implements ChatTaskSource {

  @Override
  public Optional<ChatTask> task(String exchange, String ref) {
    return Ref.of(ref)
        .flatMap(checked -> thread(exchange, checked.value()))
        .map(loaded -> ChatTask.of(loaded.ref().value(), loaded.thread()))
        .map(task -> task.askedBy(configuration.get().catalogue().nameOf(task.requestor())));
  }

  @Override
  public boolean able(String exchange, String ref, String executor) {
    return Ref.of(ref)
        .flatMap(checked -> thread(exchange, checked.value()))
        .filter(loaded ->
            CapableExecutors.of(loaded.thread(), configuration.get().catalogue())
                .contains(executor))
        .isPresent();
  }

  private Optional<LoadedThread> thread(String exchange, String ref) {
    return switch (exchanges.load(exchange, ref)) {
      case ThreadReadResult.Complete(LoadedThread thread) -> Optional.of(thread);
      case ThreadReadResult.Incomplete incomplete ->
          throw UnreadableTaskException.of(ref, incomplete.reason());
      case ThreadReadResult.Unreadable unreadable ->
          throw UnreadableTaskException.of(ref, unreadable.text());
      case ThreadReadResult.Absent _ when isOpen(exchange, ref) ->
          throw UnreadableTaskException.absent(ref);
      case ThreadReadResult.Absent _ -> Optional.empty();
    };
  }

  /** Whether the thread had not ended when it was read last. */
  private boolean isOpen(String exchange, String ref) {
    return queue
        .thread(exchange, ref)
        .flatMap(row -> ThreadStatus.of(row.status()))
        .filter(status -> !status.ended())
        .isPresent();
  }

  @Override
  public Optional<URI> page(DeliveryRow delivery) {
    GatewayConfig config = configuration.get();
    Identity identity = delivery.identity();
    Audience audience =
        config.catalogue().audiences().getOrDefault(identity.channel(), Audience.PEOPLE);
    return Optional.ofNullable(config.catalogue().executors().get(identity.executor()))
        .flatMap(executor -> executor.address(identity.channel(), identity.address()))
        .filter(address -> links.opens(config.clientUrl(), audience, address))
        .map(_ -> page(config, delivery));
  }

  /** The short link of the delivery while it opens, else a new one. */
  private URI page(GatewayConfig config, DeliveryRow delivery) {
    Identity identity = delivery.identity();
    LinkClaims granted =
        links.granted(
            identity.exchange(),
            identity.ref(),
            identity.executor(),
            delivery.deadline(),
            config.catalogue().sharing(identity.channel(), identity.address()));
    TaskLinks made = links.links(config.clientUrl(), delivery.id(), granted);
    Instant settled = delivery.settledAt();
    boolean opens =
        settled == null
            || links.alive(
                LinkClaims.granted(
                    identity.exchange(),
                    identity.ref(),
                    identity.executor(),
                    settled,
                    delivery.deadline()));
    return opens ? made.shortPage() : made.page();
  }
}
