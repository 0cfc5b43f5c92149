package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.messgateway.api.InboundException;
import org.messgateway.api.InboundListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts updates of both transports. An update is on the disk before Telegram gets the
 * confirmation, and is processed afterwards. A repeated update is processed once.
 */
final class TelegramEventQueue {

  private static final Logger log = LoggerFactory.getLogger(TelegramEventQueue.class);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

  /** As many as last for half a minute: a reply waits so long for its message to have arrived. */
  private static final int MOST_IN_LANE = 6;

  private final InboundListener listener;
  private final InboundThreads threads;
  private final PersonLanes lanes;
  private final AlbumCollector albumCollector;
  private final TelegramEventHandler eventHandler;
  private final long bot;
  private final JsonMapper json;

  TelegramEventQueue(
      InboundListener listener,
      TelegramEventHandler eventHandler,
      InboundThreads threads,
      InboundTimings timings,
      TelegramSettings settings,
      BotApiJsonClient api) {
    this.listener = listener;
    this.eventHandler = eventHandler;
    this.threads = threads;
    this.lanes = new PersonLanes(threads);
    this.albumCollector = new AlbumCollector(threads, timings, this::begin);
    this.bot = settings.bot();
    this.json = api.json();
  }

  /** Processes the events that an earlier process stored and did not complete. */
  void resume() {
    resume(listener.unfinished());
  }

  /** Processes the events of a process that has ended; waits for free slots. */
  void resume(List<InboundListener.StoredEvent> events) {
    for (InboundListener.StoredEvent event : events) {
      if (!awaitSlot()) {
        return;
      }
      begin(event);
    }
  }

  /** Waits for a free slot and occupies it; false when the inbound side ended meanwhile. */
  boolean awaitSlot() {
    while (!threads.ended()) {
      if (lanes.enter()) {
        return true;
      }
      threads.pause(LOOK_AGAIN);
    }
    return false;
  }

  /** Occupies a slot if one is free. */
  boolean tryReserve() {
    return lanes.enter();
  }

  /**
   * Stores an update for which a slot is occupied. The update is on the disk when the method
   * returns.
   *
   * @return false when it was stored before
   * @throws InboundException when the update could not be stored and must arrive again
   */
  boolean accept(JsonNode update) throws InboundException {
    boolean begun = false;
    try {
      TelegramEvent event =
          new TelegramEvent(bot + "." + update.path("update_id").asText(), update);
      if (listener.store(event.id(), json.writeValueAsBytes(update))) {
        begin(event);
        begun = true;
      }
      return begun;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("JSON that was read can be written", e);
    } finally {
      if (!begun) {
        lanes.leave(1);
      }
    }
  }

  private void begin(InboundListener.StoredEvent event) {
    try {
      begin(new TelegramEvent(event.id(), json.readTree(event.event())));
    } catch (IOException e) {
      log.error("An update of Telegram's that was kept cannot be read: {}", event.id());
      listener.complete(event.id());
      lanes.leave(1);
    }
  }

  private void begin(TelegramEvent event) {
    if (event.album().isEmpty()) {
      begin(List.of(event));
    } else {
      albumCollector.add(event);
    }
  }

  private void begin(List<TelegramEvent> events) {
    lanes.run(events.getFirst().lane(), () -> work(events));
  }

  /** Holds up what the person does next for the first attempts only. */
  private void work(List<TelegramEvent> events) {
    boolean done = true;
    try {
      done = eventHandler.work(events, 0, MOST_IN_LANE);
    } finally {
      if (done) {
        lanes.leave(events.size());
      }
    }
    if (!done) {
      threads.start(() -> finish(events));
    }
  }

  private void finish(List<TelegramEvent> events) {
    try {
      boolean _ = eventHandler.work(events, MOST_IN_LANE, Integer.MAX_VALUE);
    } finally {
      lanes.leave(events.size());
    }
  }
}
