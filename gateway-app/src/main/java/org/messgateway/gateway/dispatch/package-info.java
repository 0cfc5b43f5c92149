/**
 * From a due delivery to a settled one: leases, attempts, outcomes, breakers, retries, time limits.
 *
 * <p>{@link org.messgateway.gateway.dispatch.Dispatcher} composes and stops the parts. A delivery
 * passes them in this order:
 *
 * <ol>
 *   <li>Lane: {@code HeldLanes} knows the lanes that this node has leased, and admits new rows: a
 *       row of a lane that rests gets its place before it is inserted as sending. {@code
 *       LaneLeaser} leases lanes of rows that wait, {@code LeaseKeeper} renews leases. {@code
 *       HeldLane} takes rows and starts attempts as far as {@code StartPermits} allow: rates
 *       ({@code RateGate}) and a place in flight ({@code InFlightLimiter}, {@code WaitQueues}).
 *       {@code LaneHealth} and {@code ChannelHealth} live in {@code HealthRegistry}.
 *   <li>Attempt: {@code Attempt} runs on a thread of {@code WorkerThreads} and asks {@code
 *       LaneHolds}; {@code UnsettledAttempts} looks after the time limits ({@code InterruptGuard}).
 *       {@code DeliverySender} asks the stages ({@code SendStage}, {@code SendDecision}) and calls
 *       the adapter of a {@code Channel}, through {@code ImmediateRetry}.
 *   <li>Outcome: {@code OutcomeHandler} turns an {@code AttemptResult} into an {@code
 *       OutcomeVerdict}. {@code OutcomePolicy} is the table and holds the waits between probes,
 *       {@code RetrySchedule} those between retries. {@code OutageDetector} notices that the
 *       gateway's own network was down.
 *   <li>Settle: {@code Settler} hands the verdict to the queue's writer. After the commit {@code
 *       SettlementReporter} calls {@code AttemptObserver} and {@code DeliveryEvents}. {@code
 *       ReceiptVerifier} asks later whether an accepted message arrived.
 * </ol>
 *
 * <p>Dispatch knows adapters by dispatch-api only. The stages in {@code notify} decide what a
 * notification says.
 */
@NullMarked
package org.messgateway.gateway.dispatch;

import org.jspecify.annotations.NullMarked;
