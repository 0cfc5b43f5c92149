package org.messgateway.testkit.simulator;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.testkit.CannedResponse;

/**
 * The faults of a simulator by operation: the name of the vendor's method, or one of the names that
 * the simulator documents. Thread-safe.
 */
public final class FaultScript {

  private final Map<String, Deque<Step>> once = new HashMap<>();
  private final Map<String, Step> always = new HashMap<>();
  private boolean closed;

  FaultScript() {}

  /** The treatment of a request, in place of its proper answer or before it. */
  public sealed interface Step {

    /** This answer: a status, headers such as {@code Retry-After}, a body. */
    record Respond(CannedResponse response) implements Step {}

    /** The proper answer after a delay. */
    record Delay(Duration delay) implements Step {}

    /** The proper answer when the script no longer holds this step. */
    record Hang() implements Step {}

    /** The request is read and the connection closed without an answer. */
    record Cut() implements Step {}
  }

  /**
   * Sets the step of the next request of this operation. Several steps play in order, before {@link
   * #always}.
   */
  public synchronized void once(String operation, Step step) {
    once.computeIfAbsent(operation, _ -> new ArrayDeque<>()).add(step);
  }

  /** Sets the step of every request of this operation until {@link #clear}. */
  public synchronized void always(String operation, Step step) {
    always.put(operation, step);
  }

  /** Removes the steps of this operation; requests that hang get their answers. */
  public synchronized void clear(String operation) {
    once.remove(operation);
    always.remove(operation);
    notifyAll();
  }

  /** The step of a request that arrives now; null for a proper answer. */
  synchronized @Nullable Step next(String operation) {
    Deque<Step> steps = once.get(operation);
    return steps == null || steps.isEmpty() ? always.get(operation) : steps.removeFirst();
  }

  /** Waits until the operation no longer hangs. */
  synchronized void awaitRelease(String operation) throws InterruptedException {
    while (!closed && always.get(operation) instanceof Step.Hang) {
      wait();
    }
  }

  /** Waits; shorter when the simulator is closed meanwhile. */
  synchronized void pause(Duration delay) throws InterruptedException {
    long end = System.nanoTime() + delay.toNanos();
    for (long left = delay.toMillis(); left > 0 && !closed; ) {
      wait(left);
      left = (end - System.nanoTime()) / 1_000_000;
    }
  }

  synchronized void close() {
    closed = true;
    notifyAll();
  }
}
