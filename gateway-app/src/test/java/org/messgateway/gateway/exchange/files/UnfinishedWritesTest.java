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

  private static final ThreadLocation COPY = copy("one");

  private long nanos;
  private final UnfinishedWrites writes = new UnfinishedWrites(() -> nanos);

  private static ThreadLocation copy(String ref) {
    return new ThreadLocation(StateFolder.written(RECEIVED), new Ref(ref), ThreadLayout.FLAT);
  }

  private static ThreadFiles files(ThreadLocation copy) {
    FileStamp file = new FileStamp(copy.name(), 1, 1, Instant.EPOCH, null);
    return new ThreadFiles(copy, List.of(file), null);
  }

  private boolean note(WriteEvent event) {
    return writes.note(COPY, COPY.name(), event);
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  private Duration left() {
    return writes.left(files(COPY));
  }

  @Test
  void aFileIsLeftToItsWriterUntilItIsClosed() {
    assertFalse(note(WriteEvent.ENDED));
    assertEquals(Duration.ZERO, left());
    assertFalse(note(WriteEvent.CREATED));
    assertFalse(note(WriteEvent.WRITTEN));
    assertFalse(note(WriteEvent.NONE));
    assertTrue(left().isPositive());
    assertEquals(Duration.ZERO, writes.left(files(copy("two"))));

    assertTrue(note(WriteEvent.ENDED));
    assertEquals(Duration.ZERO, left());
  }

  @Test
  void whoWritesOnForTenSecondsIsNotWaitedFor() {
    note(WriteEvent.WRITTEN);
    for (int second = 0; second < 10; second++) {
      assertEquals(Duration.ofSeconds(10 - second), left());
      pass(Duration.ofSeconds(1));
      note(WriteEvent.WRITTEN);
    }
    assertFalse(left().isPositive());
  }

  @Test
  void aNameThatNobodyWritesToIsWaitedForAMoment() {
    note(WriteEvent.CREATED);
    assertEquals(Duration.ofMillis(50), left());
    pass(Duration.ofMillis(50));
    assertFalse(left().isPositive());
  }

  @Test
  void theEldestAreForgotten() {
    note(WriteEvent.WRITTEN);
    for (int i = 0; i < UnfinishedWrites.MOST; i++) {
      ThreadLocation other = copy("other-" + i);
      writes.note(other, other.name(), WriteEvent.WRITTEN);
    }
    assertEquals(Duration.ZERO, left());
    assertTrue(writes.left(files(copy("other-0"))).isPositive());
  }
}
