package org.messgateway.gateway.journal;

import java.time.Instant;
import java.util.List;

/**
 * Letters that tell the tasks of one address apart where nobody can press a button: {@code Reply A1
 * to take it, A2 to pass}.
 */
public interface ReplyCodes {

  /**
   * The letter of a task at an address; the same as long as it is not freed. A first letter is the
   * first that is free there; that of a task which is over there, or taken by others, is free an
   * hour after it was given. A later delivery of the same task takes the earlier one's place.
   *
   * @param delivery of the request
   */
  Code assign(String channel, String address, String exchange, String ref, String delivery);

  /** Those in use at an address, oldest first. */
  List<Code> at(String channel, String address);

  /** A task needs no letter any more. */
  void free(String exchange, String ref);

  /**
   * One letter.
   *
   * @param alone whether nothing else was open there when it was given: its message said {@code
   *     Reply 1} without a letter
   */
  record Code(
      String letter, boolean alone, String exchange, String ref, String delivery, Instant since) {}
}
