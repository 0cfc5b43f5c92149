package org.messgateway.gateway.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.protocol.ThreadBuilder.CREATED;
import static org.messgateway.gateway.protocol.ThreadBuilder.thread;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadStatus;

/** Programs without locks write {@code somebody:code}, a minute apart, into one thread. */
final class ConversationTest {

  private static Conversation said(
      ThreadStatus status, @Nullable String executor, @Nullable String words) {
    ThreadBuilder thread = thread().status(status).executor(executor);
    Instant at = CREATED;
    for (String word : words == null ? new String[0] : words.split(" ", -1)) {
      at = at.plus(Duration.ofMinutes(1));
      int colon = word.indexOf(':');
      thread.says(word.substring(0, colon), word.substring(colon + 1), at.toString());
    }
    return Conversation.of(thread.build());
  }

  @ParameterizedTest(name = "{0}, executor {1}: {2}")
  @CsvSource({
    "CLAIMED, , ana:claimed ben:claimed, ana",
    "CLAIMED, , ben:claimed ana:claimed, ben",
    "PENDING, , ana:claimed ben:claimed, ana",
    "PENDING, , ben:claimed ana:claimed, ben",
    "IN_PROGRESS, , ana:claimed ben:claimed ben:in_progress, ana",
    "IN_PROGRESS, , ana:in_progress ben:claimed, ana",
    "WAITING, , ana:claimed ben:claimed ana:waiting, ana",
    "HELD, , ben:claimed ana:claimed, ben",
    "NEEDS_INPUT, , ana:claimed ben:claimed ben:needs_input, ana",
    "COMPLETED, , ana:claimed ben:claimed ana:completed, ana",
    "COMPLETED, , ana:claimed ben:claimed ben:completed, ana",
    "FAILED, , ben:failed, ben",
    "FAILED, , ben:claimed ana:claimed ben:failed, ben",
    "CLAIMED, , ana:claimed ben:claimed ana:claimed, ana",
    "CLAIMED, , exchange:claimed ana:claimed ben:claimed, ana",
    "PENDING, cleo, ana:claimed ben:claimed, ana",
  })
  void theFirstClaimInDocumentOrderHoldsTheTask(
      ThreadStatus status, @Nullable String executor, String words, String holder) {
    assertEquals(holder, said(status, executor, words).holder());
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "CLAIMED, ana:claimed ben:claimed",
    "IN_PROGRESS, ana:claimed",
    "WAITING, ana:claimed",
    "COMPLETED, ana:completed",
    "CLAIMED, ",
  })
  void theExecutorInTheEnvelopeHoldsTheTaskWhateverTheMessagesSay(
      ThreadStatus status, @Nullable String words) {
    assertEquals("ben", said(status, "ben", words).holder());
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "PENDING, ",
    "PENDING, ana:declined",
    "PENDING, ana:claimed ana:declined",
    "PENDING, ana:claimed ben:claimed ana:declined",
    "PENDING, ana:claimed ben:claimed ana:declined ben:declined",
    "PENDING, ana:claimed agent:pending",
    "CLAIMED, ana:claimed ana:declined",
    "CLAIMED, exchange:claimed",
    "WAITING, ana:waiting",
    "HELD, ana:completed",
    "CLAIMED, ana:failed",
  })
  void nobodyHoldsWhatNobodyClaimedOrItsHolderGaveBack(
      ThreadStatus status, @Nullable String words) {
    assertNull(said(status, null, words).holder());
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "CLAIMED, ana:claimed ana:declined ben:claimed, ben, 1",
    "CLAIMED, ben:claimed ben:declined ana:claimed ben:claimed, ana, 1",
    "CLAIMED, ana:claimed ben:claimed ana:declined ben:claimed ana:claimed, ben, 1",
    "PENDING, ana:claimed ana:declined ana:claimed, ana, 1",
    "PENDING, ana:claimed ana:declined ben:claimed ben:declined ana:claimed, ana, 2",
    "PENDING, ana:claimed agent:pending ben:claimed ana:claimed, ben, 1",
  })
  void theFirstClaimOfALaterRoundHolds(
      ThreadStatus status, String words, String holder, int round) {
    Conversation conversation = said(status, null, words);
    assertEquals(holder, conversation.holder());
    assertEquals(round, conversation.round().number());
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "CLAIMED, ana:claimed ben:declined, ana, ben",
    "CLAIMED, ben:declined ana:claimed, ana, ben",
    "CLAIMED, ana:claimed ben:failed, ana, ben",
    "CLAIMED, ana:claimed ben:claimed ben:declined, ana, ben",
    "PENDING, ana:claimed ben:failed, ana, ben",
    "PENDING, ana:claimed ana:declined, , ana",
    "PENDING, ben:declined ana:claimed ana:declined, , ana",
    "PENDING, ana:claimed ana:declined ben:claimed ben:declined, , ben",
  })
  void whoPassedInThisRoundIsNotAskedAgainAndTakesItFromNobody(
      ThreadStatus status, String words, @Nullable String holder, String declined) {
    Conversation conversation = said(status, null, words);
    assertEquals(holder, conversation.holder());
    assertEquals(Set.of(declined), conversation.declined());
  }

  @Test
  void aClaimThatTheEnvelopeDoesNotKnowOfMakesThePendingThreadClaimed() {
    assertEquals(ThreadStatus.CLAIMED, said(ThreadStatus.PENDING, null, "ana:claimed").status());
    assertEquals(ThreadStatus.PENDING, said(ThreadStatus.PENDING, null, "ana:declined").status());
  }

  @Test
  void theClaimThatHoldsIsNamedByItsMessage() {
    Conversation conversation =
        said(ThreadStatus.CLAIMED, null, "ana:claimed ana:declined ben:claimed cleo:claimed");
    assertEquals(3, Objects.requireNonNull(conversation.claim()).position());
    assertNull(said(ThreadStatus.PENDING, null, "ana:completed").claim());
  }

  private static ThreadBuilder freedInHistory() {
    return thread()
        .history("claimed", "2026-11-20T10:01:00Z")
        .history("pending", "2026-11-20T10:05:00Z")
        .says("somebody", "claimed", "2026-11-20T10:01:00Z");
  }

  @Test
  void aClaimThatHistoryKnowsOfDoesNotHoldWhatWasSetFreeByHand() {
    ThreadBuilder thread =
        thread()
            .history("claimed", "2026-11-20T10:01:00Z")
            .says("somebody", "claimed", "2026-11-20T10:01:00Z");
    assertNull(Conversation.of(thread.build()).holder());
    thread.says("ben", "claimed", "2026-11-20T10:02:00Z");
    assertEquals("ben", Conversation.of(thread.build()).holder());
  }

  @ParameterizedTest
  @CsvSource({"PENDING", "CLAIMED"})
  void aRoundThatOnlyHistoryTellsOfEndsTheClaimsBeforeIt(ThreadStatus status) {
    ThreadBuilder thread = freedInHistory().status(status);
    assertNull(Conversation.of(thread.build()).holder());
    thread.says("ben", "claimed", "2026-11-20T10:06:00Z");
    assertEquals("ben", Conversation.of(thread.build()).holder());
  }

  @Test
  void whoHadItInAnEarlierRoundMayClaimItAgain() {
    Conversation conversation =
        Conversation.of(
            freedInHistory()
                .says("somebody", "claimed", "2026-11-20T10:06:00Z")
                .says("ben", "claimed", "2026-11-20T10:07:00Z")
                .build());
    assertEquals("somebody", conversation.holder());
    assertEquals(1, conversation.round().number());
  }

  @Test
  void aPassBeforeARoundThatOnlyHistoryTellsOfIsForgotten() {
    ThreadBuilder thread = freedInHistory().says("cleo", "declined", "2026-11-20T10:02:00Z");
    assertEquals(Set.of(), Conversation.of(thread.build()).declined());
    thread.says("ben", "declined", "2026-11-20T10:06:00Z");
    assertEquals(Set.of("ben"), Conversation.of(thread.build()).declined());
  }

  @ParameterizedTest
  @CsvSource({"2026-11-20T10:04:59Z", "2026-11-20T10:05:00Z", "2026-11-20T10:05:01Z"})
  void historyAndAMessageThatTellOfTheSameGiveBackBeginOneRound(String declined) {
    Conversation conversation =
        Conversation.of(freedInHistory().says("somebody", "declined", declined).build());
    assertEquals(Set.of("somebody"), conversation.declined());
    assertEquals(1, conversation.round().number());
    assertNull(conversation.holder());
  }

  @Test
  void historyWithoutTimesSetsAPendingThreadFree() {
    assertNull(
        Conversation.of(
                thread()
                    .history("claimed", null)
                    .history("pending", null)
                    .says("somebody", "claimed", "2026-11-20T10:01:00Z")
                    .build())
            .holder());
  }

  @Test
  void whatWantsConfirmingIsUnconfirmedUntilItsRequestorAgreesToWhatWasAsked() {
    Payload asks = ThreadBuilder.status("needs_confirmation", Map.of());
    ThreadBuilder thread = thread().confirmBefore();
    assertTrue(Conversation.of(thread.build()).unconfirmed());
    thread.says("agent", "2026-11-20T10:01:00Z", confirm(true));
    assertTrue(Conversation.of(thread.build()).unconfirmed());
    thread.says("ana", "2026-11-20T10:02:00Z", asks);
    thread.says("agent", "2026-11-20T10:03:00Z", confirm(true));
    assertFalse(Conversation.of(thread.build()).unconfirmed());
    thread.says("agent", "2026-11-20T10:04:00Z", confirm(false));
    assertTrue(Conversation.of(thread.build()).unconfirmed());
    assertFalse(Conversation.of(thread().build()).unconfirmed());
  }

  private static Payload confirm(boolean agrees) {
    return new Payload.Reply(List.of(), Map.of(), agrees, null, null, List.of());
  }
}
