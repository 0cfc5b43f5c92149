package org.messgateway.adapter.okhttp;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.internal.concurrent.TaskRunner;
import okhttp3.internal.connection.ConnectionListener;

/**
 * Makes pools of connections that look once a second for those that were idle too long. OkHttp's
 * own pool wakes a thread for that at the end of each call, which takes the locks of all
 * connections. The constructor and the types that this needs are not of OkHttp's documented ones.
 */
final class IdleConnections {

  private static final int MOST = 64;
  private static final int SECONDS = 30;

  private static final TaskRunner LOOKS =
      new TaskRunner(
          new EachSecond(TaskRunner.INSTANCE.getBackend()), TaskRunner.Companion.getLogger());

  private IdleConnections() {}

  /** A pool that keeps 64 idle connections for 30 s. */
  static ConnectionPool pool() {
    return new ConnectionPool(
        MOST, SECONDS, TimeUnit.SECONDS, LOOKS, ConnectionListener.Companion.getNONE());
  }

  /** Does what is due when its second is over, and is not woken before. */
  private record EachSecond(TaskRunner.Backend backend) implements TaskRunner.Backend {

    @Override
    public void coordinatorNotify(TaskRunner taskRunner) {
      // It is seen within the second.
    }

    @Override
    public void coordinatorWait(TaskRunner taskRunner, long nanos) {
      backend.coordinatorWait(taskRunner, Math.min(nanos, TimeUnit.SECONDS.toNanos(1)));
    }

    @Override
    public long nanoTime() {
      return backend.nanoTime();
    }

    @Override
    public <T> BlockingQueue<T> decorate(BlockingQueue<T> queue) {
      return backend.decorate(queue);
    }

    @Override
    public void execute(TaskRunner taskRunner, Runnable runnable) {
      backend.execute(taskRunner, runnable);
    }
  }
}
