package org.messgateway.gateway.reconcile;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.gateway.dispatch.AttemptObserver;
import org.messgateway.gateway.dispatch.AttemptReport;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.WaitingHistory;
import org.messgateway.gateway.queue.DeliverySource;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.PendingHistory;
import org.messgateway.gateway.queue.SettledDelivery;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;

/**
 * The deliveries of one exchange that arrived and that history does not show yet, kept in memory as
 * they are settled here. What it cannot keep is in the store all the same, which it then asks to be
 * looked at. Thread-safe.
 */
public final class UnrecordedDeliveries implements AttemptObserver, WaitingHistory {

  /** Deliveries kept. */
  static final int MOST = 10_000;

  private final String exchange;
  private final Predicate<String> ours;
  private final InstantSource clock;
  private final LongSupplier nanos;

  /** By ref, the thread that waits longest first. */
  private final SequencedMap<String, Waiting> waiting = new LinkedHashMap<>();

  /** What went with other writes and is not noted in the store yet. */
  private final List<PendingHistory> carried = new ArrayList<>();

  private int kept;
  private boolean asked = true;

  /** Of one thread. */
  private record Waiting(long since, List<SettledDelivery> deliveries, List<Long> rows) {}

  /**
   * @param ours whether this gateway looks at a thread: who does writes its history
   * @param clock the queue's
   * @param nanos elapsed time
   */
  public UnrecordedDeliveries(
      String exchange, Predicate<String> ours, InstantSource clock, LongSupplier nanos) {
    this.exchange = exchange;
    this.ours = ours;
    this.clock = clock;
    this.nanos = nanos;
  }

  /** Id of the exchange. */
  String exchange() {
    return exchange;
  }

  @Override
  public void attempted(AttemptReport report) {
    Identity identity = report.delivery().identity();
    if (!report.counted()
        || identity.source() != DeliverySource.TASK
        || !identity.exchange().equals(exchange)) {
      return;
    }
    switch (report.result()) {
      case Settlement.Delivered _ -> {
        if (ours.test(identity.ref())) {
          add(report.delivery());
        }
      }
      case Settlement.Retry _ -> {}
      case Settlement.Ended _ -> ask();
    }
  }

  @Override
  public void corrected(Identity identity, FailureReason reason, String sentence) {
    ask();
  }

  private synchronized void add(TakenDelivery delivery) {
    Waiting of = waiting.get(delivery.identity().ref());
    if (kept < MOST && of == null) {
      of = new Waiting(nanos.getAsLong(), new ArrayList<>(1), new ArrayList<>(1));
      waiting.put(delivery.identity().ref(), of);
    }
    SettledDelivery settled =
        new SettledDelivery(
            delivery.id(), delivery.identity(), DeliveryState.DELIVERED, null, clock.instant());
    keep(of, settled, delivery.row());
  }

  /**
   * Keeps what the store knows of as well. Others settled it, or this gateway before its last end:
   * it has waited, and goes first.
   *
   * @param stored by thread, the oldest first
   * @param age that it has waited
   */
  synchronized void add(List<PendingHistory> stored, Duration age) {
    for (PendingHistory thread : stored.reversed()) {
      Waiting of = waiting.get(thread.ref());
      if (kept < MOST && of == null) {
        of = new Waiting(nanos.getAsLong() - age.toNanos(), new ArrayList<>(), new ArrayList<>());
        waiting.putFirst(thread.ref(), of);
      }
      for (int i = 0; i < thread.rows().size(); i++) {
        keep(of, thread.deliveries().get(i), thread.rows().get(i));
      }
    }
  }

  /** Once: a settlement may be found in the store before it is reported, or after. */
  private void keep(@Nullable Waiting of, SettledDelivery delivery, long row) {
    if (of == null || kept >= MOST) {
      asked = true;
    } else if (!of.rows().contains(row)) {
      kept++;
      of.deliveries().add(delivery);
      of.rows().add(row);
    }
  }

  /** The store knows of more. */
  synchronized void ask() {
    asked = true;
  }

  /** Whether the store is to be looked at; once. */
  synchronized boolean takeAsked() {
    boolean was = asked;
    asked = false;
    return was;
  }

  /**
   * Removes and returns threads.
   *
   * @param age that they have waited at least
   */
  synchronized List<PendingHistory> take(int most, Duration age) {
    List<PendingHistory> taken = new ArrayList<>();
    long until = nanos.getAsLong() - age.toNanos();
    Iterator<Map.Entry<String, Waiting>> all = waiting.entrySet().iterator();
    while (taken.size() < most && all.hasNext()) {
      Map.Entry<String, Waiting> next = all.next();
      if (next.getValue().since() - until > 0) {
        break;
      }
      taken.add(pending(next.getKey(), next.getValue()));
      kept -= next.getValue().rows().size();
      all.remove();
    }
    return taken;
  }

  private PendingHistory pending(String ref, Waiting of) {
    return new PendingHistory(exchange, ref, of.deliveries(), of.rows());
  }

  /** Removes and returns what went with other writes since the last call. */
  synchronized List<PendingHistory> takeCarried() {
    List<PendingHistory> all = List.copyOf(carried);
    carried.clear();
    return all;
  }

  @Override
  public synchronized @Nullable Portion of(Ref ref) {
    Waiting of = waiting.get(ref.value());
    if (of == null) {
      return null;
    }
    PendingHistory snapshot = pending(ref.value(), of);
    return new Portion() {
      @Override
      public List<HistoryEntry> lacking(List<HistoryEntry> history) {
        return DispatchHistory.entries(snapshot.deliveries(), history, clock.instant());
      }

      @Override
      public void written() {
        carried(snapshot);
      }
    };
  }

  private synchronized void carried(PendingHistory written) {
    carried.add(written);
    Waiting of = waiting.get(written.ref());
    if (of != null && of.rows().containsAll(written.rows())) {
      // Nothing was added before those, and nothing is taken from the middle.
      of.rows().subList(0, written.rows().size()).clear();
      of.deliveries().subList(0, written.rows().size()).clear();
      kept -= written.rows().size();
      if (of.rows().isEmpty()) {
        waiting.remove(written.ref());
      }
    }
  }
}
