package org.messgateway.gateway.trouble;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.messgateway.gateway.queue.MovableClock;

class TroubleBookTest {

  private static final Trouble SLACK =
      new Trouble(Cause.CREDENTIAL, "slack", "Slack refuses our token", "make a new one");
  private static final Trouble TELEGRAM =
      new Trouble(Cause.CREDENTIAL, "telegram", "Telegram refuses our token", "ask BotFather");

  private final MovableClock clock = new MovableClock();
  private final TroubleBook book = new TroubleBook(clock);

  @Test
  void whatComesTogetherIsToldTogether() {
    book.report(SLACK);
    book.report(SLACK);
    assertEquals(List.of(), book.untold(), "a moment more may bring a third");
    clock.advance(TroubleBook.GROUPING);
    book.report(SLACK);
    assertEquals(
        List.of("Slack refuses our token (3 times)"),
        book.untold().stream().map(Case::what).toList());
  }

  @Test
  void theSameCauseIsToldAtMostHourlyAndOnlyWhenItOccursAgain() {
    tell(SLACK);
    book.report(SLACK);
    clock.advance(TroubleBook.HOURLY.minusSeconds(1));
    assertEquals(List.of(), book.untold());
    clock.advance(Duration.ofSeconds(1));
    assertEquals(1, book.untold().size());
    book.told(SLACK.key());
    clock.advance(TroubleBook.HOURLY);
    assertEquals(List.of(), book.untold(), "it did not occur again");
  }

  @Test
  void anotherCauseIsToldWhileTheFirstRests() {
    tell(SLACK);
    book.report(TELEGRAM);
    clock.advance(TroubleBook.GROUPING);
    assertEquals(List.of("credential/telegram"), book.untold().stream().map(Case::key).toList());
  }

  /** The key stands in the queue, where PostgreSQL takes some 2,700 bytes and a path has 4,096. */
  @Test
  void aLongPathIsToldUnderAKeyThatFits() {
    String path = "/home".repeat(800);
    Trouble full = new Trouble(Cause.DISK, path, "The disk is full", "make room");
    tell(full);
    assertTrue(full.key().length() < 600, full.key());
    assertTrue(full.key().startsWith("disk/" + path.substring(0, 200)), full.key());
    assertEquals("The disk is full", book.now(full.key()).orElseThrow().what());
    book.mended(Cause.DISK, path);
    assertEquals(List.of(), book.all());
  }

  @Test
  void whatIsMendedIsNotToldAnyMore() {
    book.report(SLACK);
    clock.advance(TroubleBook.GROUPING);
    book.mended(Cause.CREDENTIAL, "slack");
    assertEquals(List.of(), book.untold());
    assertEquals(List.of(), book.all());
  }

  @Test
  void whatDidNotOccurForHoursIsForgotten() {
    tell(SLACK);
    clock.advance(TroubleBook.QUIET.plusSeconds(1));
    assertEquals(List.of(), book.untold());
    assertEquals(List.of(), book.all());
  }

  @Test
  void aFloodOfCausesIsBounded() {
    for (int i = 0; i < 10_000; i++) {
      book.report(new Trouble(Cause.ADDRESS, "slack/" + i, "cannot be reached", "mend it"));
    }
    assertEquals(200, book.all().size());
  }

  private void tell(Trouble trouble) {
    book.report(trouble);
    clock.advance(TroubleBook.GROUPING);
    assertEquals(1, book.untold().size());
    book.told(trouble.key());
  }
}
