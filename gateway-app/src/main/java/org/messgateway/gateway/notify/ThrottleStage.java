package org.messgateway.gateway.notify;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Audience;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Receipt;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.config.CurrentConfig;
import org.messgateway.gateway.dispatch.SendDecision;
import org.messgateway.gateway.dispatch.SendStage;
import org.messgateway.gateway.notify.digest.Digest;
import org.messgateway.gateway.notify.digest.DigestAddress;
import org.messgateway.gateway.notify.digest.Digests;
import org.messgateway.gateway.notify.digest.RateWindow;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliverySource;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.journal.RequestLog;

/**
 * Asks whether a person gets too many new tasks. Above {@link RateWindow the limit} a task is held
 * back and counted in a digest; tasks that gathered overnight, or that were there before the person
 * was, are told by one digest in place of their own messages (docs/rules.md#gentle). May turn a
 * send into "later" or "told elsewhere", and an edit of a digest's message into "told elsewhere" or
 * into a message to the holder; passes all other decisions on. Stands last, because only deliveries
 * that routing still wants are counted. One for all exchanges.
 */
public final class ThrottleStage implements SendStage {

  /** A task that waited longer waited for the morning, or for a channel that works. */
  private static final Duration GATHERED = Duration.ofMinutes(30);

  private static final Duration SOON = Duration.ofSeconds(5);
  private static final int MAX_GATHERED = 1_000;

  private final CurrentConfig configuration;
  private final DeliveryQueue queue;
  private final Digests digests;
  private final RateWindow window;
  private final String exchangeId;
  private final InstantSource clock;

  public ThrottleStage(
      String exchangeId,
      CurrentConfig configuration,
      DeliveryQueue queue,
      RequestLog requestLog,
      Digests digests,
      InstantSource clock) {
    this.exchangeId = exchangeId;
    this.configuration = configuration;
    this.queue = queue;
    this.window = new RateWindow(requestLog);
    this.digests = digests;
    this.clock = clock;
  }

  /** Passes everything on: only what routing still wants is counted. */
  @Override
  public @Nullable SendDecision decide(TakenDelivery delivery) {
    return null;
  }

  @Override
  public SendDecision review(TakenDelivery delivery, SendDecision decided) {
    return switch (decided) {
      case SendDecision.Send send when asksPeople(delivery) -> throttle(delivery, send);
      case SendDecision.Edit edit when !edit.receipt().part(DeliveryRow.DIGEST_PART).isEmpty() -> {
        digests.changed(edit.receipt().part(DeliveryRow.DIGEST_PART));
        yield concernsHolder(edit)
            ? new SendDecision.Send(edit.notification(), edit.bytes())
            : new SendDecision.DeliveredBefore(edit.receipt());
      }
      case SendDecision other -> {
        digests.release(delivery.id());
        yield other;
      }
    };
  }

  /** A digest leaves out what somebody has, and its buttons are not the holder's. */
  private static boolean concernsHolder(SendDecision.Edit edit) {
    Notification notification = edit.notification();
    return edit.matters()
        || notification.kind() == NotificationKind.CLAIMED
        || !notification.buttons().isEmpty();
  }

  private boolean asksPeople(TakenDelivery delivery) {
    return delivery.identity().kind() == NotificationKind.REQUEST && toPeople(delivery.identity());
  }

  private boolean toPeople(Identity identity) {
    return configuration.get().catalogue().audiences().get(identity.channel()) == Audience.PEOPLE;
  }

  private SendDecision throttle(TakenDelivery delivery, SendDecision.Send send) {
    Instant now = clock.instant();
    boolean urgent = delivery.priority() == Priority.URGENT;
    Optional<SendDecision> together = urgent ? Optional.empty() : together(delivery, send, now);
    if (together.isPresent()) {
      return together.get();
    }
    Identity identity = delivery.identity();
    Optional<Instant> free = window.take(identity.executor(), identity.ref(), urgent, now);
    if (free.isPresent()) {
      digests.holdBack(place(identity), delivery.id(), now);
      return new SendDecision.CannotTell("It is one of many within minutes.", free.get());
    }
    digests.release(delivery.id());
    return send;
  }

  /** The decision for a task that a digest tells with others; empty when none does. */
  private Optional<SendDecision> together(
      TakenDelivery delivery, SendDecision.Send send, Instant now) {
    Optional<Digest> known = digests.overnightOf(delivery.id());
    boolean belated = known.isEmpty() && send.belated() && !digests.heldBack(delivery.id());
    Instant complete = delivery.created().plus(SOON);
    if (belated && now.isBefore(complete)) {
      return Optional.of(
          new SendDecision.CannotTell("Others may come to be told with it.", complete));
    }
    Optional<Digest> digest =
        known.or(() ->
            gathered(delivery, belated ? now : now.minus(GATHERED), now)
                .map(ids -> digests.overnight(place(delivery.identity()), ids, now)));
    return digest.flatMap(one -> toldBy(one, now));
  }

  private Optional<SendDecision> toldBy(Digest digest, Instant now) {
    Receipt receipt = digest.receipt();
    if (receipt != null) {
      return Optional.of(new SendDecision.DeliveredBefore(inDigest(receipt, digest)));
    }
    if (failed(digest)) {
      digests.drop(digest.ref());
      return Optional.empty();
    }
    return Optional.of(
        new SendDecision.CannotTell("It is told with others in one message.", now.plus(SOON)));
  }

  private boolean failed(Digest digest) {
    return queue.deliveries(DeliverySource.DIGEST, exchangeId, digest.ref()).stream()
        .anyMatch(row -> row.state().settled() && row.state() != DeliveryState.DELIVERED);
  }

  private static Receipt inDigest(Receipt receipt, Digest digest) {
    SortedMap<String, String> parts = new TreeMap<>(receipt.parts());
    parts.put(DeliveryRow.DIGEST_PART, digest.ref());
    return new Receipt(parts);
  }

  /**
   * The deliveries that gathered at this address, when there are others than this one.
   *
   * @param before when they were made at the latest
   */
  private Optional<List<String>> gathered(TakenDelivery delivery, Instant before, Instant now) {
    if (delivery.created().isAfter(before) || digests.heldBack(delivery.id())) {
      return Optional.empty();
    }
    Identity identity = delivery.identity();
    DeliveryFilter here =
        new DeliveryFilter(
            null,
            identity.executor(),
            identity.channel(),
            Set.of(DeliveryState.QUEUED, DeliveryState.SENDING));
    List<String> ids =
        queue.find(here, MAX_GATHERED).stream()
            .filter(row -> row.identity().address().equals(identity.address()))
            .filter(row -> gathered(row, before, now))
            .sorted((one, other) -> one.created().compareTo(other.created()))
            .map(DeliveryRow::id)
            .toList();
    return ids.size() > 1 && ids.contains(delivery.id()) ? Optional.of(ids) : Optional.empty();
  }

  private boolean gathered(DeliveryRow row, Instant before, Instant now) {
    return row.identity().kind() == NotificationKind.REQUEST
        && row.priority() != Priority.URGENT
        && !row.created().isAfter(before)
        && !row.due().isAfter(now.plus(SOON))
        && !digests.heldBack(row.id());
  }

  private static DigestAddress place(Identity identity) {
    return new DigestAddress(identity.channel(), identity.address(), identity.executor());
  }
}
