package org.messgateway.gateway.ops;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One trouble over its occurrences.
 *
 * @param latest the last occurrence
 * @param times how often it occurred since
 * @param since when it began
 * @param last when it occurred last
 * @param toldAt when the operators were last told; null for never
 * @param toldTimes how often it had occurred then
 */
public record TroubleState(
    Trouble latest,
    int times,
    Instant since,
    Instant last,
    @Nullable Instant toldAt,
    int toldTimes) {

  static TroubleState of(Trouble trouble, Instant now) {
    return new TroubleState(trouble, 1, now, now, null, 0);
  }

  TroubleState again(Trouble trouble, Instant now) {
    return new TroubleState(trouble, times + 1, since, now, toldAt, toldTimes);
  }

  TroubleState told(Instant at) {
    return new TroubleState(latest, times, since, last, at, times);
  }

  /** Occurrences with the same key are one trouble: {@code credential/slack}. */
  public String key() {
    return latest.key();
  }

  /** What is wrong, for people, with the number of occurrences above one. */
  public String what() {
    return times == 1 ? latest.what() : latest.what() + " (%d times)".formatted(times);
  }
}
