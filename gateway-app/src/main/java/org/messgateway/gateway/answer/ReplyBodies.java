package org.messgateway.gateway.answer;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.journal.KeptReplies;
import org.messgateway.gateway.journal.KeptReplies.KeptReply;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers in the bodies with which destinations answer a delivery: only a top-level {@code MESS}
 * list counts (DESIGN §9). They were stored when the delivery was settled, so that none is lost by
 * a crash; a claim in one is a bid whose verdict is the next notification.
 */
public final class ReplyBodies {

  private static final Logger log = LoggerFactory.getLogger(ReplyBodies.class);
  private static final String CHANNEL = "webhook";
  private static final int MANY = 64;

  private final String exchange;
  private final KeptReplies replies;
  private final Answers answers;

  /** Told once each. */
  private final Set<String> failed = new HashSet<>();

  public ReplyBodies(String exchange, KeptReplies replies, Answers answers) {
    this.exchange = exchange;
    this.replies = replies;
    this.answers = answers;
  }

  /**
   * Looks at what came; called by one thread.
   *
   * @return whether more waits
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
  private boolean taken(KeptReply kept) {
    try {
      List<Map<String, @Nullable Object>> mess = MessBody.answer(kept.reply());
      return mess.isEmpty() || said(kept, mess);
    } catch (ThreadFormatException e) {
      log.warn(
          "{}: the body with which {} answered is no MESS message and was passed over: {}",
          kept.ref(),
          kept.executor(),
          e.getMessage());
      return true;
    } catch (RuntimeException e) {
      // The store may be away for a moment; and one reply must not hold up the others.
      if (failed.add(name(kept))) {
        log.error(
            "{}: what {} answered in the body could not be taken and is tried again: {}",
            kept.ref(),
            kept.executor(),
            e.toString());
      }
      return false;
    }
  }

  private static String name(KeptReply kept) {
    return kept.delivery() + ":" + kept.attempt();
  }

  private boolean said(KeptReply kept, List<Map<String, @Nullable Object>> mess) {
    Verdict verdict =
        answers.say(
            new Answer(
                exchange,
                kept.ref(),
                kept.executor(),
                CHANNEL,
                "reply:" + name(kept),
                mess,
                List.of()));
    if (verdict instanceof Verdict.Refused(String sentence)) {
      log.warn("{}: what {} answered was refused: {}", kept.ref(), kept.executor(), sentence);
    }
    return !(verdict instanceof Verdict.NotNow);
  }
}
