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
 *
 * <p>An event that was acknowledged and that the gateway cannot take is tried again until it can,
 * since Slack does not send it again. It waits outside of the events in process, so that new ones
 * are accepted meanwhile.
 */
final class SlackEventQueue implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SlackEventQueue.class);

  /** The number of events in process at once; each may fetch files. */
  static final int MOST = 64;

  /** The number of events that wait for another attempt; more are left to the next start. */
  static final int MOST_WAITING = 256;

  /** The number of further attempts at once; the room of new events is their own. */
  private static final int MOST_RETRIES = 16;

  /**
   * The wait for a free place. Slack expects its answer within 3 s; the gateway answers within 1 s.
   */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private final InboundListener listener;
  private final SlackEventHandler work;
  private final RetryPauses pauses;
  private final Semaphore room = new Semaphore(MOST);
  private final Semaphore waiting = new Semaphore(MOST_WAITING);
  private final Semaphore retries = new Semaphore(MOST_RETRIES);
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("slack-work-", 0).factory());

  SlackEventQueue(InboundListener listener, SlackEventHandler work, RetryPauses pauses) {
    this.listener = listener;
    this.work = work;
    this.pauses = pauses;
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
        for (InboundListener.StoredEvent storedEvent : before.get()) {
          resume(storedEvent);
        }
      } catch (InterruptedException closing) {
        Thread.currentThread().interrupt();
      } catch (RejectedExecutionException closing) {
        // It is on the disk: the next start works it through.
      } catch (RuntimeException e) {
        LOG.error("What was done in Slack before waits for the next start: {}", e.toString());
      }
    });
  }

  /** Processes a stored event; waits while too many others wait, instead of leaving it. */
  private void resume(InboundListener.StoredEvent storedEvent) throws InterruptedException {
    Optional<SlackEvent> event = SlackEventReader.read(LenientJson.of(storedEvent.event()));
    if (event.isEmpty()) {
      listener.complete(storedEvent.id());
    } else if (!tryFirst(storedEvent.id(), event.get())) {
      waiting.acquire();
      threads.execute(() -> finish(storedEvent.id(), event.get()));
    }
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
        threads.execute(() -> begin(event));
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

  /** Makes the first attempt, and frees its room before it waits for another. */
  private void begin(SlackEvent event) {
    boolean settled;
    try {
      settled = tryFirst(event.id(), event);
    } finally {
      room.release();
    }
    if (settled) {
      return;
    }
    if (waiting.tryAcquire()) {
      finish(event.id(), event);
    } else {
      LOG.error("Too much from Slack waits to be taken: {} waits for the next start.", event.id());
    }
  }

  /** Makes the first attempt; false when the gateway cannot take the event now. */
  private boolean tryFirst(String id, SlackEvent event) {
    try {
      work.process(id, event);
      return true;
    } catch (InboundException e) {
      LOG.warn(
          "What somebody did in Slack ({}) cannot be taken now, and is tried again: {}",
          id,
          describe(e));
      return false;
    }
  }

  /** Makes further attempts until one succeeds or the adapter is closed. */
  private void finish(String id, SlackEvent event) {
    try {
      for (int failures = 1; !threads.isShutdown(); failures++) {
        Thread.sleep(pauses.after(failures));
        if (tryAgain(id, event)) {
          return;
        }
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    } finally {
      waiting.release();
    }
  }

  private boolean tryAgain(String id, SlackEvent event) throws InterruptedException {
    retries.acquire();
    try {
      work.process(id, event);
      return true;
    } catch (InboundException e) {
      // It was logged at the first attempt.
      return false;
    } finally {
      retries.release();
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
