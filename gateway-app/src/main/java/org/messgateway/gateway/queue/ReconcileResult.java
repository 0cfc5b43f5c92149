package org.messgateway.gateway.queue;

/**
 * What a reconcile changed.
 *
 * @param queued rows that are new or wanted again
 * @param withdrawn rows no longer wanted
 * @param known whether it changed nothing, since it was for a new thread only
 */
public record ReconcileResult(int queued, int withdrawn, boolean known) {

  public ReconcileResult(int queued, int withdrawn) {
    this(queued, withdrawn, false);
  }
}
