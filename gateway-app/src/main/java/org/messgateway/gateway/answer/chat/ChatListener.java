package org.messgateway.gateway.answer.chat;

import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;

/** Is notified of effects of inbound events. Must not block for long; safe for all threads. */
public interface ChatListener {

  /** People changed links, pauses or opt-outs, so routes may change. */
  void peopleChanged();

  /**
   * A person was answered that another executor holds the task.
   *
   * @param identity the delivery that the person answered
   */
  void heardWhoHasIt(Identity identity);

  /**
   * A service reported an address that is too long for the store, so it cannot be used.
   *
   * @param bytes its length
   */
  void addressTooLong(String channel, int bytes);

  /** A service corrected the state of a delivery that counted as delivered. */
  void corrected(Identity identity, DeliveryState state);
}
