package org.messgateway.gateway.notify.digest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.queue.jdbc.OpenedQueue;
import org.messgateway.gateway.queue.jdbc.SqliteStore;

class RateWindowTest {

  private static final Instant NOW = Instant.parse("2026-11-21T09:00:00Z");

  @TempDir Path folder;
  private OpenedQueue opened;

  @BeforeEach
  void open() {
    opened = SqliteStore.in(folder, () -> NOW).open("first");
  }

  @AfterEach
  void close() {
    opened.queue().close();
  }

  @Test
  void theSeventhWithinTenMinutesWaitsUntilTheFirstIsTenMinutesOld() {
    for (int i = 0; i < RateWindow.MOST; i++) {
      assertEquals(Optional.empty(), take("task-" + i, false, NOW.plusSeconds(i)));
    }
    Instant free = NOW.plus(RateWindow.SPAN);
    assertEquals(Optional.of(free), take("one more", false, NOW.plusSeconds(60)));
    assertEquals(Optional.of(free), take("one more", false, free.minusMillis(1)));
    assertEquals(Optional.empty(), take("one more", false, free));
  }

  @Test
  void theSameTaskOverAnotherChannelOrTriedAgainIsOne() {
    for (int i = 0; i < 100; i++) {
      assertEquals(Optional.empty(), take("the same", false, NOW.plusSeconds(i)));
    }
  }

  @Test
  void urgentOnesHaveATenOfTheirOwn() {
    fill(RateWindow.MOST, false);
    for (int i = 0; i < RateWindow.MOST_URGENT; i++) {
      assertEquals(Optional.empty(), take("urgent-" + i, true, NOW));
    }
    assertEquals(Optional.of(NOW.plus(RateWindow.SPAN)), take("urgent-x", true, NOW));
  }

  @Test
  void onesFloodIsNotTheOthersWait() {
    fill(RateWindow.MOST, false);
    assertEquals(Optional.empty(), take("sam", "task", false, NOW));
  }

  @Test
  void whatWasAskedBeforeARestartCounts() {
    fill(RateWindow.MOST, false);
    opened.queue().close();
    opened = SqliteStore.in(folder, () -> NOW).open("next");
    assertEquals(
        Optional.of(NOW.plus(RateWindow.SPAN)), take("one more", false, NOW.plusSeconds(60)));
    assertEquals(Optional.empty(), take("task-3", false, NOW), "this one was asked");
  }

  private void fill(int many, boolean urgent) {
    for (int i = 0; i < many; i++) {
      take("task-" + i, urgent, NOW);
    }
  }

  private Optional<Instant> take(String ref, boolean urgent, Instant at) {
    return take("ana", ref, urgent, at);
  }

  private Optional<Instant> take(String executor, String ref, boolean urgent, Instant at) {
    return new RateWindow(opened.journal().asked()).take(executor, ref, urgent, at);
  }
}
