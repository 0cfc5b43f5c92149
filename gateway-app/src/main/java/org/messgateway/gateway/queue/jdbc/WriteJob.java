package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;

/** One unit submitted to the {@link BatchWriter}, with its result; its caller waits for its end. */
final class WriteJob<I, T> {

  /** Longer than SQLite waits for a lock; only a disk that hangs takes as long. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final BatchWriter.Kind<I, T> kind;
  private final I item;
  private final CountDownLatch ended = new CountDownLatch(1);
  private @Nullable T result;
  private @Nullable RuntimeException failure;

  WriteJob(BatchWriter.Kind<I, T> kind, I item) {
    this.kind = kind;
    this.item = item;
  }

  BatchWriter.Kind<I, T> kind() {
    return kind;
  }

  void run(SqlSession session) throws SQLException {
    result = kind.run(session, List.of(item)).getFirst();
  }

  /**
   * Runs this one with others.
   *
   * @param all of the kind of this one, which is the first of them
   */
  void run(SqlSession session, List<WriteJob<?, ?>> all) throws SQLException {
    List<WriteJob<I, T>> same = all.stream().map(this::sameKind).toList();
    List<T> results = kind.run(session, same.stream().map(job -> job.item).toList());
    for (int i = 0; i < same.size(); i++) {
      same.get(i).result = results.get(i);
    }
  }

  @SuppressWarnings("unchecked") // What has one kind has that kind's types.
  private WriteJob<I, T> sameKind(WriteJob<?, ?> other) {
    return (WriteJob<I, T>) other;
  }

  /** Whether this unit failed alone, without its group. */
  boolean failed() {
    return failure != null;
  }

  /** It is durable, unless it failed before. */
  void succeed() {
    ended.countDown();
  }

  /** Does nothing after its end. */
  void fail(RuntimeException why) {
    if (ended.getCount() == 0) {
      return;
    }
    if (failure == null) {
      failure = why;
    }
    ended.countDown();
  }

  /** Waits; an interrupt is kept for later, because the work is done all the same. */
  void awaitEnd() {
    boolean interrupted = false;
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        if (ended.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          break;
        }
        throw new QueueException(
            StoreFailure.BUSY,
            "The queue's disk did not answer within %s; whether it stored this is not known."
                .formatted(PATIENCE),
            null);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @SuppressWarnings("NullAway") // T may be a nullable type; a job without failure has its result.
  T await() {
    awaitEnd();
    RuntimeException why = failure;
    if (why instanceof QueueException shared) {
      // One failure may be the whole group's; each caller gets its own, with its own stack.
      throw new QueueException(shared.trouble(), shared.getMessage(), shared);
    }
    if (why != null) {
      throw why;
    }
    return result;
  }
}
