package org.messgateway.gateway.queue.journal;

import org.messgateway.api.Receipt;
import org.messgateway.api.ServiceReply;

/** Replies that a destination gives when it is asked about a task that it accepted before. */
@FunctionalInterface
public interface LaterReplies {

  /**
   * Stores a reply and the delivery's receipt from now on, together. The reply is then in {@link
   * ReplyInbox#open}.
   *
   * @param delivery id
   * @param asked the receipt by which the destination was asked
   * @return false when the delivery has another receipt: somebody else has stored this reply
   */
  boolean add(String delivery, Receipt asked, Receipt next, ServiceReply reply);
}
