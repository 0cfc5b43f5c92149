package org.messgateway.gateway.links;

import java.io.IOException;
import java.time.Instant;

/** Makes keys for links and deletes old ones, in files or in a shared store. */
@FunctionalInterface
public interface KeyRotation {

  /**
   * Makes a new key, which signs from now on, also in gateways that run.
   *
   * @param endOld whether links signed with earlier keys stop working at once; else those that have
   *     not signed for 31 days are deleted
   * @return how many keys are recognised now
   */
  int rotate(Instant now, boolean endOld) throws IOException;
}
