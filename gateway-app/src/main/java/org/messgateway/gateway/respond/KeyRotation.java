package org.messgateway.gateway.respond;

import java.io.IOException;
import java.time.Instant;

/** Makes keys for links and takes old ones away, wherever they are kept. */
@FunctionalInterface
public interface KeyRotation {

  /**
   * Makes a new key, which signs from now on, also in gateways that run.
   *
   * @param endOld whether links signed with earlier keys stop working at once; else those that have
   *     not signed for 31 days go
   * @return how many keys are recognised now
   */
  int rotate(Instant now, boolean endOld) throws IOException;
}
