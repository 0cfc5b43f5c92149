package org.messgateway.gateway.answer;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.home.ReportedFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * What is said of answers that cannot be written now: a line in 10 seconds, however many wait while
 * an exchange is away. Thread-safe.
 */
final class AnswerFailureLog {

  private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);
  private static final Logger log = LoggerFactory.getLogger(AnswerFailureLog.class);

  private final InstantSource clock;
  private @Nullable Instant lastLine;

  AnswerFailureLog(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * @param what did not work, without a full stop
   */
  void failed(String what, IOException e) {
    Level level = ReportedFailure.level(e, Level.WARN);
    log.atLevel(level == Level.WARN && !isWorthALine() ? Level.DEBUG : level)
        .log("{}: {}", what, e.getMessage());
  }

  private synchronized boolean isWorthALine() {
    Instant now = clock.instant();
    Instant before = lastLine;
    boolean worth =
        before == null || Duration.between(before, now).abs().compareTo(BETWEEN_LINES) >= 0;
    lastLine = worth ? now : before;
    return worth;
  }
}
