package org.messgateway.gateway.routing;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadStatus;

/** What one routing is about, read off its inputs once. */
record Question(
    MessThread thread,
    String exchange,
    Eligibility eligibility,
    Told told,
    RequestsSoFar soFar,
    Course course,
    Deadline deadline,
    int round,
    Instant now,
    HoursBook hours) {

  /** Where nothing was told so far. */
  Question(
      MessThread thread,
      String exchange,
      Eligibility eligibility,
      RequestsSoFar soFar,
      Deadline deadline,
      int round,
      Instant now,
      HoursBook hours) {
    this(
        thread,
        exchange,
        eligibility,
        Told.NOTHING,
        soFar,
        Course.of(thread),
        deadline,
        round,
        now,
        hours);
  }

  /** Whom the exchange has chosen already; later the envelope names who has it. */
  @Nullable String chosen() {
    Envelope envelope = thread.envelope();
    return envelope.status() == ThreadStatus.PENDING ? envelope.executor() : null;
  }

  Priority priority() {
    return thread.priority();
  }
}
