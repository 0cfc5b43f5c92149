package org.messgateway.gateway.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.ServiceReply;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.queue.AttemptRow;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.jdbc.OpenedQueue;
import org.messgateway.gateway.queue.jdbc.SqliteStore;
import org.messgateway.gateway.queue.journal.AnswerJournal;
import org.messgateway.gateway.queue.journal.ReplyInbox.KeptReply;

/** What a robot answered to a webhook can be found, with what became of it. */
final class ReplyVerdictTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final String CLAIM = "MESS: [{status: {code: claimed}}]";
  private static final Identity REQUEST =
      new Identity("home", "r1", "roomba", "webhook", "http://x", NotificationKind.REQUEST, 0);

  @TempDir Path folder;

  private OpenedQueue opened;

  @BeforeEach
  void open() {
    opened = SqliteStore.in(folder, InstantSource.fixed(NOW)).open("node-1");
  }

  @AfterEach
  void close() {
    opened.queue().close();
  }

  private Optional<String> verdict(@Nullable String body) {
    ServiceReply reply =
        body == null ? null : new ServiceReply("application/yaml", body.getBytes(UTF_8), true);
    return ReplyVerdict.of(
        opened.queue(),
        REQUEST,
        new AttemptRow("d1", 1, NOW, NOW.plusMillis(12), "delivered", null, null, reply));
  }

  private void answered(AnswerResult result) {
    AnswerJournal journal = opened.journal().answers();
    AnswerJournal.Put put =
        journal.put(
            new AnswerJournal.Entry(
                0, "home", "r1", "roomba", "reply:d1:1", NOW, new byte[] {1}, null, null));
    journal.written(put.entry().number(), NOW, AnswerMemory.text(result));
  }

  @Test
  void whatIsNoAnswerCountsForNothing() {
    assertEquals(Optional.empty(), verdict(null));
    assertTrue(verdict("{\"ok\": true}").orElse("").startsWith("No MESS list"));
    assertTrue(verdict("MESS: [").orElse("").startsWith("No MESS message: "));
  }

  @Test
  void aBidThatWonIsInTheThread() {
    answered(new AnswerResult.Accepted(ThreadStatus.CLAIMED, "roomba", false));
    assertEquals(Optional.of("It is in the thread."), verdict(CLAIM));
  }

  @Test
  void aBidThatCameSecondSaysWhoHadTheTask() {
    answered(new AnswerResult.HeldByOther(ThreadStatus.CLAIMED, "ana maria", "Ana", false));
    assertEquals(Optional.of("Too late: ana maria had the task."), verdict(CLAIM));
  }

  @Test
  void aBidThatWasRefusedSaysWhy() {
    KeptReply reply =
        new KeptReply(
            "d1",
            1,
            "r1",
            "roomba",
            "webhook",
            new ServiceReply("application/yaml", CLAIM.getBytes(UTF_8), true));
    AnswerJournal journal = opened.journal().answers();
    new ReplyBodies.RefusedReply(reply, "No such code.").keepIn(journal, "home", NOW);
    new ReplyBodies.RefusedReply(reply, "Another reason.").keepIn(journal, "home", NOW);
    assertEquals(Optional.of("Refused: No such code."), verdict(CLAIM));
    assertTrue(journal.open("home", 10).isEmpty(), "nobody writes it into the thread");
  }

  @Test
  void whatIsNotDecidedYetIsNotGuessed() {
    assertTrue(verdict(CLAIM).orElse("").startsWith("Not decided yet"));
  }
}
