package org.messgateway.gateway.queue.journal;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.ServiceReply;

/** Replies in the body of responses to deliveries; stored with the settlement of the delivery. */
public interface ReplyInbox {

  /**
   * Replies that were not handled yet, oldest delivery first; only of threads that this node looks
   * at.
   *
   * @param after only those behind this one; null for all
   */
  List<KeptReply> open(String exchange, @Nullable KeptReply after, int max);

  /** The reply was handled: it is in its thread, was refused, or could not be understood. */
  void done(KeptReply reply);

  /**
   * One reply.
   *
   * @param delivery id
   * @param attempt its number within the delivery; negative for what was told later, when asked
   * @param channel over which it came
   */
  record KeptReply(
      String delivery,
      int attempt,
      String ref,
      String executor,
      String channel,
      ServiceReply reply) {}
}
