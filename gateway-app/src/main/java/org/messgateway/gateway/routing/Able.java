package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.Set;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;

/**
 * Who could take a thread at all, were it free: everybody who would be told in any stage, now or
 * later, the requestor excluded.
 */
public final class Able {

  private Able() {}

  /** Ids of executors; whether they have declined is not asked. */
  public static Set<String> of(MessThread thread, Catalogue catalogue) {
    MessThread free = free(thread);
    int round = Freedom.of(free).round();
    Question question =
        new Question(
            free,
            "",
            new Eligibility(free, catalogue),
            new RequestsSoFar(Told.NOTHING, round),
            Deadline.of(free),
            round,
            Instant.EPOCH,
            new HoursBook());
    return Selection.of(question, catalogue).named();
  }

  /** How often the thread was set free before. */
  public static int round(MessThread thread) {
    return Freedom.of(thread).round();
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
            old.history());
    return new MessThread(thread.ref(), envelope, thread.messages());
  }
}
