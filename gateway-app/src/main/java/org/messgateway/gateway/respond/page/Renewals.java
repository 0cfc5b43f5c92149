package org.messgateway.gateway.respond.page;

import org.messgateway.gateway.respond.LinkClaims;

/** Sends a new link to where an old one went. Called on the server's virtual threads. */
@FunctionalInterface
public interface Renewals {

  /** What became of it. */
  enum Sending {
    /** It is queued. */
    SENT,
    /** Nothing was ever sent there, or nothing may be sent any more. */
    NO_WAY
  }

  /**
   * Sends one.
   *
   * @param old what the old link said; genuine, its time perhaps over
   */
  Sending renew(LinkClaims old);
}
