package org.messgateway.gateway.journal;

import java.util.List;
import org.messgateway.api.Reply;

/** What destinations said in the body of their answers to a delivery; stored with its settling. */
public interface KeptReplies {

  /** Those nobody has looked at yet, oldest delivery first. */
  List<KeptReply> open(String exchange, int max);

  /** It was looked at: what it said is in its thread, refused, or makes no sense. */
  void done(KeptReply reply);

  /**
   * One reply.
   *
   * @param delivery id
   * @param attempt its number within the delivery
   */
  record KeptReply(String delivery, int attempt, String ref, String executor, Reply reply) {}
}
