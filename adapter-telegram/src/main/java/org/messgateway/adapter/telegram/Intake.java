package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.messgateway.api.Ear;
import org.messgateway.api.EarException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where updates come in, by either way: each is on the disk before Telegram hears that we have it,
 * and worked through after that. One that comes twice is worked through once.
 */
final class Intake {

  private static final Logger log = LoggerFactory.getLogger(Intake.class);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

  private final Ear ear;
  private final Life life;
  private final Lanes lanes;
  private final Albums albums;
  private final Worker worker;
  private final long bot;
  private final JsonMapper json;

  Intake(Ear ear, Worker worker, Life life, Pace pace, TelegramSettings settings, BotApi api) {
    this.ear = ear;
    this.worker = worker;
    this.life = life;
    this.lanes = new Lanes(life);
    this.albums = new Albums(life, pace, this::begin);
    this.bot = settings.bot();
    this.json = api.json();
  }

  /** Goes on with what an earlier process kept and did not finish. */
  void resume() {
    resume(ear.kept());
  }

  /** Works through what was kept by a process that is gone; waits for places. */
  void resume(List<Ear.Kept> left) {
    for (Ear.Kept kept : left) {
      if (!awaitPlace()) {
        return;
      }
      begin(kept);
    }
  }

  /** Waits until there is a place; false when the end came meanwhile. It is taken then. */
  boolean awaitPlace() {
    while (!life.ended()) {
      if (lanes.enter()) {
        return true;
      }
      life.pause(LOOK_AGAIN);
    }
    return false;
  }

  /** Takes a place if there is one now. */
  boolean enter() {
    return lanes.enter();
  }

  /**
   * Takes an update for which there is a place; it is on the disk when this returns.
   *
   * @throws EarException when it could not be kept: it must come again
   */
  void take(JsonNode update) throws EarException {
    boolean begun = false;
    try {
      Event event = new Event(bot + "." + update.path("update_id").asText(), update);
      if (ear.keep(event.id(), json.writeValueAsBytes(update))) {
        begin(event);
        begun = true;
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("JSON that was read can be written", e);
    } finally {
      if (!begun) {
        lanes.leave(1);
      }
    }
  }

  private void begin(Ear.Kept kept) {
    try {
      begin(new Event(kept.id(), json.readTree(kept.event())));
    } catch (IOException e) {
      log.error("An update of Telegram's that was kept cannot be read: {}", kept.id());
      ear.done(kept.id());
      lanes.leave(1);
    }
  }

  private void begin(Event event) {
    if (event.album().isEmpty()) {
      begin(List.of(event));
    } else {
      albums.add(event);
    }
  }

  private void begin(List<Event> parts) {
    lanes.run(parts.getFirst().lane(), () -> work(parts));
  }

  private void work(List<Event> parts) {
    try {
      worker.work(parts);
    } finally {
      lanes.leave(parts.size());
    }
  }
}
