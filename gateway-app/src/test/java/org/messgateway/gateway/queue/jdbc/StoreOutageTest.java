package org.messgateway.gateway.queue.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.messgateway.gateway.home.ReportedFailure;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * A store that is away for an hour does not fill the log, and its operator knows when it is back.
 */
final class StoreOutageTest {

  private final AtomicLong nanos = new AtomicLong();
  private final StoreOutage outage = new StoreOutage("db", nanos::get);
  private final Logger logger = (Logger) LoggerFactory.getLogger(StoreOutage.class);
  private final ListAppender<ILoggingEvent> said = new ListAppender<>();

  @BeforeEach
  void listen() {
    said.start();
    logger.addAppender(said);
  }

  @AfterEach
  void end() {
    logger.detachAppender(said);
  }

  @Test
  void anOutageIsSaidOnceAMinuteAndWhenItIsOver() {
    QueueException _ = away();
    pass(Duration.ofSeconds(59));
    QueueException _ = away();
    pass(Duration.ofSeconds(1));
    QueueException _ = away();
    pass(Duration.ofSeconds(3));
    outage.over();
    outage.over();

    assertEquals(
        List.of(
            "WARN It is away.",
            "WARN For 60 s now: It is away.",
            "INFO The queue in db works again, after 63 s."),
        lines());
  }

  @Test
  void oneThatComesAndGoesIsSaidEveryTenSeconds() {
    for (int second = 0; second <= 10; second++) {
      QueueException _ = away();
      outage.over();
      pass(Duration.ofSeconds(1));
    }

    assertEquals(
        List.of(
            "WARN It is away.",
            "INFO The queue in db works again, after 0 s.",
            "WARN It is away.",
            "INFO The queue in db works again, after 0 s."),
        lines());
  }

  @Test
  void anotherFailureOfTheStoreIsSaidASecondLater() {
    QueueException _ = away();
    QueueException _ = outage.found(failure(StoreFailure.FULL, "Its disk is full."));
    pass(Duration.ofSeconds(1));
    QueueException _ = outage.found(failure(StoreFailure.FULL, "Its disk is full."));

    assertEquals(List.of("WARN It is away.", "WARN Its disk is full."), lines());
  }

  @Test
  void whoMeetsAReportedFailureDoesNotReportItAgain() {
    QueueException reported = away();

    assertEquals(Level.DEBUG, ReportedFailure.level(reported, Level.ERROR));
    assertEquals(Level.DEBUG, ReportedFailure.level(new IOException("so", reported), Level.WARN));
    assertTrue(reported.environmental());
    assertEquals("It is away.", reported.getMessage());
  }

  @Test
  void aMistakeOfOurOwnIsNoOutageAndIsReportedByWhoMeetsIt() {
    QueueException mistake = failure(StoreFailure.REFUSED, "no such column");

    assertSame(mistake, outage.found(mistake));
    assertFalse(mistake.reported());
    assertEquals(Level.ERROR, ReportedFailure.level(mistake, Level.ERROR));
    assertEquals(List.of(), lines());
  }

  private QueueException away() {
    return outage.found(failure(StoreFailure.UNREACHABLE, "It is away."));
  }

  private static QueueException failure(StoreFailure trouble, String message) {
    return new QueueException(trouble, message, null);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private List<String> lines() {
    return said.list.stream()
        .map(event -> event.getLevel() + " " + event.getFormattedMessage())
        .toList();
  }
}
