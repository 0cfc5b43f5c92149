package org.messgateway.gateway.notify;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Receipt;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;

/**
 * The message by which an address was asked. Its receipt is that of the newest delivery there: an
 * edit may have given the message another id, or replaced one that was gone.
 */
record EarlierMessage(Identity identity, List<DeliveryRow> rows) {

  /** Threads of a burst are routed sooner. */
  private static final Duration BELATED = Duration.ofSeconds(30);

  /** Kinds that edit the earlier message, where the channel can. */
  private static final Set<NotificationKind> EDITS =
      Set.of(
          NotificationKind.CLAIMED,
          NotificationKind.TAKEN,
          NotificationKind.CANCELLED,
          NotificationKind.EXPIRED,
          NotificationKind.FINISHED);

  /**
   * Whether the first request to this executor was made long after it was due. A further channel in
   * an order is late by its nature.
   */
  boolean belated(DesiredDelivery desired, Instant created) {
    return Duration.between(desired.due(), created).compareTo(BELATED) > 0
        && rows.stream().noneMatch(this::asked);
  }

  private boolean asked(DeliveryRow row) {
    Identity other = row.identity();
    return !other.equals(identity)
        && other.kind() == NotificationKind.REQUEST
        && other.executor().equals(identity.executor())
        && other.serial() == identity.serial()
        && row.state() != DeliveryState.WITHDRAWN;
  }

  boolean edits() {
    return EDITS.contains(identity.kind());
  }

  /** Empty where no message with a receipt stands. */
  Optional<Receipt> receipt() {
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    return rows.stream()
        .filter(row -> row.state() == DeliveryState.DELIVERED && ofSameMessage(row.identity()))
        .filter(row -> !edits() || row.identity().serial() == identity.serial())
        .filter(row -> row.receipt() != null && !row.receipt().equals(Receipt.NONE))
        .max(
            Comparator.comparingInt((DeliveryRow row) -> row.identity().serial())
                .thenComparing(EarlierMessage::settled))
        .map(row -> Objects.requireNonNull(row.receipt()));
  }

  /**
   * What a service at this address said last of its work, since it was asked last. An answer that
   * it gets may begin its work anew, so the receipt of that delivery counts as well.
   */
  Optional<Receipt> work() {
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    List<DeliveryRow> told =
        rows.stream()
            .filter(row -> row.state() == DeliveryState.DELIVERED && here(row.identity()))
            .sorted(Comparator.comparing(EarlierMessage::settled))
            .toList();
    Instant asked =
        told.stream()
            .filter(row -> row.identity().kind() == NotificationKind.REQUEST)
            .map(EarlierMessage::settled)
            .max(Comparator.naturalOrder())
            .orElse(Instant.MIN);
    return told.stream()
        .filter(row -> !settled(row).isBefore(asked))
        .flatMap(row -> Stream.ofNullable(row.receipt()))
        .filter(receipt -> !receipt.equals(Receipt.NONE))
        .reduce((_, last) -> last);
  }

  private static Instant settled(DeliveryRow row) {
    return Objects.requireNonNullElse(row.settledAt(), Instant.MIN);
  }

  private boolean ofSameMessage(Identity other) {
    return here(other)
        && (other.kind() == NotificationKind.REQUEST || EDITS.contains(other.kind()));
  }

  private boolean here(Identity other) {
    return other.channel().equals(identity.channel())
        && other.address().equals(identity.address())
        && !other.equals(identity);
  }

  /**
   * Id of the delivery by which this address was asked; this delivery's own when none did.
   *
   * @param own id of this delivery
   */
  String request(String own) {
    if (rows.isEmpty() || identity.kind() == NotificationKind.REQUEST) {
      return own;
    }
    return rows.stream()
        .map(DeliveryRow::identity)
        .filter(other -> ofSameMessage(other) && other.kind() == NotificationKind.REQUEST)
        .max(Comparator.comparingInt(Identity::serial))
        .map(Identity::id)
        .orElse(own);
  }
}
