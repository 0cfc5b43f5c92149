package org.messgateway.gateway.routing;

import java.util.List;

/**
 * Which executors are notified, which are not, and why, as data; {@link ExplanationText} makes
 * sentences of it.
 *
 * @param rule the place of the rule that decided, or the choice of the exchange
 * @param notes mistakes in configuration or thread: unknown ids, unreadable deadlines
 * @param verdicts one for each executor in the order of the configuration; empty for a thread that
 *     has ended
 * @param notices deliveries after the request
 */
public record Explanation(
    String rule, List<String> notes, List<ExecutorVerdict> verdicts, List<FollowUpNotice> notices) {

  /** The explanation of a route without reasons. */
  static final Explanation NONE = new Explanation("", List.of(), List.of(), List.of());

  public Explanation {
    notes = List.copyOf(notes);
    verdicts = List.copyOf(verdicts);
    notices = List.copyOf(notices);
  }
}
