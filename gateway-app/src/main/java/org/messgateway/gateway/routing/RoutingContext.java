package org.messgateway.gateway.routing;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.protocol.Deadline;

/** The inputs of one routing, with values derived from them once. */
record RoutingContext(
    MessThread thread,
    String exchange,
    Eligibility eligibility,
    DeliveryLedger ledger,
    RequestHistory requests,
    Conversation conversation,
    Deadline deadline,
    Instant now,
    HoursCache hours) {

  /** For a thread without deliveries. */
  RoutingContext(
      MessThread thread,
      String exchange,
      Eligibility eligibility,
      RequestHistory requests,
      Deadline deadline,
      Instant now,
      HoursCache hours) {
    this(
        thread,
        exchange,
        eligibility,
        DeliveryLedger.NOTHING,
        requests,
        Conversation.of(thread),
        deadline,
        now,
        hours);
  }

  /** The executor whom the exchange chose for a pending thread; null for none. */
  @Nullable String chosen() {
    Envelope envelope = thread.envelope();
    return envelope.status() == ThreadStatus.PENDING ? envelope.executor() : null;
  }

  int round() {
    return conversation.round().number();
  }

  Priority priority() {
    return thread.priority();
  }
}
