package org.messgateway.gateway.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries, lanes, accounts and what is known of threads; durable when a method returns.
 *
 * <p>All methods block, may be called from any thread, and group their commits with those of other
 * callers. Instants come from the clock the queue was opened with. Only what is in flight is in
 * memory.
 */
public interface DeliveryQueue extends QueueView, AutoCloseable {

  // Threads: rows match what routing wants.

  /**
   * Makes rows match, in one transaction: missing are inserted; wanted but withdrawn are queued
   * again; wanted and unsent get due, priority and deadline refreshed; wanted and settled stay;
   * unwanted and queued are withdrawn; unwanted and sending are decided when they settle. Doing it
   * again changes nothing.
   *
   * @param delivered ids that history says were delivered although no row is left: inserted as
   *     delivered
   */
  Reconciled reconcile(
      ThreadRow thread,
      Set<String> dependsOn,
      List<WantedDelivery> wanted,
      Collection<String> delivered);

  /**
   * Reconciles many threads from one caller with few commits; each stands or falls alone.
   *
   * @throws QueueException the first failure, after all others were stored
   */
  default List<Reconciled> reconcileAll(List<ThreadWish> wishes) {
    return wishes.stream()
        .map(wish -> reconcile(wish.thread(), wish.dependsOn(), wish.wanted(), wish.delivered()))
        .toList();
  }

  /** Stores what is known of a thread and leaves its deliveries and dependencies as they are. */
  void note(ThreadRow thread);

  /** Since when this queue knows the exchange; asking makes it known. */
  Instant knownSince(String exchange);

  /** Threads whose next look is due, earliest first. */
  List<ThreadRow> dueThreads(String exchange, int max);

  /** Refs of threads that wait for one of these ids or refs. */
  List<String> dependents(String exchange, Collection<String> endedIds);

  // Dispatch: lanes are leased, rows are taken, attempts are settled.

  /**
   * Leases lanes that have something due, for this node, fairly: the one that waited longest first.
   */
  default List<LaneLease> lease(int max) {
    return lease(LeaseRoom.of(max), _ -> 0).stream().map(LeasedLane::lease).toList();
  }

  /**
   * The same, and takes the first rows of each lane with the same commit.
   *
   * @param first how many rows to take of a lane, 0 for none; only looks at memory
   */
  List<LeasedLane> lease(LeaseRoom room, ToIntFunction<LaneLease> first);

  /**
   * From now on lanes are also leased as they get work, as this order wishes; null ends that. One
   * order at a time; returns when the one before is not being served any more.
   */
  void leaseWithWork(@Nullable LeaseOrder order);

  /**
   * Takes ready rows of a leased lane into {@code sending}, by priority, then age; at most one per
   * thread is in flight on a lane, and none overtakes an earlier one of its own thread. Empty when
   * there is none now.
   */
  List<TakenDelivery> take(LaneLease lane, int max);

  /** Takes from many lanes with few commits, at most {@code maxEach} of each. */
  default List<TakenDelivery> takeAll(List<LaneLease> lanes, int maxEach) {
    return lanes.stream().flatMap(lane -> take(lane, maxEach).stream()).toList();
  }

  /** Gives a lane back; rows still in flight on it keep their epoch and may be settled. */
  void release(LaneLease lane);

  /**
   * Gives a lane back that has a rate: for as long as the rest lasts only this node, which
   * remembers what it sent, may lease it.
   */
  default void release(LaneLease lane, Duration rest) {
    release(lane);
  }

  /**
   * How many nodes share the work, this one included; as it was at the last renewal. Does not ask
   * the store.
   */
  default int nodes() {
    return 1;
  }

  /** Gives many lanes back with one commit. */
  default void releaseAll(List<LaneLease> lanes) {
    lanes.forEach(this::release);
  }

  /**
   * Settles one attempt and the gate in one transaction.
   *
   * @return false when the lease was lost meanwhile and the settlement did not count; a {@code
   *     Delivered} still counts while the row was not sent again
   */
  boolean settle(TakenDelivery taken, Instant startedAt, Settlement settlement, Gate gate);

  /**
   * Settles many attempts from one caller with few commits; each stands or falls alone.
   *
   * @return for each whether it counted
   * @throws QueueException the first failure, after all others were stored
   */
  default List<Boolean> settleAll(List<Settled> settled) {
    return settled.stream()
        .map(one -> settle(one.taken(), one.startedAt(), one.settlement(), one.gate()))
        .toList();
  }

  /**
   * A receipt proved wrong: what was delivered ends otherwise, and counts as not told.
   *
   * @return false when it does not stand as delivered
   */
  boolean correct(String id, Settlement.Ended ended);

  /** Renews all leases of this node in one statement; false when some were lost. */
  boolean renew();

  /** The earliest instant at which a lane may have something to send; empty when nothing waits. */
  default Optional<Instant> nextDue() {
    return nextDue(LeaseRoom.of(Integer.MAX_VALUE));
  }

  /** The same of lanes for which there is room. */
  Optional<Instant> nextDue(LeaseRoom room);

  /**
   * Called, on any thread, whenever something may have become due sooner than {@link #nextDue}
   * said. It must only signal: it holds up the queue, and a call of the queue from it would wait
   * for itself.
   */
  void onWork(Runnable listener);

  /** Probes at once: all lanes, or those of a channel, or of one address. */
  void probeNow(@Nullable String channel, @Nullable String address);

  // Afterwards.

  /** Settled rows that history does not show yet, by thread, at most {@code max} threads. */
  List<Unrecorded> unrecorded(String exchange, int max);

  /** History shows them now. */
  void recorded(Collection<Unrecorded> written);

  /** Their threads are gone: they are not unrecorded again until a reconcile of their thread. */
  void postponed(Collection<Unrecorded> gone);

  /** Dead, expired or rejected deliveries go to {@code queued} again; returns how many. */
  int replay(Collection<String> ids);

  /** Forgets ended threads and their rows older than this; rows of open threads never. */
  int prune(Instant endedBefore);

  /** Whether the store was found damaged: what was meant for it fails until it is opened anew. */
  boolean damaged();

  @Override
  void close();
}
