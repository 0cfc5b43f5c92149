package org.messgateway.gateway.trouble;

import org.messgateway.gateway.queue.KeyText;

/**
 * Something that is wrong, once.
 *
 * @param about what it concerns, so that different things are told apart: a channel, a folder;
 *     empty when there is but one of it
 * @param what what is wrong, for people; one line, no secrets
 * @param remedy what to do about it; one line
 */
public record Trouble(Cause cause, String about, String what, String remedy) {

  /** The same for all that is told together; it stands in the queue, and a path may be long. */
  String key() {
    return KeyText.of(about.isEmpty() ? cause.code() : cause.code() + "/" + about);
  }
}
