package org.messgateway.gateway.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.messgateway.api.ServiceReply;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.queue.journal.ReplyInbox;
import org.messgateway.testkit.CostLimit;
import org.messgateway.testkit.EnlargedInput;
import org.slf4j.LoggerFactory;

/** Whatever stands in the body of a webhook's answer: it is an answer or passed over, once. */
class ReplyBodiesFuzz {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  private final List<ReplyInbox.KeptReply> open = new ArrayList<>();
  private final ReplyBodies bodies =
      new ReplyBodies(
          "x",
          new ReplyInbox() {
            @Override
            public List<KeptReply> open(String exchange, @Nullable KeptReply after, int max) {
              return List.copyOf(open);
            }

            @Override
            public void done(KeptReply reply) {
              open.remove(reply);
            }
          },
          ReplyBodiesFuzz::taken,
          System::nanoTime);

  @BeforeAll
  static void beQuiet() {
    ((Logger) LoggerFactory.getLogger(ReplyBodies.class)).setLevel(Level.OFF);
  }

  @FuzzTest
  void take(byte[] input) {
    for (byte[] each : EnlargedInput.of(input)) {
      CostLimit.within(each.length, () -> look(each, true));
      CostLimit.within(each.length, () -> look(each, false));
    }
  }

  private void look(byte[] body, boolean complete) {
    open.add(
        new ReplyInbox.KeptReply(
            "d1",
            1,
            "r1",
            "roomba",
            "webhook",
            new ServiceReply("application/yaml", body, complete)));
    assertFalse(bodies.turn());
    assertEquals(List.of(), open);
  }

  /** What is handed on can be written and is understood there. */
  private static AnswerResult taken(Answer answer) {
    assertFalse(answer.mess().isEmpty());
    MessageDocument.read(
        MessageWriter.message(answer.executor(), NOW, answer.channel(), answer.mess()));
    return new AnswerResult.Accepted(ThreadStatus.CLAIMED, answer.executor(), false);
  }
}
