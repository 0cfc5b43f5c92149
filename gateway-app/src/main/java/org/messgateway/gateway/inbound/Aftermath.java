package org.messgateway.gateway.inbound;

import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;

/** Who has to know what was heard. Must not block for long; safe for all threads. */
public interface Aftermath {

  /** People decided something: who is told of what may be different now. */
  void peopleChanged();

  /**
   * Somebody wrote about a task and was answered that another has it.
   *
   * @param asked with which the task was told there
   */
  void heardWhoHasIt(Identity asked);

  /**
   * The service names an address that is too long to be kept, so nobody is told there.
   *
   * @param bytes how long it is
   */
  void addressTooLong(String channel, int bytes);

  /** What counted as delivered does not. */
  void corrected(Identity identity, DeliveryState state);
}
