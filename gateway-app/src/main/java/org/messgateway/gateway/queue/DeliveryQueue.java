package org.messgateway.gateway.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The changes of the durable queue: deliveries, lanes, accounts, and the index of threads. A change
 * is durable when its method returns. {@link QueueView} has the reads.
 *
 * <p>A delivery passes the methods from top to bottom: {@link #reconcile} makes its row, {@link
 * #lease} and {@link #take} lend it to dispatch, {@link #settle} ends the attempt, {@link #release}
 * returns the lane, {@link #pendingHistory} and {@link #markRecorded} bring it into the thread.
 *
 * <p>All methods block, may be called from any thread, and share commits with other callers.
 * Instants come from the clock that the queue was opened with. Methods throw {@link QueueException}
 * when the store fails.
 */
public interface DeliveryQueue extends QueueView, AutoCloseable {

  // Reconcile: rows match what routing wants.

  /**
   * Makes the rows of a thread match the wanted deliveries, in one transaction. Missing rows are
   * inserted. Of the wanted rows, withdrawn ones are queued again, unsent ones get the new due
   * time, priority and deadline, settled ones stay. Of the others, queued rows are withdrawn, and
   * rows in {@code sending} are decided when they settle. The same call again changes nothing.
   *
   * @param delivered ids of deliveries that history shows as delivered; a missing row of these is
   *     inserted as delivered
   */
  ReconcileResult reconcile(
      ThreadRow thread,
      Set<String> dependsOn,
      List<DesiredDelivery> desired,
      Collection<String> delivered);

  /**
   * Makes rows match for messages of the gateway itself (digest, trouble, new link), in one
   * transaction.
   *
   * @param source of the deliveries, any but {@link DeliverySource#TASK}
   * @param ref the source's own name of its subject
   */
  default ReconcileResult reconcileNotice(
      DeliverySource source, String exchange, String ref, List<DesiredDelivery> desired) {
    return reconcile(ThreadRow.ended(source.stored(exchange), ref), Set.of(), desired, Set.of());
  }

  /**
   * Reconciles many threads from one caller with few commits; each stands or falls alone.
   *
   * @throws QueueException the first failure, after all others were stored
   */
  default List<ReconcileResult> reconcileAll(List<ReconcileRequest> requests) {
    return requests.stream()
        .map(request ->
            reconcile(
                request.thread(), request.dependsOn(), request.desired(), request.delivered()))
        .toList();
  }

  /**
   * The same without waiting. Failures reach {@code end}, too: this method throws nothing, but
   * waits for room where the store is slower than its callers.
   */
  void reconcileAll(List<ReconcileRequest> requests, Completion<List<ReconcileResult>> end);

  /** Stores rows of threads in few commits; their deliveries and dependencies stay as they are. */
  void storeThreads(List<ThreadRow> threads);

  /** The same for one. */
  default void storeThread(ThreadRow thread) {
    storeThreads(List.of(thread));
  }

  /**
   * Takes the ref from a thread that was deleted and whose ref another task has now: its rows, its
   * answers, claims and letters stay together under a name that no thread has, and what was queued
   * is withdrawn.
   *
   * @param old the row as it was read; the row of a later generation is left alone
   * @param problem why the old task can do nothing any more
   * @return how many deliveries were withdrawn; empty when there was nothing to do
   */
  OptionalInt retireThread(ThreadRow old, String problem);

  /** When this queue first met the exchange; the first call stores the present time. */
  Instant knownSince(String exchange);

  /** Threads whose next look is due, earliest first, of partitions that this process holds. */
  List<ThreadRow> dueThreads(String exchange, int max);

  /** Refs of threads that depend on one of these ids or refs. */
  List<String> dependents(String exchange, Collection<String> endedIds);

  /** Which threads this process looks at. */
  default Partitions partitions() {
    return Partitions.ALL;
  }

  // Dispatch: lanes are leased, rows are taken, attempts are settled.

  /** Leases lanes with due rows for this node, the lane that waited longest first. */
  default List<LaneLease> lease(int max) {
    return lease(LeaseBudget.of(max));
  }

  /** The same within a budget. */
  List<LaneLease> lease(LeaseBudget budget);

  /**
   * From now on, new rows are inserted as {@code sending} where this object admits them; null ends
   * that. There is one such object at a time. Returns when the previous one is not called any more.
   */
  void admitWith(@Nullable LaneAdmission admission);

  /**
   * Takes ready rows of a leased lane into {@code sending}, by priority, then age; at most one per
   * thread is in flight on a lane, and none overtakes an earlier one of its own thread. Empty when
   * no row is ready.
   */
  List<TakenDelivery> take(LaneLease lane, int max);

  /** Gives a lane back; rows still in flight on it keep their epoch and may be settled. */
  void release(LaneLease lane);

  /**
   * Gives a lane back that has a rate. Until the rest has passed only this node may lease it,
   * because only this node knows what was sent.
   */
  default void release(LaneLease lane, Duration rest) {
    release(lane);
  }

  /** Gives lanes back that have no rate, in one transaction. */
  void release(Collection<LaneLease> lanes);

  /** Lanes that this node has leased and that have rows which are due, or may have. */
  List<Long> dueLanesHeld();

  /**
   * Gives lanes back by their keys that this node has leased and does not know of, as after a
   * commit whose answer was lost.
   */
  void releaseUnknown(Collection<Long> lanes);

  /**
   * Number of nodes that share the work, this one included, at the last renewal. Reads memory only.
   */
  default int nodes() {
    return 1;
  }

  /**
   * Settles one attempt and updates the breaker of its lane and account, in one transaction.
   *
   * @return false when the lease was lost and the settlement did not count; a {@code Delivered}
   *     still counts while the row was not sent again
   */
  boolean settle(
      TakenDelivery delivery, Instant startedAt, Settlement settlement, BreakerUpdate breaker);

  /**
   * The same without waiting. Failures reach {@code end}, too: this method throws nothing, but
   * waits for room where the store is slower than its callers.
   */
  void settle(
      TakenDelivery delivery,
      Instant startedAt,
      Settlement settlement,
      BreakerUpdate breaker,
      Completion<Boolean> end);

  /**
   * Ends a delivered row otherwise, because its receipt proved wrong; it then counts as not
   * delivered.
   *
   * @return false when the row is not delivered
   */
  boolean correct(String id, Settlement.Ended ended);

  /** Renews all leases of this node in one statement; false when some were lost. */
  boolean renew();

  /** The earliest instant at which a lane may have something to send; empty when nothing waits. */
  default Optional<Instant> nextDue() {
    return nextDue(LeaseBudget.of(Integer.MAX_VALUE));
  }

  /** The same for lanes that the budget allows. */
  Optional<Instant> nextDue(LeaseBudget budget);

  /**
   * Adds a listener that is called on any thread when a row may be due sooner than {@link #nextDue}
   * said. It must only signal: it delays the writer, and a call of the queue from it would wait for
   * itself.
   */
  void onWork(Runnable listener);

  /** Makes waiting lanes due for a probe: all, those of a channel, or that of one address. */
  void probeNow(@Nullable String channel, @Nullable String address);

  /** The same for lanes that wait because their adapter was missing or failed. */
  void probeWithoutAdapter();

  // History, and the end of a row.

  /**
   * Settled rows that history does not show yet, by thread, at most {@code max} threads, of
   * partitions that this process holds.
   */
  List<PendingHistory> pendingHistory(String exchange, int max);

  /** Marks rows as shown by the history of their threads. */
  void markRecorded(Collection<PendingHistory> written);

  /** Leaves out rows whose threads are gone, until the next reconcile of their thread. */
  void postponeHistory(Collection<PendingHistory> gone);

  /** Queues dead, expired or rejected deliveries again; returns how many. */
  int replay(Collection<String> ids);

  /** Deletes threads that ended before this with their rows; rows of open threads stay. */
  int prune(Instant endedBefore);

  /** Whether the store was found damaged; changes fail until it is opened anew. */
  boolean damaged();

  @Override
  void close();
}
