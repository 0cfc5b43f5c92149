package org.messgateway.gateway.exchange.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.api.mess.ThreadFolder.RECEIVED;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.StateFolder;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.files.UnfinishedWrites.WriteEvent;

class UnfinishedWritesTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final ThreadLocation COPY = copy("one");

  private long nanos;
  private boolean linked;
  private final UnfinishedWrites writes = new UnfinishedWrites(_ -> linked, () -> NOW, () -> nanos);

  private static ThreadLocation copy(String ref) {
    return new ThreadLocation(StateFolder.written(RECEIVED), new Ref(ref), ThreadLayout.FLAT);
  }

  private WriteEvent note(WriteEvent event) {
    return writes.note(COPY, event);
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  private Duration left() {
    return writes.left(COPY);
  }

  @Test
  void aFileIsLeftToItsWriterUntilItIsClosed() {
    assertEquals(WriteEvent.NONE, note(WriteEvent.ENDED));
    assertEquals(Duration.ZERO, left());
    assertEquals(WriteEvent.CREATED, note(WriteEvent.CREATED));
    assertEquals(WriteEvent.WRITTEN, note(WriteEvent.WRITTEN));
    assertEquals(WriteEvent.NONE, note(WriteEvent.NONE));
    assertEquals(SECOND, left());
    assertEquals(Duration.ZERO, writes.left(copy("two")));

    assertEquals(WriteEvent.ENDED, note(WriteEvent.ENDED));
    assertEquals(Duration.ZERO, left());
    pass(SECOND);
    assertEquals(List.of(), writes.finished());
  }

  @Test
  void aFileThatIsNotWrittenForASecondIsFinished() {
    note(WriteEvent.WRITTEN);
    pass(SECOND.dividedBy(2));
    note(WriteEvent.WRITTEN);
    pass(SECOND.dividedBy(2));
    assertEquals(List.of(), writes.finished());
    assertEquals(SECOND.dividedBy(2), writes.untilFinished(SECOND));
    pass(SECOND.dividedBy(2));
    assertEquals(Duration.ZERO, left());
    assertEquals(Duration.ZERO, writes.untilFinished(SECOND));
    assertEquals(List.of(COPY), writes.finished());

    assertEquals(List.of(), writes.finished());
    assertEquals(SECOND, writes.untilFinished(SECOND));
    assertEquals(WriteEvent.WRITTEN, note(WriteEvent.WRITTEN));
  }

  @Test
  void whoWritesOnForTenSecondsIsNotWaitedForUntilItEnds() {
    note(WriteEvent.WRITTEN);
    for (int half = 0; half < 20; half++) {
      assertEquals(List.of(), writes.finished());
      pass(SECOND.dividedBy(2));
      note(WriteEvent.WRITTEN);
    }
    assertEquals(List.of(COPY), writes.finished());
    assertEquals(WriteEvent.NONE, note(WriteEvent.WRITTEN));
    assertEquals(Duration.ZERO, left());
    assertEquals(SECOND, writes.untilFinished(SECOND));
    assertEquals(List.of(), writes.finished());

    assertEquals(WriteEvent.ENDED, note(WriteEvent.ENDED));
    assertEquals(WriteEvent.WRITTEN, note(WriteEvent.WRITTEN));
  }

  @Test
  void aNameThatNobodyWritesToIsFinishedSoon() {
    note(WriteEvent.CREATED);
    assertEquals(Duration.ofMillis(10), left());
    pass(Duration.ofMillis(10));
    assertEquals(List.of(COPY), writes.finished());
  }

  @Test
  void aFurtherNameOfAFileIsFinished() {
    linked = true;
    assertEquals(WriteEvent.NONE, note(WriteEvent.CREATED));
    assertEquals(Duration.ZERO, left());
    assertEquals(WriteEvent.WRITTEN, note(WriteEvent.WRITTEN));
  }

  @Test
  void aListedFileThatWasWrittenJustNowIsLeftToItsWriterForTheRestOfASecond() {
    Duration tenth = SECOND.dividedBy(10);
    assertFalse(writes.noteListed(COPY, NOW.minus(SECOND)));
    assertFalse(writes.noteListed(COPY, NOW.plus(SECOND)));
    assertEquals(Duration.ZERO, left());
    assertTrue(writes.noteListed(COPY, NOW.minus(tenth)));
    assertEquals(SECOND.minus(tenth), left());
    pass(SECOND.minus(tenth));
    assertEquals(List.of(COPY), writes.finished());

    assertTrue(writes.noteListed(COPY, NOW));
    assertEquals(WriteEvent.ENDED, note(WriteEvent.ENDED));
    assertEquals(Duration.ZERO, left());
  }

  @Test
  void whatFindsNoRoomCountsAsFinished() {
    for (int i = 0; i < UnfinishedWrites.MOST; i++) {
      writes.note(copy("other-" + i), WriteEvent.WRITTEN);
    }
    assertEquals(WriteEvent.NONE, note(WriteEvent.WRITTEN));
    assertEquals(Duration.ZERO, left());
    pass(SECOND);
    assertEquals(UnfinishedWrites.MOST, writes.finished().size());
    assertEquals(WriteEvent.WRITTEN, note(WriteEvent.WRITTEN));
  }
}
