package org.messgateway.gateway.queue.journal;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Raw events that were acknowledged to their service before they were handled. An event belongs to
 * the process that stored it. Where several share a store, another one takes it over when the first
 * was gone for the length of a lease (15 s).
 */
public interface EventInbox {

  /**
   * Stores an event.
   *
   * @return false when this id was stored for this channel before, handled or not
   */
  boolean keep(String channel, String id, byte[] event);

  /** The event was handled; its id is kept until {@link #prune}. */
  void done(String channel, String id);

  /** Events of this process that were not handled, oldest first. */
  List<Event> open(String channel);

  /** An event of any process that was not handled; empty when it was, or was never stored. */
  Optional<Event> unfinished(String channel, String id);

  /**
   * Takes over the events of processes that are gone. Of several callers one gets each event.
   *
   * @return the events taken over, oldest first; {@link #open} returns them, too
   */
  List<Event> takeOver(String channel);

  /** Deletes the ids of events handled before this; returns how many. */
  int prune(Instant before);

  /** A raw event. */
  @SuppressWarnings("ArrayRecordComponent") // Handed over once, read once.
  record Event(String id, byte[] bytes) {}
}
