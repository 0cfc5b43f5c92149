package org.messgateway.gateway.answer;

import java.util.List;
import java.util.Map;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.protocol.Succession;

/** To whom a task may be passed on. Source: protocol §4.2. */
final class DelegationRules {

  static final String DELEGATED_TO = "delegated_to";

  private DelegationRules() {}

  /**
   * The executors that a {@code delegated} names.
   *
   * @param by who passes it on
   * @param fields of the status
   * @throws AnswerRefusal when it names nobody, somebody unknown, or who passes it on
   */
  static List<String> checked(
      MessThread thread, String by, Map<String, ?> fields, NamedExecutors executors)
      throws AnswerRefusal {
    List<String> to = executors.of(fields.get(DELEGATED_TO));
    if (to.isEmpty()) {
      throw new AnswerRefusal(
          "A delegated needs to say to whom, as in"
              + " `- status: {code: delegated, delegated_to: ID}`. To give the task back send"
              + " declined.");
    }
    if (to.contains(by)) {
      throw new AnswerRefusal("Nobody passes a task on to himself. To keep it, send nothing.");
    }
    if (thread.requestor().filter(to::contains).isPresent()) {
      throw new AnswerRefusal(
          "%s is the one who asks. To give the task back send declined."
              .formatted(thread.requestor().orElse("")));
    }
    if (Succession.of(thread.envelope()).predecessors().size() >= SuccessorThreads.MOST_STEPS) {
      throw new AnswerRefusal(
          "This task was passed on %d times already. Do it, or send declined or failed."
              .formatted(SuccessorThreads.MOST_STEPS));
    }
    return to;
  }
}
