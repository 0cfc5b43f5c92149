package org.messgateway.gateway.channels.inbox;

import org.messgateway.api.Adapter;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Receipt;

/** Delivers at once: a delivered row is an entry of the executor's inbox. */
final class InboxAdapter implements Adapter {

  @Override
  public Outcome deliver(Notification notification) {
    return new Outcome.Delivered(Receipt.NONE);
  }

  @Override
  public void close() {}
}
