package org.messgateway.gateway.answer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Reply;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.YamlReader;
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
  private static final int LARGEST = 128 * 1024;
  private static final int MANY = 64;

  private final String exchange;
  private final KeptReplies replies;
  private final Answers answers;

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
      List<Map<String, @Nullable Object>> mess = mess(kept.reply());
      return mess.isEmpty() || said(kept, mess);
    } catch (ThreadFormatException e) {
      log.warn(
          "{}: the body with which {} answered is no MESS message and was passed over: {}",
          kept.ref(),
          kept.executor(),
          e.getMessage());
      return true;
    }
  }

  /** Empty when there is no answer in it. */
  private static List<Map<String, @Nullable Object>> mess(Reply reply)
      throws ThreadFormatException {
    byte[] body = reply.body();
    boolean mentions = new String(body, UTF_8).contains("MESS");
    if (body.length > LARGEST || !mentions) {
      return List.of();
    }
    if (!reply.complete()) {
      throw new ThreadFormatException("the body", 1, 1, "it was cut off or came too late");
    }
    Object root = YamlReader.read(Document.whole("the body", body)).value();
    return root instanceof Map<?, ?> map && map.get("MESS") instanceof List<?>
        ? MessBody.read(body)
        : List.of();
  }

  private boolean said(KeptReply kept, List<Map<String, @Nullable Object>> mess) {
    Verdict verdict =
        answers.say(
            new Answer(
                kept.ref(),
                kept.executor(),
                CHANNEL,
                "reply:" + kept.delivery() + ":" + kept.attempt(),
                mess,
                List.of()));
    if (verdict instanceof Verdict.Refused(String sentence)) {
      log.warn("{}: what {} answered was refused: {}", kept.ref(), kept.executor(), sentence);
    }
    return !(verdict instanceof Verdict.NotNow);
  }
}
