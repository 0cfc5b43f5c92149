package org.messgateway.gateway.notify.digest;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.messgateway.api.Receipt;

/**
 * All digests in use. Kept in memory, 1,000 at most with 1,000 tasks each; made anew after a
 * restart. Thread-safe.
 */
public final class Digests {

  private static final int MAX_DIGESTS = 1_000;
  private static final int MAX_TASKS = 1_000;
  private static final Duration KEPT = Duration.ofHours(24);

  private final Map<String, Digest> digests = new LinkedHashMap<>();

  /** Adds a task whose own message has to wait. */
  public synchronized void holdBack(DigestAddress digestAddress, String delivery, Instant now) {
    String ref = "more/" + digestAddress.channel() + "/" + digestAddress.address();
    Digest digest = digests.computeIfAbsent(ref, _ -> empty(ref, digestAddress, false, 0, now));
    if (digest.deliveries().size() < MAX_TASKS) {
      digests.put(ref, digest.with(delivery));
    }
  }

  /** Takes a task out, because its own message is sent or not wanted any more. */
  public synchronized void release(String delivery) {
    digests.replaceAll((_, digest) -> digest.overnight() ? digest : digest.without(delivery));
  }

  /** Whether a task's own message has to wait. */
  public synchronized boolean heldBack(String delivery) {
    return digests.values().stream()
        .anyMatch(digest -> !digest.overnight() && digest.deliveries().contains(delivery));
  }

  /**
   * The overnight digest of these tasks; the same tasks make the same digest, also in another
   * process.
   *
   * @param deliveries in order
   */
  public synchronized Digest overnight(
      DigestAddress digestAddress, Collection<String> deliveries, Instant now) {
    return overnightOf(deliveries.iterator().next())
        .orElseGet(() -> {
          String ref = "night/" + digestAddress.channel() + "/" + digestAddress.address();
          int serial = Objects.hash(deliveries.toArray()) & Integer.MAX_VALUE;
          Digest digest =
              new Digest(
                  ref + "/" + serial,
                  digestAddress,
                  true,
                  serial,
                  new LinkedHashSet<>(deliveries),
                  null,
                  0,
                  now);
          forget(now);
          digests.put(digest.ref(), digest);
          return digest;
        });
  }

  /** The overnight digest that replaces the message of a task. */
  public synchronized Optional<Digest> overnightOf(String delivery) {
    return digests.values().stream()
        .filter(digest -> digest.overnight() && digest.deliveries().contains(delivery))
        .findFirst();
  }

  /** Marks a digest for an edit, because a task in it was taken or is over. */
  public synchronized void changed(String ref) {
    change(
        ref,
        digest ->
            new Digest(
                ref,
                digest.digestAddress(),
                digest.overnight(),
                digest.serial(),
                digest.deliveries(),
                digest.receipt(),
                -1,
                digest.versionAt()));
  }

  /** The digest of a ref. */
  public synchronized Optional<Digest> digest(String ref) {
    return Optional.ofNullable(digests.get(ref));
  }

  /** Digests whose message does not name the right tasks, or is not known to have arrived. */
  public synchronized List<Digest> stale(Instant now) {
    forget(now);
    return digests.values().stream()
        .filter(digest -> !digest.upToDate() || (digest.overnight() && digest.receipt() == null))
        .toList();
  }

  /** Notes that a new version is queued. */
  public synchronized void versionQueued(String ref, int serial, Instant now) {
    change(ref, digest -> digest.next(serial, now));
  }

  /** Notes that its message was delivered. */
  public synchronized void sent(String ref, Receipt receipt) {
    change(ref, digest -> digest.sent(receipt));
  }

  /** Removes a digest that could not be delivered: its tasks get messages of their own. */
  public synchronized void drop(String ref) {
    digests.remove(ref);
  }

  private void change(String ref, UnaryOperator<Digest> change) {
    digests.computeIfPresent(ref, (_, digest) -> change.apply(digest));
  }

  private void forget(Instant now) {
    digests.values().removeIf(digest -> digest.versionAt().plus(KEPT).isBefore(now));
    while (digests.size() >= MAX_DIGESTS) {
      digests.remove(digests.keySet().iterator().next());
    }
  }

  private static Digest empty(
      String ref, DigestAddress digestAddress, boolean overnight, int serial, Instant now) {
    return new Digest(ref, digestAddress, overnight, serial, new LinkedHashSet<>(), null, 0, now);
  }
}
