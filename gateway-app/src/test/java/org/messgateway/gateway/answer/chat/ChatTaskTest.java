package org.messgateway.gateway.answer.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.protocol.ThreadBuilder.thread;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.messgateway.api.mess.ThreadStatus;

final class ChatTaskTest {

  private static final String LATER = "2026-11-20T11:00:00Z";
  private static final String LATEST = "2026-11-20T12:00:00Z";

  @ParameterizedTest
  @EnumSource(names = {"PENDING", "CLAIMED", "IN_PROGRESS"})
  void theFirstClaimOfTheMessagesHoldsATaskWhoseEnvelopeNamesNobody(ThreadStatus envelope) {
    ChatTask task =
        ChatTask.of(
            "t-1",
            thread()
                .status(envelope)
                .says("ana", "claimed", LATER)
                .says("ben", "claimed", LATEST)
                .build());
    assertTrue(task.isHeldBy("ana"));
    assertFalse(task.isHeldBy("ben"));
    assertFalse(task.isFree());
  }

  @Test
  void aTaskForWhichTheExchangeProposesSomebodyIsFree() {
    ChatTask task = ChatTask.of("t-1", thread().executor("ana").build());
    assertTrue(task.isFree());
    assertFalse(task.isHeldBy("ana"));
    assertEquals("ana", task.holder());
  }
}
