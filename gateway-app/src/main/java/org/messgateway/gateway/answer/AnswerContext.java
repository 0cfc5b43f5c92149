package org.messgateway.gateway.answer;

import java.time.InstantSource;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.exchange.ExchangeListener;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.queue.journal.Journal;

/**
 * The collaborators of answering on one exchange.
 *
 * @param exchange its id
 * @param listener notified of every thread that was changed
 * @param able executors that could still claim a thread
 * @param names from an executor's id to its name
 * @param executors those that messages may name
 */
public record AnswerContext(
    String exchange,
    ThreadWriter writer,
    Journal journal,
    ExchangeListener listener,
    AbleExecutors able,
    UnaryOperator<String> names,
    NamedExecutors executors,
    InstantSource clock) {

  /** Finds the executors that could claim a task that is given back or declined. */
  @FunctionalInterface
  public interface AbleExecutors {

    /**
     * The executors that would be notified in any stage if the thread were free, without the
     * requestor.
     *
     * @param declined executors that declined; left out of the result
     */
    Set<String> able(MessThread thread, Set<String> declined);
  }
}
