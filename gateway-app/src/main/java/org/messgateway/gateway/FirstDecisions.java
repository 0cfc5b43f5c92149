package org.messgateway.gateway;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.WantedDelivery;
import org.messgateway.gateway.routing.Route;

/**
 * What routing said of threads of which nothing was known before, so that it need not be asked the
 * same again a moment later, right before sending. An answer counts once for each delivery, while
 * thread, configuration and time are those it was given for, and there is nothing else that it
 * depends on: several are kept only where none of them could be another's second ping.
 *
 * <p>Thread-safe, bounded; keeps no thread in memory.
 */
final class FirstDecisions {

  /** Deliveries. */
  private static final int MOST = 20_000;

  /** What was not asked for in this time makes room. */
  private static final Duration KEPT = Duration.ofSeconds(10);

  private final LongSupplier nanos;
  private final Map<Ref, Decided> decided = new LinkedHashMap<>();
  private int deliveries;

  /**
   * @param left deliveries that have not asked yet
   */
  private record Decided(
      WeakReference<LoadedThread> thread,
      GatewayConfig config,
      Route route,
      Set<Identity> left,
      long sinceNanos) {}

  /**
   * @param nanos elapsed time
   */
  FirstDecisions(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * Keeps an answer that was given without any delivery to look at.
   *
   * @param config in force from before the question until now
   * @param now when it was asked
   */
  synchronized void keep(LoadedThread thread, GatewayConfig config, Route route, Instant now) {
    forget(thread.ref());
    int wanted = route.wanted().size();
    boolean counts = wanted == 1 || (wanted > 1 && independent(route.wanted(), now));
    if (counts && route.dependsOn().isEmpty() && makeRoom(wanted)) {
      Set<Identity> left = new HashSet<>();
      route.wanted().forEach(each -> left.add(each.identity()));
      decided.put(
          thread.ref(),
          new Decided(
              new WeakReference<>(thread),
              config,
              route.withoutReasons(),
              left,
              nanos.getAsLong()));
      deliveries += wanted;
    }
  }

  /** All are told at once, each at an address of its own: what becomes of one changes no other. */
  private static boolean independent(List<WantedDelivery> wanted, Instant now) {
    Set<List<String>> lanes = new HashSet<>();
    return wanted.stream()
        .allMatch(each ->
            each.identity().kind() == NotificationKind.REQUEST
                && !each.due().isAfter(now)
                && lanes.add(List.of(each.identity().channel(), each.identity().address())));
  }

  private boolean makeRoom(int wanted) {
    while (deliveries + wanted > MOST && !decided.isEmpty()) {
      Map.Entry<Ref, Decided> eldest = decided.entrySet().iterator().next();
      if (nanos.getAsLong() - eldest.getValue().sinceNanos() < KEPT.toNanos()) {
        return false;
      }
      forget(eldest.getKey());
    }
    return deliveries + wanted <= MOST;
  }

  private void forget(Ref ref) {
    Decided gone = decided.remove(ref);
    if (gone != null) {
      deliveries -= gone.left().size();
    }
  }

  /** The answer for a delivery of this very thread, the first time it asks, if nothing changed. */
  @SuppressWarnings("ReferenceEquality") // A configuration is replaced as a whole.
  synchronized Optional<Route> take(
      LoadedThread thread, Identity delivery, GatewayConfig config, Instant now) {
    Decided kept = decided.get(thread.ref());
    if (kept == null) {
      return Optional.empty();
    }
    boolean passed = kept.route().nextLook().filter(look -> !now.isBefore(look)).isPresent();
    if (!kept.thread().refersTo(thread) || kept.config() != config || passed) {
      forget(thread.ref());
      return Optional.empty();
    }
    if (!kept.left().remove(delivery)) {
      return Optional.empty();
    }
    deliveries--;
    if (kept.left().isEmpty()) {
      decided.remove(thread.ref());
    }
    return Optional.of(kept.route());
  }
}
