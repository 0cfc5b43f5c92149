package org.messgateway.gateway;

import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.messgateway.api.Audience;
import org.messgateway.api.Wording;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLook;
import org.messgateway.gateway.inbound.Task;
import org.messgateway.gateway.inbound.Tasks;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.Identity;

/** Tasks that people speak of, from the exchange as it stands. */
record HeardTasks(LiveConfiguration configuration, Exchanges exchanges, LinkMaker links)
    implements Tasks {

  @Override
  public Optional<Task> task(String exchange, String ref) {
    return Ref.of(ref)
        .map(checked -> exchanges.load(exchange, checked.value()))
        .flatMap(look ->
            look instanceof ThreadLook.Complete complete
                ? Optional.of(task(complete.thread()))
                : Optional.empty());
  }

  private static Task task(LoadedThread loaded) {
    MessThread thread = loaded.thread();
    Envelope envelope = thread.envelope();
    return new Task(
        loaded.ref().value(),
        Wording.intent(thread),
        thread.requestor().orElse("Who asked"),
        envelope.status(),
        envelope.executor(),
        hints(thread),
        envelope.confirmBefore()
            || thread.request().map(Payload.Request::confirmBefore).orElse(false));
  }

  private static Set<String> hints(MessThread thread) {
    return thread.request().stream()
        .flatMap(request -> request.responseHint().stream())
        .map(Payload.ResponseHint::type)
        .collect(Collectors.toSet());
  }

  @Override
  public Optional<URI> page(DeliveryRow told) {
    GatewayConfig config = configuration.get();
    Identity identity = told.identity();
    Audience audience =
        config.catalogue().audiences().getOrDefault(identity.channel(), Audience.PEOPLE);
    return Optional.ofNullable(config.catalogue().executors().get(identity.executor()))
        .flatMap(executor -> Notifications.address(executor, identity))
        .filter(address -> links.opens(config.clientUrl(), audience, address))
        .map(_ -> page(config, told));
  }

  private URI page(GatewayConfig config, DeliveryRow told) {
    Identity identity = told.identity();
    String token =
        links.token(
            OwnDeliveries.exchange(identity.exchange()),
            identity.ref(),
            identity.executor(),
            told.deadline());
    return links.links(config.clientUrl(), told.id(), identity.ref(), token).shortPage();
  }
}
