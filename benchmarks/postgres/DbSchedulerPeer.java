import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * db-scheduler over the same PostgreSQL: one-time tasks of 1 KB that do nothing, locked and fetched
 * in pages. Its faster strategy, and a pool of connections as large as its threads.
 */
final class DbSchedulerPeer {

  private static final int BATCH = 256;
  private static final String SCHEMA =
      """
      CREATE TABLE scheduled_tasks (
        task_name text NOT NULL,
        task_instance text NOT NULL,
        task_data bytea,
        execution_time timestamp with time zone NOT NULL,
        picked boolean NOT NULL,
        picked_by text,
        last_success timestamp with time zone,
        last_failure timestamp with time zone,
        consecutive_failures int,
        last_heartbeat timestamp with time zone,
        version bigint NOT NULL,
        priority smallint,
        PRIMARY KEY (task_name, task_instance));
      CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time);
      CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat);
      CREATE INDEX priority_execution_time_idx ON scheduled_tasks
        (priority DESC, execution_time ASC)\
      """;

  private final HikariDataSource pool;
  private final int threads;
  private volatile CountDownLatch left = new CountDownLatch(0);

  private DbSchedulerPeer(HikariDataSource pool, int threads) {
    this.pool = pool;
    this.threads = threads;
  }

  /**
   * The second half is measured.
   *
   * @param args URL of an empty schema, how many, threads
   */
  public static void main(String[] args) throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(args[0]);
    int threads = Integer.parseInt(args[2]);
    config.setMaximumPoolSize(threads + 4);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      try (Connection connection = pool.getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute(SCHEMA);
      }
      DbSchedulerPeer peer = new DbSchedulerPeer(pool, threads);
      int count = Integer.parseInt(args[1]);
      peer.round("first-", count);
      double[] seconds = peer.round("second-", count);
      System.out.println("executions = " + count / seconds[1]);
      System.out.println("pairs = " + count / (seconds[0] + seconds[1]));
      System.out.println("Done");
    }
  }

  /** Seconds that it took to schedule them all, and then to execute them all. */
  private double[] round(String name, int count) throws InterruptedException {
    OneTimeTask<byte[]> task =
        Tasks.oneTime("nothing", byte[].class).execute((instance, context) -> left.countDown());
    Scheduler scheduler =
        Scheduler.create(pool, task)
            .threads(threads)
            .pollUsingLockAndFetch(1.0, 4.0)
            .pollingInterval(Duration.ofMillis(100))
            .build();
    left = new CountDownLatch(count);
    long began = System.nanoTime();
    schedule(scheduler, task, name, count);
    long scheduled = System.nanoTime();
    scheduler.start();
    left.await();
    long executed = System.nanoTime();
    scheduler.stop();
    return new double[] {(scheduled - began) / 1e9, (executed - scheduled) / 1e9};
  }

  private static void schedule(
      Scheduler scheduler, OneTimeTask<byte[]> task, String name, int count) {
    for (int from = 0; from < count; from += BATCH) {
      List<TaskInstance<?>> batch = new ArrayList<>();
      for (int i = from; i < Math.min(count, from + BATCH); i++) {
        batch.add(task.instance(name + i, new byte[1024]));
      }
      scheduler.scheduleBatch(batch, Instant.now());
    }
  }
}
