package org.messgateway.gateway.answer;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.queue.journal.ReplyInbox;
import org.messgateway.gateway.queue.journal.ReplyInbox.KeptReply;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers in the bodies with which destinations answer a delivery: only a top-level {@code MESS}
 * list counts (docs/rules.md#webhook). They were stored when the delivery was settled, so that none
 * is lost by a crash; a claim in one is a bid whose verdict is the next notification.
 */
public final class ReplyBodies {

  private static final Logger log = LoggerFactory.getLogger(ReplyBodies.class);
  private static final String CHANNEL = "webhook";
  private static final int MANY = 64;

  private final String exchange;
  private final ReplyInbox replies;
  private final AnswerService answerService;

  /** Failures that were logged, once each. */
  private final Set<String> failed = new HashSet<>();

  public ReplyBodies(String exchange, ReplyInbox replies, AnswerService answerService) {
    this.exchange = exchange;
    this.replies = replies;
    this.answerService = answerService;
  }

  /**
   * Works through stored replies; called by one thread.
   *
   * @return whether more replies wait
   */
  public boolean turn() {
    List<KeptReply> open = replies.open(exchange, MANY);
    failed.retainAll(open.stream().map(ReplyBodies::name).collect(Collectors.toSet()));
    boolean stuck = false;
    for (KeptReply reply : open) {
      if (taken(reply)) {
        replies.done(reply);
      } else {
        stuck = true;
      }
    }
    return open.size() == MANY && !stuck;
  }

  /** False when it has to be tried again. */
  private boolean taken(KeptReply reply) {
    try {
      List<Map<String, @Nullable Object>> mess = MessBody.answer(reply.reply());
      return mess.isEmpty() || said(reply, mess);
    } catch (ThreadFormatException e) {
      log.warn(
          "{}: the body with which {} answered is no MESS message and was passed over: {}",
          reply.ref(),
          reply.executor(),
          e.getMessage());
      return true;
    } catch (RuntimeException e) {
      // The store may be away for a moment; and one reply must not hold up the others.
      if (failed.add(name(reply))) {
        log.error(
            "{}: what {} answered in the body could not be taken and is tried again: {}",
            reply.ref(),
            reply.executor(),
            e.toString());
      }
      return false;
    }
  }

  private static String name(KeptReply reply) {
    return reply.delivery() + ":" + reply.attempt();
  }

  private boolean said(KeptReply reply, List<Map<String, @Nullable Object>> mess) {
    AnswerResult result =
        answerService.say(
            new Answer(
                exchange,
                reply.ref(),
                reply.executor(),
                CHANNEL,
                new MessageKey.Given("reply:" + name(reply)),
                mess,
                List.of()));
    if (result instanceof AnswerResult.Refused refused) {
      log.warn(
          "{}: what {} answered was refused: {}{}",
          reply.ref(),
          reply.executor(),
          refused.entry() == 0 ? "" : "entry " + refused.entry() + ": ",
          refused.sentence());
    }
    return !(result instanceof AnswerResult.TryAgainLater);
  }
}
