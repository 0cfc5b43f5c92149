package org.messgateway.gateway.reconcile;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.routing.DependencyStates;

/**
 * How the threads stand that others wait for, as the queue remembers them. It forgets those that
 * ended a month ago: they are looked for in the exchange, by ref, wherever they lie now.
 */
final class QueueDependencies implements DependencyStates {

  /** Threads that go on in others that go on: beyond this, something is wrong with them. */
  private static final int MOST_STEPS = 20;

  private final String exchange;
  private final QueueView queue;
  private final Function<Ref, ThreadReadResult> threads;

  QueueDependencies(String exchange, QueueView queue, Function<Ref, ThreadReadResult> threads) {
    this.exchange = exchange;
    this.queue = queue;
    this.threads = threads;
  }

  @Override
  public DependencyState find(@Nullable String requestor, String id) {
    Optional<ThreadRow> named =
        requestor == null ? Optional.empty() : queue.threadByClientId(exchange, requestor, id);
    return named
        .or(() -> queue.thread(exchange, id))
        .map(row -> standing(row, MOST_STEPS))
        .or(() -> forgotten(id))
        .orElseGet(DependencyState.NotFound::new);
  }

  private DependencyState standing(ThreadRow row, int steps) {
    ThreadStatus status = ThreadStatus.of(row.status()).orElse(ThreadStatus.PENDING);
    if (!status.ended()) {
      return new DependencyState.Unfinished(
          row.ref(), row.requestor(), queue.dependsOn(exchange, row.ref()));
    }
    if (!status.succeeded() && !row.successors().isEmpty() && steps > 0) {
      return together(row, steps - 1);
    }
    return ended(row.ref(), status, row.modified());
  }

  /** A thread that goes on in others has finished when all of these have. */
  private DependencyState together(ThreadRow row, int steps) {
    DependencyState all = new DependencyState.NotFound();
    for (String ref : row.successors()) {
      // One that was made a moment ago has no row yet.
      DependencyState one =
          queue
              .thread(exchange, ref)
              .map(next -> standing(next, steps))
              .or(() -> forgotten(ref))
              .orElseGet(() -> new DependencyState.Unfinished(ref, row.requestor(), List.of()));
      if (!(one instanceof DependencyState.Succeeded)) {
        return one;
      }
      all = one;
    }
    return all;
  }

  /** One that has not ended comes into the queue by itself. */
  private Optional<DependencyState> forgotten(String id) {
    return Ref.of(id)
        .flatMap(ref -> threads.apply(ref).complete())
        .filter(found -> found.thread().envelope().status().ended())
        .map(QueueDependencies::ended);
  }

  private static DependencyState ended(LoadedThread found) {
    Envelope envelope = found.thread().envelope();
    Instant at = Objects.requireNonNullElse(envelope.updated(), found.fingerprint().modified());
    return ended(found.ref().value(), envelope.status(), at);
  }

  private static DependencyState ended(String ref, ThreadStatus status, Instant at) {
    return status.succeeded()
        ? new DependencyState.Succeeded(ref, at)
        : new DependencyState.EndedWithoutSuccess(ref, status);
  }
}
