package org.messgateway.gateway.routing;

import java.util.List;

/**
 * Who is told and who is not, and why, as data; {@link ExplanationText} makes sentences of it.
 *
 * @param rule what decided: where the rule is written, or who chose
 * @param notes what is worth a look in configuration or thread: unknown ids, unreadable deadlines
 * @param verdicts one for each executor in the order of the configuration; empty for a thread that
 *     has ended
 * @param notices what was or is to be told after the request
 */
public record Explanation(
    String rule, List<String> notes, List<Verdict> verdicts, List<Notice> notices) {

  /** Of what is not explained. */
  static final Explanation NONE = new Explanation("", List.of(), List.of(), List.of());

  public Explanation {
    notes = List.copyOf(notes);
    verdicts = List.copyOf(verdicts);
    notices = List.copyOf(notices);
  }
}
