package org.messgateway.gateway;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.routing.Route;

/**
 * What routing said of threads of which nothing was known before and of which one executor is to be
 * told, so that it need not be asked the same again a moment later, right before sending. An answer
 * counts once, while thread, configuration and time are those it was given for, and there is
 * nothing else that it depends on.
 *
 * <p>Thread-safe, bounded; keeps no thread in memory.
 */
final class FirstDecisions {

  private static final int MOST = 10_000;

  /** What was not asked for in this time makes room. */
  private static final Duration KEPT = Duration.ofSeconds(10);

  private final LongSupplier nanos;
  private final Map<Ref, Decided> decided = new LinkedHashMap<>();

  private record Decided(
      WeakReference<LoadedThread> thread, GatewayConfig config, Route route, long sinceNanos) {}

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
   */
  synchronized void keep(LoadedThread thread, GatewayConfig config, Route route) {
    decided.remove(thread.ref());
    boolean alone = route.wanted().size() == 1 && route.dependsOn().isEmpty();
    if (alone && makeRoom()) {
      decided.put(
          thread.ref(),
          new Decided(
              new WeakReference<>(thread), config, route.withoutReasons(), nanos.getAsLong()));
    }
  }

  private boolean makeRoom() {
    if (decided.size() >= MOST) {
      Map.Entry<Ref, Decided> eldest = decided.entrySet().iterator().next();
      if (nanos.getAsLong() - eldest.getValue().sinceNanos() >= KEPT.toNanos()) {
        decided.remove(eldest.getKey());
      }
    }
    return decided.size() < MOST;
  }

  /**
   * The answer for this very thread, when nothing has changed since; afterwards it is forgotten.
   */
  @SuppressWarnings("ReferenceEquality") // A configuration is replaced as a whole.
  synchronized Optional<Route> take(LoadedThread thread, GatewayConfig config, Instant now) {
    return Optional.ofNullable(decided.remove(thread.ref()))
        .filter(it -> it.thread().refersTo(thread) && it.config() == config)
        .map(Decided::route)
        .filter(route -> route.nextLook().filter(look -> !now.isBefore(look)).isEmpty());
  }
}
