package org.messgateway.gateway.reconcile;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.messgateway.gateway.exchange.ChangeQueue;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.Fingerprint;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.files.SeenFingerprints;
import org.messgateway.gateway.exchange.read.FoundCopy;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.Paging;
import org.messgateway.gateway.queue.PartitionSet;
import org.messgateway.gateway.queue.ThreadRow;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the threads of partitions that this gateway took over with what the store knows of them,
 * as a start does: who held them may not have seen the last changes, and this gateway did not look
 * meanwhile. Open threads are looked at in any case, since configuration or decisions of people may
 * have changed in between.
 */
public final class TakenPartitions {

  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(TakenPartitions.class);

  private final String name;
  private final String exchangeId;
  private final Exchange exchange;
  private final DeliveryQueue queue;
  private final ChangeQueue changed;
  private final AtomicLong waiting = new AtomicLong();
  private final BackgroundLoop loop;

  /**
   * Listens for partitions that are taken, from now on.
   *
   * @param name of the exchange, for people
   */
  public TakenPartitions(
      String name, String exchangeId, Exchange exchange, DeliveryQueue queue, ChangeQueue changed) {
    this.name = name;
    this.exchangeId = exchangeId;
    this.exchange = exchange;
    this.queue = queue;
    this.changed = changed;
    this.loop =
        BackgroundLoop.stepping("taken partitions", this::step, RETRY_AFTER).onPlatformThread();
    queue
        .partitions()
        .whenTaken(taken -> {
          waiting.accumulateAndGet(taken.bits(), (some, more) -> some | more);
          loop.wake();
        });
  }

  /** The loop that compares. */
  public BackgroundLoop loop() {
    return loop;
  }

  private Duration step() throws IOException {
    compare();
    return Duration.ofMinutes(1);
  }

  /** Compares what was taken since the last call. */
  void compare() throws IOException {
    PartitionSet taken = new PartitionSet(waiting.getAndSet(0));
    if (taken.size() == 0) {
      return;
    }
    boolean whole = false;
    try {
      compare(taken);
      whole = true;
      if (taken.size() < PartitionSet.COUNT) {
        LOG.info(
            "Took over {} of {} partitions of {}; their threads were compared.",
            taken.size(),
            PartitionSet.COUNT,
            name);
      }
    } finally {
      if (!whole) {
        waiting.accumulateAndGet(taken.bits(), (some, more) -> some | more);
      }
    }
  }

  private void compare(PartitionSet taken) throws IOException {
    if (!exchange.directory().present()) {
      throw new IOException(exchange.directory().root() + " is not there");
    }
    SeenFingerprints seen = exchange.seenFingerprints();
    seen.places().stream()
        .map(ThreadLocation::ref)
        .filter(ref -> isIn(taken, ref.value()))
        .forEach(seen::forget);
    Paging.of(after -> queue.threads(exchangeId, after, Paging.SIZE), ThreadRow::ref)
        .forEach(row -> {
          BackgroundLoop.progress();
          if (isIn(taken, row.ref())) {
            seen.remember(row.place(), new Fingerprint(row.inode(), row.size(), row.modified()));
          }
        });
    Set<ThreadLocation> there = new HashSet<>();
    exchange
        .scanner()
        .scan(copy -> {
          if (isIn(taken, copy.location().ref().value())) {
            there.add(copy.location());
            compare(seen, copy);
          }
        });
    for (ThreadLocation place : seen.places()) {
      if (isIn(taken, place.ref().value())
          && !there.contains(place)
          && seen.update(place, null, false)) {
        changed.found(Set.of(place.ref()));
      }
    }
    Paging.of(after -> queue.openThreads(exchangeId, after, Paging.SIZE), Function.identity())
        .forEach(ref -> {
          BackgroundLoop.progress();
          if (isIn(taken, ref)) {
            changed.found(Set.of(new Ref(ref)));
          }
        });
  }

  private void compare(SeenFingerprints seen, FoundCopy copy) {
    BackgroundLoop.progress();
    if (seen.update(copy.location(), copy.fingerprint(), false)) {
      changed.found(Set.of(copy.location().ref()));
    }
  }

  private boolean isIn(PartitionSet taken, String ref) {
    return taken.holds(exchangeId, ref);
  }
}
