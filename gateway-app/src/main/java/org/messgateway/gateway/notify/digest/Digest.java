package org.messgateway.gateway.notify.digest;

import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Receipt;

/**
 * One message at one address that names several tasks. Either they are above the limit of a {@link
 * RateWindow}, and their own messages still come; or they gathered overnight, and the digest
 * replaces their own messages.
 *
 * @param ref of its row in the queue
 * @param overnight whether its tasks gathered overnight
 * @param serial of its last version
 * @param deliveries of the tasks that it names, in order
 * @param receipt of its message, for edits; null before it is delivered
 * @param shown number of tasks named by its last version
 * @param versionAt when its last version was queued
 */
public record Digest(
    String ref,
    DigestAddress digestAddress,
    boolean overnight,
    int serial,
    SequencedSet<String> deliveries,
    @Nullable Receipt receipt,
    int shown,
    Instant versionAt) {

  public Digest {
    deliveries = new LinkedHashSet<>(deliveries);
  }

  /** Whether its last version names the right tasks. */
  boolean upToDate() {
    return shown == deliveries.size();
  }

  Digest with(String delivery) {
    SequencedSet<String> more = new LinkedHashSet<>(deliveries);
    more.addLast(delivery);
    return new Digest(ref, digestAddress, overnight, serial, more, receipt, shown, versionAt);
  }

  Digest without(String delivery) {
    SequencedSet<String> fewer = new LinkedHashSet<>(deliveries);
    fewer.remove(delivery);
    return new Digest(ref, digestAddress, overnight, serial, fewer, receipt, shown, versionAt);
  }

  /** Its next version. */
  public Digest next(int nextSerial, Instant now) {
    return new Digest(
        ref, digestAddress, overnight, nextSerial, deliveries, receipt, deliveries.size(), now);
  }

  /** The same, delivered as a message. */
  public Digest sent(Receipt message) {
    return new Digest(ref, digestAddress, overnight, serial, deliveries, message, shown, versionAt);
  }
}
