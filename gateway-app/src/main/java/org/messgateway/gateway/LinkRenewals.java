package org.messgateway.gateway;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Audience;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.Envelope;
import org.messgateway.gateway.dispatch.Decision;
import org.messgateway.gateway.dispatch.Wanted;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLook;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.WantedDelivery;
import org.messgateway.gateway.respond.LinkClaims;
import org.messgateway.gateway.respond.page.Renewals;

/**
 * Sends somebody whose link has expired a new one, to the address where the old one went and
 * nowhere else. A delivery like all others, under an exchange name of its own.
 */
final class LinkRenewals implements Renewals, Wanted {

  private static final Duration OF_USE = Duration.ofHours(1);

  /** One new link in so long a time, also when it is asked for at several nodes. */
  private static final long SPAN_SECONDS = 600;

  private final String exchangeId;
  private final LiveConfiguration configuration;
  private final DeliveryQueue queue;
  private final LoadedThreads threads;
  private final Notifications notifications;
  private final InstantSource clock;

  LinkRenewals(
      String exchangeId,
      LiveConfiguration configuration,
      DeliveryQueue queue,
      LoadedThreads threads,
      Notifications notifications,
      InstantSource clock) {
    this.exchangeId = exchangeId;
    this.configuration = configuration;
    this.queue = queue;
    this.threads = threads;
    this.notifications = notifications;
    this.clock = clock;
  }

  /** Under which name deliveries of new links go. */
  static String exchange(String exchangeId) {
    return OwnDeliveries.of(exchangeId, "links");
  }

  @Override
  public Sending renew(LinkClaims old) {
    Optional<DeliveryRow> before =
        queue.deliveries(exchangeId, old.ref()).stream()
            .filter(row -> row.identity().executor().equals(old.executor()))
            .filter(row -> row.state() == DeliveryState.DELIVERED && ofPeople(row.identity()))
            .max(Comparator.comparing(DeliveryRow::created));
    before.ifPresent(this::send);
    return before.isPresent() ? Sending.SENT : Sending.NO_WAY;
  }

  private boolean ofPeople(Identity identity) {
    return configuration.get().catalogue().audiences().get(identity.channel()) == Audience.PEOPLE;
  }

  private void send(DeliveryRow before) {
    Instant now = clock.instant();
    Identity told = before.identity();
    Identity identity =
        new Identity(
            exchange(exchangeId),
            told.ref(),
            told.executor(),
            told.channel(),
            told.address(),
            NotificationKind.REQUEST,
            (int) (now.getEpochSecond() / SPAN_SECONDS));
    queue.reconcile(
        ThreadRow.ended(exchange(exchangeId), told.ref()),
        Set.of(),
        List.of(wanted(identity, before, now)),
        Set.of());
  }

  private static WantedDelivery wanted(Identity identity, DeliveryRow before, Instant now) {
    return new WantedDelivery(
        identity, List.of(identity.executor()), false, before.priority(), now, now.plus(OF_USE));
  }

  @Override
  public long weight(TakenDelivery taken) {
    return threads.size(new Ref(taken.identity().ref())).orElse(0L);
  }

  @Override
  public Decision wanted(TakenDelivery taken) {
    return switch (threads.load(new Ref(taken.identity().ref()))) {
      case ThreadLook.Complete complete -> decide(taken, complete.thread());
      case ThreadLook.Incomplete incomplete ->
          new Decision.CannotTell(
              incomplete.reason(), clock.instant().plus(incomplete.lookAgainAfter()));
      case ThreadLook.Unreadable unreadable -> new Decision.NotWanted(unreadable.text());
      case ThreadLook.Absent _ -> new Decision.NotWanted("The task is not here any more.");
    };
  }

  private Decision decide(TakenDelivery taken, LoadedThread loaded) {
    Envelope envelope = loaded.thread().envelope();
    if (envelope.status().ended()) {
      return new Decision.NotWanted("The task is over.");
    }
    WantedDelivery wanted =
        new WantedDelivery(
            taken.identity(),
            List.of(taken.identity().executor()),
            false,
            taken.priority(),
            taken.created(),
            null);
    @Nullable String holder = envelope.status().taken() ? envelope.executor() : null;
    return notifications
        .of(
            new Notifications.Asked(
                configuration.get(), loaded, wanted, holder, taken.id(), null, false))
        .<Decision>map(notification -> new Decision.Send(notification, loaded.fingerprint().size()))
        .orElseGet(() -> new Decision.NotWanted("The address is not configured any more."));
  }
}
