package org.messgateway.gateway.links;

/** Sends a new link to the address of an expired one. Called on the server's virtual threads. */
@FunctionalInterface
public interface LinkRenewer {

  /** The outcome of a renewal. */
  enum Sending {
    /** The new link, which begins a chain, is queued. */
    SENT,
    /** The executor was never notified of this task, or must not be notified any more. */
    NO_WAY,
    /** The task is over. */
    OVER
  }

  /**
   * Sends a new link.
   *
   * @param old claims of a genuine link, expired or not
   */
  Sending renew(LinkClaims old);
}
