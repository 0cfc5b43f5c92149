package org.messgateway.gateway.queue;

/** What a reconcile changed: rows that are new or wanted again, and rows no longer wanted. */
public record ReconcileResult(int queued, int withdrawn) {}
