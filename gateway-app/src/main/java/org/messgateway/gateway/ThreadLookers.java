package org.messgateway.gateway;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.messgateway.gateway.exchange.ChangedThreads;
import org.messgateway.gateway.exchange.Ref;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Those who look at changed threads. Each takes what waits, up to some, so that in a burst many
 * share one question to the queue and one commit; a few at once, so that a file that is slow to
 * read holds up only those taken with it.
 */
final class ThreadLookers implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ThreadLookers.class);
  private static final int LOOKERS = 8;
  private static final int TOGETHER = 16;
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Duration AGAIN = Duration.ofSeconds(5);
  private static final Duration GOODBYE = Duration.ofSeconds(5);

  private final ChangedThreads changed;
  private final ThreadFlow flow;
  private final List<Thread> threads = new ArrayList<>();
  private final LookTroubles troubles = new LookTroubles(System::nanoTime);
  private volatile boolean closing;

  ThreadLookers(ChangedThreads changed, ThreadFlow flow) {
    this.changed = changed;
    this.flow = flow;
  }

  void start() {
    for (int i = 0; i < LOOKERS; i++) {
      threads.add(Thread.ofVirtual().name("thread-looker-", i).start(this::work));
    }
  }

  private void work() {
    while (!closing) {
      try {
        Optional<Ref> next = changed.take(PATIENCE);
        next.ifPresent(this::lookAtMore);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void lookAtMore(Ref first) {
    List<Ref> refs = new ArrayList<>(List.of(first));
    refs.addAll(changed.more(TOGETHER - 1));
    try {
      flow.look(refs, this::failed);
    } finally {
      refs.forEach(changed::done);
    }
  }

  /** One thread that cannot be dealt with costs only itself, and only for now. */
  private void failed(Ref ref, RuntimeException failure) {
    troubles
        .failed(failure)
        .ifPresent(others ->
            log.error(
                "{} could not be dealt with and is looked at again in {} s{}: {}",
                ref,
                AGAIN.toSeconds(),
                others == 0 ? "" : ", like " + others + " before it",
                failure.getMessage()));
    log.debug("{} failed", ref, failure);
    changed.again(ref, AGAIN);
  }

  @Override
  public void close() {
    closing = true;
    try {
      for (Thread thread : threads) {
        if (!thread.join(GOODBYE)) {
          thread.interrupt();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
