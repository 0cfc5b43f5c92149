package org.messgateway.gateway.queue.journal;

import java.time.Instant;
import java.util.List;

/**
 * Letters that tell the tasks of one address apart where nobody can press a button: {@code Reply A1
 * to take it, A2 to pass}.
 */
public interface ReplyCodes {

  /**
   * The letter of a task at an address, the same until it is freed. A new letter is the first free
   * one at that address. The letter of a task that has ended there, or that another executor has,
   * is free 1 hour after it was assigned. A later delivery of the task replaces the earlier one.
   *
   * @param delivery of the request
   */
  Code assign(String channel, String address, String exchange, String ref, String delivery);

  /** Letters in use at an address, oldest first. */
  List<Code> at(String channel, String address);

  /** Frees the letters of a task at all addresses. */
  void free(String exchange, String ref);

  /**
   * A letter of a task at an address.
   *
   * @param alone whether no other task was open there at that time: its message said {@code Reply
   *     1} without a letter
   */
  record Code(
      String letter, boolean alone, String exchange, String ref, String delivery, Instant since) {}
}
