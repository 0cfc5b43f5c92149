package org.messgateway.gateway.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.ServiceReply;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.queue.journal.ReplyInbox;

/** Answers in the bodies of webhooks' answers. */
final class ReplyBodiesTest {

  private final List<Answer> said = new ArrayList<>();
  private final List<ReplyInbox.KeptReply> open = new ArrayList<>();
  private AnswerResult result = new AnswerResult.Accepted(ThreadStatus.CLAIMED, "roomba", false);
  private final ReplyBodies bodies =
      new ReplyBodies(
          "x",
          new ReplyInbox() {
            @Override
            public List<KeptReply> open(String exchange, int max) {
              return List.copyOf(open);
            }

            @Override
            public void done(KeptReply reply) {
              open.remove(reply);
            }
          },
          answer -> {
            said.add(answer);
            return result;
          });

  private void came(String body, boolean complete) {
    open.add(
        new ReplyInbox.KeptReply(
            "d1",
            2,
            "r1",
            "roomba",
            "webhook",
            new ServiceReply("text/html", body.getBytes(UTF_8), complete)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MESS:\n  - status: {code: claimed}\n",
        "{\"ok\": true, \"MESS\": [{\"status\": {\"code\": \"claimed\"}}]}"
      })
  void aMessListAtTheTopIsAnAnswerOfThatExecutor(String body) {
    came(body, true);

    bodies.turn();

    Answer answer = said.getFirst();
    assertEquals("r1", answer.ref());
    assertEquals("roomba", answer.executor());
    assertEquals(new MessageKey.Given("reply:d1:2"), answer.key());
    assertEquals(1, answer.mess().size());
    assertEquals(List.of(), open);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ok",
        "",
        "<html>MESS</html>",
        "- status: {code: claimed}",
        "MESS: yes",
        "MESS: [a, b]",
        "MESS: [{status: {code: claimed}",
        "{\"data\": {\"MESS\": [{\"status\": {\"code\": \"claimed\"}}]}}",
        "MESS: &a [*a, *a]",
        "\u0000\u0001MESS"
      })
  void anythingElseCostsNothing(String body) {
    came(body, true);

    bodies.turn();

    assertEquals(List.of(), said);
    assertEquals(List.of(), open);
  }

  @Test
  void whatWasCutOffIsNoAnswer() {
    came("MESS:\n  - status: {code: claimed}\n", false);

    bodies.turn();

    assertEquals(List.of(), said);
  }

  @Test
  void whatCannotBeWrittenNowIsTriedAgain() {
    result = new AnswerResult.TryAgainLater("disk full");
    came("MESS: [{status: {code: claimed}}]", true);

    bodies.turn();
    assertEquals(1, open.size());
    result = new AnswerResult.Refused("no");
    bodies.turn();

    assertEquals(List.of(), open);
    assertEquals(2, said.size());
  }
}
