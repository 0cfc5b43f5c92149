package org.messgateway.gateway.ops;

import org.messgateway.gateway.queue.LookupKey;

/**
 * One occurrence of something that is wrong.
 *
 * @param about what it concerns, so that different things are told apart: a channel, a folder;
 *     empty when there is but one of it
 * @param what what is wrong, for people; one line, no secrets
 * @param remedy what to do about it; one line
 */
public record Trouble(TroubleCause cause, String about, String what, String remedy) {

  /** Occurrences with the same key are told together. Short, since it stands in rows. */
  String key() {
    return LookupKey.of(about.isEmpty() ? cause.code() : cause.code() + "/" + about);
  }
}
