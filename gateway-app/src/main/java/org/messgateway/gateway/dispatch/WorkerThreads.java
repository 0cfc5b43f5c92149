package org.messgateway.gateway.dispatch;

import org.messgateway.gateway.home.ReportedFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Starts threads, logs what they throw, and knows those that have not ended. */
final class WorkerThreads {

  private static final Logger LOG = LoggerFactory.getLogger(WorkerThreads.class);

  private final ActiveSet<Thread> live = new ActiveSet<>();

  void start(String name, Runnable body) {
    Thread thread =
        Thread.ofVirtual()
            .name(name)
            .inheritInheritableThreadLocals(false)
            .unstarted(() -> whole(body));
    live.add(thread);
    thread.start();
  }

  private void whole(Runnable body) {
    try {
      body.run();
    } catch (RuntimeException | Error e) {
      failed(e);
    } finally {
      live.remove(Thread.currentThread());
    }
  }

  /** One piece of a thread's work failed, which does not end the others. */
  static void failed(Throwable why) {
    LOG.atLevel(ReportedFailure.level(why, Level.ERROR))
        .setCause(why)
        .log(
            "{} failed; rows it had in hand are taken up again by themselves.",
            Thread.currentThread().getName());
  }

  /** Threads that have not ended. */
  ActiveSet<Thread> live() {
    return live;
  }
}
