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
import org.messgateway.api.InboundException;
import org.messgateway.api.InboundListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts Slack's events from both transports. It stores an event on the disk before Slack gets the
 * acknowledgement, and processes it on a virtual thread. An event that cannot be stored, or that
 * exceeds the number of events in process, is not acknowledged: Slack sends it again.
 */
final class SlackEventQueue implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SlackEventQueue.class);

  /** The number of events in process at once; each may fetch files. */
  static final int MOST = 64;

  /**
   * The wait for a free place. Slack expects its answer within 3 s; the gateway answers within 1 s.
   */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private final InboundListener listener;
  private final SlackEventHandler work;
  private final Semaphore room = new Semaphore(MOST);
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("slack-work-", 0).factory());

  SlackEventQueue(InboundListener listener, SlackEventHandler work) {
    this.listener = listener;
    this.work = work;
  }

  /** Processes the events that an earlier process stored and did not complete; returns at once. */
  void catchUp() {
    catchUp(listener::unfinished);
  }

  /** Processes the events of a process that has ended; returns at once. */
  void resume(List<InboundListener.StoredEvent> events) {
    try {
      catchUp(() -> events);
    } catch (RejectedExecutionException closing) {
      // It is on the disk: the next start works it through.
    }
  }

  private void catchUp(Supplier<List<InboundListener.StoredEvent>> before) {
    threads.execute(() -> {
      try {
        before.get().forEach(this::again);
      } catch (RuntimeException e) {
        LOG.error("What was done in Slack before waits for the next start: {}", e.toString());
      }
    });
  }

  private void again(InboundListener.StoredEvent storedEvent) {
    SlackEventReader.read(LenientJson.of(storedEvent.event()))
        .ifPresentOrElse(
            event -> work.process(storedEvent.id(), event),
            () -> listener.complete(storedEvent.id()));
  }

  /**
   * Whether to acknowledge the payload to Slack: true when it was stored now or before, or does not
   * concern the gateway.
   */
  boolean accept(byte[] payload) {
    Optional<SlackEvent> event = SlackEventReader.read(LenientJson.of(payload));
    return event.isEmpty() || accept(event.get(), payload);
  }

  private boolean accept(SlackEvent event, byte[] payload) {
    if (!hasRoom()) {
      LOG.warn("More comes from Slack than is worked through; it will tell the rest again.");
      return false;
    }
    boolean begun = false;
    try {
      if (listener.store(event.id(), payload)) {
        threads.execute(() -> finish(event));
        begun = true;
      }
      return true;
    } catch (InboundException e) {
      LOG.warn(
          "What somebody did in Slack could not be kept, Slack will tell again: {}", describe(e));
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
      work.process(event.id(), event);
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

  private static String describe(InboundException e) {
    return String.valueOf(e.getMessage());
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
