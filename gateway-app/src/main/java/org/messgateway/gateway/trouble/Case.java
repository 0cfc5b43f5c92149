package org.messgateway.gateway.trouble;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What goes on under one cause.
 *
 * @param latest the last occurrence
 * @param times how often it occurred since
 * @param since when it began
 * @param last when it occurred last
 * @param toldAt when somebody was last told; null for never
 * @param toldTimes how often it had occurred then
 */
public record Case(
    Trouble latest,
    int times,
    Instant since,
    Instant last,
    @Nullable Instant toldAt,
    int toldTimes) {

  static Case of(Trouble trouble, Instant now) {
    return new Case(trouble, 1, now, now, null, 0);
  }

  Case again(Trouble trouble, Instant now) {
    return new Case(trouble, times + 1, since, now, toldAt, toldTimes);
  }

  Case told(Instant at) {
    return new Case(latest, times, since, last, at, times);
  }

  /** What is told together: {@code credential/slack}. */
  public String key() {
    return latest.key();
  }

  /** What is wrong, with how often where it was more than once. */
  public String what() {
    return times == 1 ? latest.what() : latest.what() + " (%d times)".formatted(times);
  }
}
