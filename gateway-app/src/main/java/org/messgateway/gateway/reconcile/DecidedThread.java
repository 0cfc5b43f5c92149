package org.messgateway.gateway.reconcile;

import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.ThreadRow;

/**
 * A thread that was read, and what is to be stored of it.
 *
 * @param before its row until now; null for a new thread
 * @param trouble why nobody, or nobody more, can be told; null for none
 * @param remark what in it has no effect; null for nothing
 */
record DecidedThread(
    LoadedThread loaded,
    @Nullable ThreadRow before,
    ReconcileRequest request,
    @Nullable String trouble,
    @Nullable String remark) {

  Ref ref() {
    return loaded.ref();
  }

  boolean hasOtherStatus() {
    return before == null || !before.status().equals(request.thread().status());
  }

  /** Whether a problem was not reported yet. */
  boolean isNew(@Nullable String problem) {
    String known = before == null ? null : before.problem();
    return problem != null && (known == null || !known.contains(problem));
  }
}
