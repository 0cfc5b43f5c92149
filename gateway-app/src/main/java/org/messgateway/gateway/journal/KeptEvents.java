package org.messgateway.gateway.journal;

import java.time.Instant;
import java.util.List;

/** Raw events of services that were acknowledged before they were worked through. */
public interface KeptEvents {

  /**
   * Keeps an event.
   *
   * @return false when this id was kept on this channel before, done or not
   */
  boolean keep(String channel, String id, byte[] event);

  void done(String channel, String id);

  /** Not done yet, oldest first. */
  List<Event> open(String channel);

  /** Forgets the ids of events done before this. */
  int prune(Instant before);

  /** A raw event. */
  @SuppressWarnings("ArrayRecordComponent") // Handed over once, read once.
  record Event(String id, byte[] bytes) {}
}
