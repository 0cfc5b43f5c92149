package org.messgateway.adapter.mcp;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome.Reach;

/**
 * Calls that may take longer than an attempt, by the id of their delivery: an attempt that is made
 * again joins the call that is still open. In memory only. Thread-safe and bounded.
 */
final class OpenCalls implements AutoCloseable {

  /** The most calls that are open at once, and the most results that are kept. */
  private static final int MOST = 64;

  /** How long a result is kept for the question that fetches it. */
  private static final Duration KEPT = Duration.ofHours(1);

  private final Map<String, OpenCall> calls = new HashMap<>();

  /** One call. */
  private static final class OpenCall {

    private final CompletableFuture<ToolCallResult> result = new CompletableFuture<>();
    private final Thread thread;
    private volatile long ended;

    OpenCall(String delivery, Call call) {
      thread = Thread.ofVirtual().name("mcp-call " + delivery).start(() -> run(call));
    }

    private void run(Call call) {
      try {
        ToolCallResult answer = call.make();
        ended = System.nanoTime();
        result.complete(answer);
      } catch (McpFailure | RuntimeException e) {
        ended = System.nanoTime();
        result.completeExceptionally(e);
      }
    }

    boolean old() {
      return result.isDone() && System.nanoTime() - ended > KEPT.toNanos();
    }
  }

  /** Makes the call; blocks until its end. */
  @FunctionalInterface
  interface Call {
    ToolCallResult make() throws McpFailure;
  }

  /**
   * Makes a call, unless it is open already, and waits for its result.
   *
   * @return empty when it goes on
   * @throws McpFailure when it failed, or there is no room for it
   */
  Optional<ToolCallResult> join(String delivery, Call call, Duration patience) throws McpFailure {
    try {
      ToolCallResult result = opened(delivery, call).get(patience.toNanos(), TimeUnit.NANOSECONDS);
      remove(delivery);
      return Optional.of(result);
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw McpFailure.of(
          FailureReason.TIMEOUT, "The attempt was interrupted.", Reach.POSSIBLY_SENT);
    } catch (ExecutionException e) {
      remove(delivery);
      throw failure(Objects.requireNonNullElse(e.getCause(), e));
    }
  }

  private synchronized CompletableFuture<ToolCallResult> opened(String delivery, Call call)
      throws McpFailure {
    OpenCall known = calls.get(delivery);
    if (known != null) {
      return known.result;
    }
    dropResults();
    if (calls.values().stream().filter(each -> !each.result.isDone()).count() >= MOST) {
      throw McpFailure.of(
          FailureReason.UNAVAILABLE,
          "Too many programs work on long calls at once (" + MOST + ").",
          Reach.BEFORE_SENDING);
    }
    OpenCall opened = new OpenCall(delivery, call);
    calls.put(delivery, opened);
    return opened.result;
  }

  /** Drops results that are old, and the oldest of too many. */
  private void dropResults() {
    calls.values().removeIf(OpenCall::old);
    List<OpenCall> tooMany =
        calls.values().stream()
            .filter(call -> call.result.isDone())
            .sorted(Comparator.comparingLong((OpenCall call) -> call.ended).reversed())
            .skip(MOST)
            .toList();
    calls.values().removeAll(tooMany);
  }

  private synchronized void remove(String delivery) {
    calls.remove(delivery);
  }

  /**
   * The result of a call that went on; it is kept for a while, for the case that it is asked for
   * again. Empty while the call goes on.
   *
   * @throws McpFailure when it failed
   */
  Optional<ToolCallResult> result(String delivery) throws McpFailure {
    CompletableFuture<ToolCallResult> result;
    synchronized (this) {
      OpenCall call = calls.get(delivery);
      if (call == null || !call.result.isDone()) {
        return Optional.empty();
      }
      result = call.result;
    }
    if (result.isCompletedExceptionally()) {
      throw failure(result.exceptionNow());
    }
    return Optional.of(result.resultNow());
  }

  /** Whether a call is known here, open or ended. */
  synchronized boolean knows(String delivery) {
    return calls.containsKey(delivery);
  }

  private static McpFailure failure(Throwable cause) {
    return cause instanceof McpFailure failure
        ? failure
        : McpFailure.of(
            FailureReason.UNCERTAIN,
            "The call failed with " + cause.getClass().getName() + ".",
            Reach.POSSIBLY_SENT);
  }

  @Override
  public synchronized void close() {
    calls.values().forEach(call -> call.thread.interrupt());
    calls.clear();
  }
}
