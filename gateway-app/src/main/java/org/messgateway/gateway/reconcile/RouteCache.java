package org.messgateway.gateway.reconcile;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
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
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.routing.Route;

/**
 * Routes of new threads, so that routing need not be asked the same a moment later, right before
 * the send. A route counts once for each of its deliveries, as long as thread, configuration and
 * time are the same. A route is kept only where no delivery depends on another one's outcome.
 *
 * <p>Thread-safe; bounded to 20,000 deliveries; keeps no thread in memory.
 */
final class RouteCache {

  private static final int MAX_DELIVERIES = 20_000;

  /** A route this old may be dropped to make room. */
  private static final Duration KEPT = Duration.ofSeconds(10);

  private final LongSupplier nanos;
  private final Map<Ref, CachedRoute> routes = new LinkedHashMap<>();
  private int deliveries;

  /**
   * @param left deliveries that have not taken the route yet
   * @param at when it was asked; before it, what the route says of time is not true
   */
  private record CachedRoute(
      WeakReference<LoadedThread> thread,
      GatewayConfig config,
      Route route,
      Collection<Identity> left,
      Instant at,
      long sinceNanos) {}

  /**
   * @param nanos elapsed time
   */
  RouteCache(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * Keeps the route of a thread that has no deliveries yet.
   *
   * @param config in force from before the question until now
   * @param now when it was asked
   */
  synchronized void keep(LoadedThread thread, GatewayConfig config, Route route, Instant now) {
    forget(thread.ref());
    int wanted = route.desired().size();
    boolean counts = wanted == 1 || (wanted > 1 && independent(route.desired(), now));
    if (counts && route.dependsOn().isEmpty() && makeRoom(wanted)) {
      Collection<Identity> left = wanted == 1 ? new ArrayList<>(1) : HashSet.newHashSet(wanted);
      for (DesiredDelivery each : route.desired()) {
        left.add(each.identity());
      }
      routes.put(
          thread.ref(),
          new CachedRoute(
              new WeakReference<>(thread),
              config,
              route.withoutReasons(),
              left,
              now,
              nanos.getAsLong()));
      deliveries += wanted;
    }
  }

  /** All are due now, each at an address of its own: the outcome of one changes no other. */
  private static boolean independent(List<DesiredDelivery> desired, Instant now) {
    Set<List<String>> lanes = new HashSet<>();
    return desired.stream()
        .allMatch(each ->
            each.identity().kind() == NotificationKind.REQUEST
                && !each.due().isAfter(now)
                && lanes.add(List.of(each.identity().channel(), each.identity().address())));
  }

  private boolean makeRoom(int wanted) {
    while (deliveries + wanted > MAX_DELIVERIES && !routes.isEmpty()) {
      Map.Entry<Ref, CachedRoute> eldest = routes.entrySet().iterator().next();
      if (nanos.getAsLong() - eldest.getValue().sinceNanos() < KEPT.toNanos()) {
        return false;
      }
      forget(eldest.getKey());
    }
    return deliveries + wanted <= MAX_DELIVERIES;
  }

  private void forget(Ref ref) {
    CachedRoute dropped = routes.remove(ref);
    if (dropped != null) {
      deliveries -= dropped.left().size();
    }
  }

  /** The route for a delivery of this thread, the first time it is taken, if nothing changed. */
  @SuppressWarnings("ReferenceEquality") // A configuration is replaced as a whole.
  synchronized Optional<Route> take(
      LoadedThread thread, Identity delivery, GatewayConfig config, Instant now) {
    CachedRoute kept = routes.get(thread.ref());
    if (kept == null) {
      return Optional.empty();
    }
    Instant look = kept.route().nextLook().orElse(null);
    boolean otherTime = now.isBefore(kept.at()) || (look != null && !now.isBefore(look));
    if (!kept.thread().refersTo(thread) || kept.config() != config || otherTime) {
      forget(thread.ref());
      return Optional.empty();
    }
    if (!kept.left().remove(delivery)) {
      return Optional.empty();
    }
    deliveries--;
    if (kept.left().isEmpty()) {
      routes.remove(thread.ref());
    }
    return Optional.of(kept.route());
  }
}
