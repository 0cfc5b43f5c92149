package org.messgateway.gateway.dispatch;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts virtual threads, logs what they throw, and knows those that have not ended. */
final class WorkerThreads {

  private static final Logger LOG = LoggerFactory.getLogger(WorkerThreads.class);

  private final ActiveSet<Thread> live = new ActiveSet<>();

  void start(String name, Runnable body) {
    Thread thread =
        Thread.ofVirtual()
            .name(name)
            .inheritInheritableThreadLocals(false)
            .unstarted(() -> run(body));
    live.add(thread);
    thread.start();
  }

  private void run(Runnable body) {
    try {
      body.run();
    } catch (RuntimeException | Error e) {
      LOG.error(
          "{} failed; rows it had in hand are taken up again by themselves.",
          Thread.currentThread().getName(),
          e);
    } finally {
      live.remove(Thread.currentThread());
    }
  }

  /** Threads that have not ended. */
  ActiveSet<Thread> live() {
    return live;
  }
}
