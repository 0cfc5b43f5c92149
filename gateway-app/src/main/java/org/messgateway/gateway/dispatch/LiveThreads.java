package org.messgateway.gateway.dispatch;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts virtual threads and remembers those that have not ended: none is forgotten. */
final class LiveThreads {

  private static final Logger LOG = LoggerFactory.getLogger(LiveThreads.class);

  private final Roster<Thread> live = new Roster<>();

  void start(String name, Runnable body) {
    Thread thread =
        Thread.ofVirtual()
            .name(name)
            .inheritInheritableThreadLocals(false)
            .unstarted(() -> run(body));
    live.in(thread);
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
      live.out(Thread.currentThread());
    }
  }

  Roster<Thread> roster() {
    return live;
  }
}
