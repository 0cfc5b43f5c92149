package org.messgateway.api;

import java.time.Duration;
import java.util.Optional;

/**
 * An adapter whose service accepts a task at once and answers it later, when it is asked
 * (docs/rules.md#accepted-is-not-delivered). What is needed to ask stands in the {@link Receipt},
 * which the gateway keeps: the questions go on after a restart. They end with the task.
 */
public interface TaskPolling {

  /**
   * The pause before the next question about a task, counted from its receipt or from the question
   * before; empty when the receipt is not asked about. Reads memory only.
   */
  Optional<Duration> pollAfter(Receipt receipt);

  /**
   * Asks the service once. Returns within {@link AdapterServices#timeLimit()}; a failure of the
   * network is a {@link PollResult}, never an exception.
   *
   * @param address the address that accepted the task, as it is configured now
   * @param receipt the receipt as {@link Adapter#deliver} or the question before returned it
   */
  PollResult poll(Address address, Receipt receipt);

  /** The result of one question. */
  sealed interface PollResult {

    /** There is nothing new. */
    record Pending() implements PollResult {}

    /**
     * The service answered.
     *
     * @param reply the body of the answer, which may hold a MESS message
     * @param next the receipt from now on; one without {@link #pollAfter} ends the questions
     */
    record Answered(ServiceReply reply, Receipt next) implements PollResult {}

    /**
     * The service could not be asked. The gateway asks again, with growing pauses.
     *
     * @param sentence what happened, for people; one line, no secrets
     */
    record Failed(String sentence) implements PollResult {}
  }
}
