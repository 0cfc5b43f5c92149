package org.messgateway.gateway.journal;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Raw events of services that were acknowledged before they were worked through. Each is kept by
 * the process that took it; of several that share a store another takes it over when that one is
 * gone for the length of a lease.
 */
public interface KeptEvents {

  /**
   * Keeps an event.
   *
   * @return false when this id was kept on this channel before, done or not
   */
  boolean keep(String channel, String id, byte[] event);

  void done(String channel, String id);

  /** Those this process keeps and has not done, oldest first. */
  List<Event> open(String channel);

  /** One that is not done, whoever keeps it; empty when it is done, or was never kept. */
  Optional<Event> unfinished(String channel, String id);

  /**
   * Keeps from now on what processes that are gone kept and have not done: of those that ask at
   * once one gets each.
   *
   * @return what became this process's, oldest first; it is also among {@link #open}
   */
  List<Event> takeOver(String channel);

  /** Forgets the ids of events done before this. */
  int prune(Instant before);

  /** A raw event. */
  @SuppressWarnings("ArrayRecordComponent") // Handed over once, read once.
  record Event(String id, byte[] bytes) {}
}
