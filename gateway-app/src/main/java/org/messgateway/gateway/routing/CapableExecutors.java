package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.Set;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.Deadline;
import org.messgateway.gateway.protocol.Round;
import org.messgateway.gateway.protocol.Succession;

/**
 * The executors that could claim a thread if it were free: all that would be notified in any stage,
 * also when nobody else is left, without the requestor.
 */
public final class CapableExecutors {

  private CapableExecutors() {}

  /** Ids of executors, without regard to declines: all of whom a policy might choose. */
  public static Set<String> of(MessThread thread, Catalogue catalogue) {
    MessThread free = free(thread);
    RoutingContext context =
        new RoutingContext(
            free,
            "",
            new Eligibility(free, catalogue),
            new RequestHistory(DeliveryLedger.NOTHING, Round.of(free).number()),
            Deadline.of(free),
            Instant.EPOCH,
            new HoursCache());
    return ExecutorSelection.of(context, catalogue, PerformanceHistory.NONE).eligible();
  }

  /** Whether an executor may be told now: within its hours, outside quiet hours and pause. */
  public static boolean isOpen(Executor executor, Priority priority, Instant now) {
    return NotificationWindows.of(executor, priority, new HoursCache())
        .slot(now, now)
        .filter(slot -> !slot.due().isAfter(now))
        .isPresent();
  }

  private static MessThread free(MessThread thread) {
    Envelope old = thread.envelope();
    Envelope envelope =
        new Envelope(
            old.ref(),
            old.requestor(),
            null,
            ThreadStatus.PENDING,
            old.created(),
            old.updated(),
            old.intent(),
            old.priority(),
            old.clientId(),
            old.expires(),
            old.neededBy(),
            old.confirmBefore(),
            old.history().stream()
                .filter(entry -> !entry.action().equals(Succession.OFFERED))
                .toList());
    return new MessThread(thread.ref(), envelope, thread.messages());
  }
}
