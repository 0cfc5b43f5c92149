package org.messgateway.gateway.home;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the loops of a gateway: which of them has ended by itself, or has not turned for longer
 * than it may. Thread-safe.
 */
public final class LoopMonitor {

  private static final Logger log = LoggerFactory.getLogger(LoopMonitor.class);

  private final List<BackgroundLoop> loops;
  private Set<BackgroundLoop> suspected = Set.of();
  private Set<BackgroundLoop> told = Set.of();

  /**
   * @param loops all that there are, started or not
   * @param nanos monotonic time, asked by each loop at each turn
   */
  public LoopMonitor(List<BackgroundLoop> loops, LongSupplier nanos) {
    this.loops = List.copyOf(loops);
    loops.forEach(loop -> loop.measuredBy(nanos));
  }

  /** A sentence for each loop that stands still; empty while all is well. */
  public List<String> standstills() {
    return loops.stream()
        .flatMap(loop -> loop.standstill().map(what -> loop.name() + " " + what).stream())
        .toList();
  }

  /**
   * Logs each loop that stands still, once, and its return. A loop is logged at the second look
   * that finds it so: after the process was halted as a whole, all loops are late for a moment.
   */
  public synchronized void look() {
    Set<BackgroundLoop> standing = new HashSet<>();
    for (BackgroundLoop loop : loops) {
      loop.standstill()
          .ifPresent(what -> {
            standing.add(loop);
            if (suspected.contains(loop) && !told.contains(loop)) {
              log.error(
                  "{} {}: /health answers 503. What it does is not done until the gateway is"
                      + " restarted, or it comes on by itself.",
                  loop.name(),
                  what);
            }
          });
    }
    Set<BackgroundLoop> now = new HashSet<>(standing);
    now.retainAll(suspected);
    told.stream()
        .filter(loop -> !now.contains(loop))
        .forEach(loop -> log.info("{} turns again.", loop.name()));
    suspected = standing;
    told = now;
  }

  /** Of all that are watched, one or more of each name. */
  public List<String> names() {
    return loops.stream().map(BackgroundLoop::name).toList();
  }
}
