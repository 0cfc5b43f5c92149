package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.List;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.protocol.Deadline;
import org.messgateway.gateway.protocol.Generation;
import org.messgateway.gateway.protocol.Succession;

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

  /**
   * The executors whom the exchange chose for a pending thread: the envelope's, else those to whom
   * it was passed on, as long as one of them has not passed. Empty for none.
   */
  List<String> chosen() {
    Envelope envelope = thread.envelope();
    if (envelope.status() != ThreadStatus.PENDING) {
      return List.of();
    }
    if (envelope.executor() != null) {
      return List.of(envelope.executor());
    }
    List<String> offered = Succession.offered(envelope);
    return offered.isEmpty()
        ? offered
        : offered.stream().filter(each -> !conversation.declined().contains(each)).toList();
  }

  int round() {
    return conversation.round().number();
  }

  long generation() {
    return Generation.of(thread);
  }

  Priority priority() {
    return thread.priority();
  }
}
