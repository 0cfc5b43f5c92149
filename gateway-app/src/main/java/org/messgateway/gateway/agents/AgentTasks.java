package org.messgateway.gateway.agents;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The tasks of agents over all exchanges of a gateway. Each method shows an agent its own tasks
 * only; another's task does not exist for it. Changes nothing; safe for all threads.
 *
 * <p>{@code exchange} is the name or id of an exchange. Without one, all exchanges are meant, and
 * of several tasks with one id that of the first exchange. All methods throw {@link
 * UnknownExchangeException} for an exchange that is not there, and {@link
 * org.messgateway.gateway.queue.QueueException} while the store is away.
 */
public interface AgentTasks {

  /** The longest time that {@link #await} takes. */
  Duration LONGEST_WAIT = Duration.ofMinutes(10);

  /**
   * A task by its ref, or by the agent's own id of it, the latest where the id was used twice.
   * Empty when there is none, and for a task of somebody else.
   *
   * @throws LargeTaskException when there is no memory for it now
   */
  Optional<AgentTask> task(String agent, Optional<String> exchange, String id);

  /**
   * A page of tasks, the newest of each exchange first, one exchange after the other.
   *
   * @throws TaskFilter.UnknownCursorException for a cursor of no page here
   * @throws IOException when an exchange cannot be read now
   */
  TaskPage tasks(String agent, Optional<String> exchange, TaskFilter filter) throws IOException;

  /**
   * Waits for a task as {@link #await(String, Optional, String, WaitUntil, Duration, Optional)},
   * from how it stands now.
   */
  default Optional<AgentTask> await(
      String agent, Optional<String> exchange, String id, WaitUntil until, Duration longest)
      throws InterruptedException {
    return await(agent, exchange, id, until, longest, Optional.empty());
  }

  /**
   * Waits until a task stands as wanted, on the caller's thread. Wakes at once on what this gateway
   * sees, and looks once a second for what others did.
   *
   * @param longest at most {@link #LONGEST_WAIT}; zero looks once
   * @param seen {@link AgentTask#version} that the agent knows already: {@link WaitUntil#CHANGE}
   *     returns at once where the task is another by now; empty for how it stands now
   * @return how the task stands now, also when the time is over; empty as in {@link #task}
   * @throws LargeTaskException when there is no memory for it now
   * @throws InterruptedException when the thread is interrupted, such as by a stop of the gateway
   */
  Optional<AgentTask> await(
      String agent,
      Optional<String> exchange,
      String id,
      WaitUntil until,
      Duration longest,
      Optional<String> seen)
      throws InterruptedException;

  /**
   * Calls a bell after each change of an agent's tasks that this gateway looked at, also where
   * nothing of it concerns the agent. Changes that come together may ring once or several times.
   *
   * @param bell called on the thread that looked at the task; must return at once and not throw
   */
  Subscription subscribe(String agent, Consumer<TaskChange> bell);

  /**
   * A task that changed.
   *
   * @param exchange name of the exchange
   */
  record TaskChange(String exchange, String ref) {}

  /** Ends with {@link #close}, which may be called several times. */
  @FunctionalInterface
  interface Subscription extends AutoCloseable {

    @Override
    void close();
  }
}
