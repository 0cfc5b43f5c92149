/**
 * From a due delivery to a settled one: leases, attempts, outcomes, breakers, retries, time limits.
 *
 * <p>{@link org.messgateway.gateway.dispatch.Dispatcher} composes and stops the parts. A delivery
 * passes them in this order:
 *
 * <ol>
 *   <li>Lease: {@code LaneLeaser} leases lanes with due rows, {@code PrefetchPolicy} says how many
 *       rows come with a lease, {@code LeaseKeeper} renews leases.
 *   <li>Lane: the plain case is a {@code KeptLane} of {@code KeptLanes} that rests: a new row gets
 *       its place before it is inserted as sending, and passes the next step. Where rows wait,
 *       {@code LaneWorker} asks {@code LaneHolds}, takes rows ({@code BatchSizer}), waits for a
 *       permit ({@code LaneRates}, {@code RateGate}) and a place in flight ({@code
 *       InFlightLimiter}, {@code WaitQueues}), and starts attempts. {@code LaneHealth} and {@code
 *       ChannelHealth} live in {@code HealthRegistry}.
 *   <li>Attempt: {@code Attempt} runs on a thread of {@code Senders}; {@code UnsettledAttempts}
 *       looks after the time limits ({@code InterruptGuard}). {@code DeliverySender} asks the
 *       stages ({@code SendPipeline}, {@code SendStage}, {@code SendDecision}) and calls the
 *       adapter of a {@code Channel}, through {@code ImmediateRetry}.
 *   <li>Outcome: {@code OutcomeHandler} turns an {@code AttemptResult} into an {@code
 *       OutcomeVerdict}. {@code OutcomePolicy} is the table, with {@code RetrySchedule} and {@code
 *       ProbeSchedule}. {@code OutageDetector} notices that the gateway's own network was down.
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
