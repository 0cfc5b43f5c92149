package org.messgateway.gateway.dispatch;

import java.util.List;
import org.messgateway.api.FailureReason;
import org.messgateway.gateway.queue.Identity;

/**
 * Is called once for each attempt after its settlement, on the one thread that reports: log line,
 * metrics. Must be fast.
 */
public interface AttemptObserver {

  void attempted(AttemptReport report);

  /** The service reports that an accepted delivery did not arrive. */
  void corrected(Identity identity, FailureReason reason, String sentence);

  /** One observer that calls all of these in order. */
  static AttemptObserver all(List<AttemptObserver> observers) {
    List<AttemptObserver> copy = List.copyOf(observers);
    return new AttemptObserver() {
      @Override
      public void attempted(AttemptReport report) {
        for (AttemptObserver observer : copy) {
          observer.attempted(report);
        }
      }

      @Override
      public void corrected(Identity identity, FailureReason reason, String sentence) {
        for (AttemptObserver observer : copy) {
          observer.corrected(identity, reason, sentence);
        }
      }
    };
  }
}
