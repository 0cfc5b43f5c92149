package org.messgateway.gateway;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Receipt;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;

/**
 * Finds the message by which an address was asked, as it is called now: an edit may have given it
 * another name, or replaced one that was gone.
 */
record EarlierMessage(Identity identity, List<DeliveryRow> rows) {

  /** What makes that message say something else, where a channel can. */
  private static final Set<NotificationKind> EDITS =
      Set.of(
          NotificationKind.CLAIMED,
          NotificationKind.TAKEN,
          NotificationKind.CANCELLED,
          NotificationKind.EXPIRED,
          NotificationKind.FINISHED);

  boolean edits() {
    return EDITS.contains(identity.kind());
  }

  /** Its receipt; empty where nothing with one stands there. */
  Optional<Receipt> receipt() {
    return rows.stream()
        .filter(row -> row.state() == DeliveryState.DELIVERED && here(row.identity()))
        .filter(row -> !edits() || row.identity().serial() == identity.serial())
        .filter(row -> row.receipt() != null && !row.receipt().equals(Receipt.NONE))
        .max(
            Comparator.comparingInt((DeliveryRow row) -> row.identity().serial())
                .thenComparing(row -> Objects.requireNonNullElse(row.settledAt(), Instant.MIN)))
        .map(row -> Objects.requireNonNull(row.receipt()));
  }

  private boolean here(Identity other) {
    return other.channel().equals(identity.channel())
        && other.address().equals(identity.address())
        && !other.equals(identity)
        && (other.kind() == NotificationKind.REQUEST || EDITS.contains(other.kind()));
  }

  /** Id of the delivery by which this address was asked; its own where there is none. */
  String request() {
    return rows.stream()
        .map(DeliveryRow::identity)
        .filter(other -> here(other) && other.kind() == NotificationKind.REQUEST)
        .max(Comparator.comparingInt(Identity::serial))
        .filter(_ -> identity.kind() != NotificationKind.REQUEST)
        .orElse(identity)
        .id();
  }
}
