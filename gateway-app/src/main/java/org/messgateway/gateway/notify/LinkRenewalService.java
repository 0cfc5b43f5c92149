package org.messgateway.gateway.notify;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Audience;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.config.CurrentConfig;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkRenewer;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliverySource;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;

/**
 * Queues the delivery of a new link for an expired one, to the address that got the old one and to
 * no other. {@link RenewalStage} renders it. Thread-safe.
 */
public final class LinkRenewalService implements LinkRenewer {

  /** A new link that could not be sent in this time is dropped: its reader has gone on. */
  private static final Duration WORTH_SENDING = Duration.ofHours(1);

  /** At most one new link in this time, also when several nodes are asked. */
  private static final long SPAN_SECONDS = 600;

  private final Set<String> exchanges;
  private final CurrentConfig configuration;
  private final DeliveryQueue queue;
  private final InstantSource clock;

  /**
   * @param exchanges ids of those that are configured
   */
  public LinkRenewalService(
      Set<String> exchanges,
      CurrentConfig configuration,
      DeliveryQueue queue,
      InstantSource clock) {
    this.exchanges = exchanges;
    this.configuration = configuration;
    this.queue = queue;
    this.clock = clock;
  }

  @Override
  public Sending renew(LinkClaims old) {
    if (over(old)) {
      return Sending.OVER;
    }
    Optional<DeliveryRow> earlier =
        exchanges.contains(old.exchange()) ? delivered(old) : Optional.empty();
    earlier.ifPresent(this::queueAgain);
    return earlier.isPresent() ? Sending.SENT : Sending.NO_WAY;
  }

  private boolean over(LinkClaims old) {
    return queue
        .thread(old.exchange(), old.ref())
        .flatMap(thread -> ThreadStatus.of(thread.status()))
        .filter(ThreadStatus::ended)
        .isPresent();
  }

  /** The newest delivery of the task that reached the executor of a link. */
  private Optional<DeliveryRow> delivered(LinkClaims old) {
    return queue.deliveries(old.exchange(), old.ref()).stream()
        .filter(row -> row.identity().executor().equals(old.executor()))
        .filter(row -> row.state() == DeliveryState.DELIVERED && toPeople(row.identity()))
        .max(Comparator.comparing(DeliveryRow::created));
  }

  private boolean toPeople(Identity identity) {
    return configuration.get().catalogue().audiences().get(identity.channel()) == Audience.PEOPLE;
  }

  /** One at a time: what is asked for at once for two executors is wanted for both. */
  private synchronized void queueAgain(DeliveryRow earlier) {
    Instant now = clock.instant();
    Identity old = earlier.identity();
    Identity identity =
        new Identity(
            DeliverySource.RENEWAL,
            old.exchange(),
            old.ref(),
            old.executor(),
            old.channel(),
            old.address(),
            NotificationKind.REQUEST,
            (int) (now.getEpochSecond() / SPAN_SECONDS));
    List<DesiredDelivery> desired = openForOthers(identity);
    desired.add(desired(identity, earlier.priority(), now, now.plus(WORTH_SENDING)));
    queue.reconcileNotice(DeliverySource.RENEWAL, old.exchange(), old.ref(), desired);
  }

  /** New links of the same task that other executors wait for. */
  private List<DesiredDelivery> openForOthers(Identity identity) {
    List<DesiredDelivery> open = new ArrayList<>();
    for (DeliveryRow row :
        queue.deliveries(DeliverySource.RENEWAL, identity.exchange(), identity.ref())) {
      if (!row.state().settled() && !row.identity().executor().equals(identity.executor())) {
        open.add(desired(row.identity(), row.priority(), row.due(), row.deadline()));
      }
    }
    return open;
  }

  private static DesiredDelivery desired(
      Identity identity, Priority priority, Instant due, @Nullable Instant deadline) {
    return new DesiredDelivery(
        identity, List.of(identity.executor()), false, priority, due, deadline);
  }
}
