package org.messgateway.gateway.notify.digest;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.messgateway.api.Editable;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Receipt;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.dispatch.Channels;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliverySource;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;

/**
 * Queues a delivery for each digest whose message is missing or out of date. The channel edits the
 * earlier message where it can. One thread calls it.
 */
public final class DigestScheduler {

  /** Time between two messages of one digest where the channel cannot edit. */
  private static final Duration BETWEEN = Duration.ofMinutes(10);

  private static final Duration WORTH_SENDING = Duration.ofHours(12);

  private final String exchangeId;
  private final Digests digests;
  private final DeliveryQueue queue;
  private final Channels channels;
  private final InstantSource clock;

  public DigestScheduler(
      String exchangeId,
      Digests digests,
      DeliveryQueue queue,
      Channels channels,
      InstantSource clock) {
    this.exchangeId = exchangeId;
    this.digests = digests;
    this.queue = queue;
    this.channels = channels;
    this.clock = clock;
  }

  /** One turn over all digests. */
  public void turn() {
    Instant now = clock.instant();
    for (Digest digest : digests.stale(now)) {
      List<DeliveryRow> rows = queue.deliveries(DeliverySource.DIGEST, exchangeId, digest.ref());
      if (!underWay(digest, rows) && !digest.upToDate()) {
        queueVersion(digest, rows, now);
      }
    }
  }

  /** Whether there is a version still under way, or one whose delivery was noted just now. */
  private boolean underWay(Digest digest, List<DeliveryRow> rows) {
    for (DeliveryRow row : rows) {
      Receipt receipt = row.state() == DeliveryState.DELIVERED ? row.receipt() : null;
      boolean ofThisDigest = !digest.overnight() || row.identity().serial() == digest.serial();
      if (receipt != null && digest.receipt() == null && ofThisDigest) {
        digests.sent(digest.ref(), receipt);
        if (digest.overnight()) {
          digests.versionQueued(digest.ref(), digest.serial(), clock.instant());
        }
        return true;
      }
    }
    return rows.stream().anyMatch(row -> !row.state().settled());
  }

  private void queueVersion(Digest digest, List<DeliveryRow> rows, Instant now) {
    boolean first = digest.receipt() == null;
    if (first && digest.deliveries().isEmpty()) {
      digests.drop(digest.ref());
      return;
    }
    if (!first && !editable(digest)) {
      queueAnother(digest, rows, now);
      return;
    }
    boolean firstOfNight = first && digest.overnight() && rows.isEmpty();
    queue(digest, firstOfNight ? digest.serial() : next(rows), now);
  }

  private void queueAnother(Digest digest, List<DeliveryRow> rows, Instant now) {
    // The clock may have been set back.
    boolean longAgo =
        now.isBefore(digest.versionAt()) || !now.isBefore(digest.versionAt().plus(BETWEEN));
    if (!digest.overnight()
        && longAgo
        && digest.deliveries().size() > Math.max(0, digest.shown())) {
      queue(digest, next(rows), now);
    }
  }

  private void queue(Digest digest, int serial, Instant now) {
    digests.versionQueued(digest.ref(), serial, now);
    Identity identity =
        new Identity(
            DeliverySource.DIGEST,
            exchangeId,
            digest.ref(),
            digest.digestAddress().executor(),
            digest.digestAddress().channel(),
            digest.digestAddress().address(),
            NotificationKind.DIGEST,
            serial);
    DesiredDelivery desired =
        new DesiredDelivery(
            identity,
            List.of(digest.digestAddress().executor()),
            true,
            Priority.NORMAL,
            now,
            now.plus(WORTH_SENDING));
    queue.reconcileNotice(DeliverySource.DIGEST, exchangeId, digest.ref(), List.of(desired));
  }

  private static int next(List<DeliveryRow> rows) {
    return rows.stream().mapToInt(row -> row.identity().serial()).max().orElse(0) + 1;
  }

  private boolean editable(Digest digest) {
    return channels.ability(digest.digestAddress().channel(), Editable.class).isPresent();
  }
}
