package org.messgateway.adapter.slack;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.messgateway.api.Ear;
import org.messgateway.api.EarException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what Slack tells, whichever way it came: keeps it on the disk, so that Slack can be told
 * "got it", and works it through on a virtual thread. What cannot be kept now, or is more than is
 * worked on at once, is not taken: Slack tells of it again.
 */
final class SlackIntake implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SlackIntake.class);

  /** Events at work at once; each may fetch files. */
  static final int MOST = 64;

  /** Slack wants its answer within three seconds, we give it within one. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private final Ear ear;
  private final SlackWork work;
  private final Semaphore room = new Semaphore(MOST);
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("slack-work-", 0).factory());

  SlackIntake(Ear ear, SlackWork work) {
    this.ear = ear;
    this.work = work;
  }

  /** Works through what an earlier process took and did not finish; returns at once. */
  void catchUp() {
    catchUp(ear::kept);
  }

  /** Works through what another process took that is gone; returns at once. */
  void takeOver(List<Ear.Kept> left) {
    try {
      catchUp(() -> left);
    } catch (RejectedExecutionException closing) {
      // It is on the disk: the next start works it through.
    }
  }

  private void catchUp(Supplier<List<Ear.Kept>> before) {
    threads.execute(() -> {
      try {
        before.get().forEach(this::again);
      } catch (RuntimeException e) {
        LOG.error("What was done in Slack before waits for the next start: {}", e.toString());
      }
    });
  }

  private void again(Ear.Kept kept) {
    SlackEvents.read(Parsed.of(kept.event()))
        .ifPresentOrElse(event -> work.through(kept.id(), event), () -> ear.done(kept.id()));
  }

  /**
   * Whether Slack may be told that it was taken. True too for what does not concern us and for what
   * was taken before.
   */
  boolean take(byte[] payload) {
    Optional<SlackEvent> event = SlackEvents.read(Parsed.of(payload));
    return event.isEmpty() || take(event.get(), payload);
  }

  private boolean take(SlackEvent event, byte[] payload) {
    if (!hasRoom()) {
      LOG.warn("More comes from Slack than is worked through; it will tell the rest again.");
      return false;
    }
    boolean begun = false;
    try {
      if (ear.keep(event.id(), payload)) {
        threads.execute(() -> finish(event));
        begun = true;
      }
      return true;
    } catch (EarException e) {
      LOG.warn("What somebody did in Slack could not be kept, Slack will tell again: {}", said(e));
      return false;
    } catch (RejectedExecutionException closing) {
      // It is on the disk: the next start works it through.
      return true;
    } finally {
      if (!begun) {
        room.release();
      }
    }
  }

  private void finish(SlackEvent event) {
    try {
      work.through(event.id(), event);
    } finally {
      room.release();
    }
  }

  private boolean hasRoom() {
    try {
      return room.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static String said(EarException e) {
    return String.valueOf(e.getMessage());
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
