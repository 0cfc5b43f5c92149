package org.messgateway.gateway.telemetry;

import java.util.List;
import org.messgateway.api.FailureReason;
import org.messgateway.gateway.queue.Identity;

/** Sees every attempt once, after it was settled: log and metrics. Must be fast. */
public interface AttemptObserver {

  void attempted(AttemptReport report);

  /** A receipt proved wrong: what was delivered was not. */
  void corrected(Identity identity, FailureReason reason, String sentence);

  /** Tells all of these. */
  static AttemptObserver all(List<AttemptObserver> observers) {
    List<AttemptObserver> copy = List.copyOf(observers);
    return new AttemptObserver() {
      @Override
      public void attempted(AttemptReport report) {
        copy.forEach(observer -> observer.attempted(report));
      }

      @Override
      public void corrected(Identity identity, FailureReason reason, String sentence) {
        copy.forEach(observer -> observer.corrected(identity, reason, sentence));
      }
    };
  }
}
