package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.Completion;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One unit submitted to the {@link BatchWriter}, with its result; its caller waits for its end. */
final class WriteJob<I, T> {

  private static final Logger LOG = LoggerFactory.getLogger(WriteJob.class);

  /** Longer than SQLite waits for a lock; only a disk that hangs takes as long. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final BatchWriter.Kind<I, T> kind;
  private final I item;
  private final Consumer<WriteJob<I, T>> atEnd;
  private final CountDownLatch ended = new CountDownLatch(1);
  private @Nullable T result;
  private @Nullable RuntimeException failure;

  WriteJob(BatchWriter.Kind<I, T> kind, I item) {
    this(kind, item, _ -> {});
  }

  /**
   * @param atEnd called once, on the thread that ends it, mostly the writer's; must be quick
   */
  WriteJob(BatchWriter.Kind<I, T> kind, I item, Consumer<WriteJob<I, T>> atEnd) {
    this.kind = kind;
    this.item = item;
    this.atEnd = atEnd;
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
    List<I> items = new ArrayList<>(all.size());
    for (WriteJob<?, ?> job : all) {
      items.add(sameKind(job).item);
    }
    List<T> results = kind.run(session, items);
    for (int i = 0; i < results.size(); i++) {
      sameKind(all.get(i)).result = results.get(i);
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
    if (ended.getCount() > 0) {
      end();
    }
  }

  private void end() {
    ended.countDown();
    try {
      atEnd.accept(this);
    } catch (RuntimeException e) {
      LOG.error("The end of a change could not be told; it is a mistake of the gateway.", e);
    }
  }

  /** Does nothing after its end. */
  void fail(RuntimeException why) {
    if (ended.getCount() == 0) {
      return;
    }
    if (failure == null) {
      failure = why;
    }
    end();
  }

  /** Tells its result or its failure, once it has ended. */
  @SuppressWarnings("NullAway") // as await
  void tell(Completion<T> end) {
    RuntimeException why = failure;
    if (why == null) {
      end.done(result);
    } else {
      end.failed(why);
    }
  }

  /** Tells the results of jobs that have ended, or the first failure among them. */
  @SuppressWarnings("NullAway") // as await
  static <I, T> void tell(List<WriteJob<I, T>> all, Completion<List<T>> end) {
    List<T> results = new ArrayList<>(all.size());
    for (WriteJob<I, T> job : all) {
      RuntimeException why = job.failure;
      if (why != null) {
        end.failed(why);
        return;
      }
      results.add(job.result);
    }
    end.done(results);
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
            "The queue's store did not answer within %d s; whether it stored this is not known."
                .formatted(PATIENCE.toSeconds()),
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
